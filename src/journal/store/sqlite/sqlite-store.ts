// The records of a journal in one SQLite file that several processes may have open. Work that waits at the same time
// shares a commit. It must not know what the states of a record mean, and no binding is loaded before a store is made.
import { resolve } from 'node:path'

import { closedFault } from '../journal-faults.js'
import type { RecordStore, RecordTable } from '../record-store.js'
import { LockWait } from './lock-wait.js'
import type { RecordSeal } from './record-columns.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { runAlone, runTogether } from './run-together.js'
import { SqliteFile } from './sqlite-file.js'
import { assertSqliteOptions, type SqliteStoreOptions } from './sqlite-options.js'
import { SqliteTable } from './sqlite-table.js'
import { TurnQueue } from './turn-queue.js'
import { WaitingWork } from './waiting-work.js'

const defaultBusyTimeoutMs = 5000

/** So that neither the event loop nor another process waits long for one of them. */
const mostTogether = 64

/**
 * A store in a SQLite file with a write-ahead log, each transaction on the disk when it resolves. The file is opened,
 * and created for the user of this process alone, by the first transaction; where that fails, the next one tries again.
 *
 * @throws DefinitionError for wrong options, and where there is no binding to SQLite.
 */
export function createSqliteStore(options: SqliteStoreOptions): RecordStore {
  assertSqliteOptions(options)
  return new SqliteStore(options)
}

class SqliteStore implements RecordStore {
  readonly name: string
  readonly #subject: string
  readonly #now: () => number
  readonly #seal: RecordSeal | undefined
  readonly #file: SqliteFile
  readonly #lock: LockWait
  readonly #queue = new TurnQueue()
  /** In the order it was asked for. */
  #waiting: WaitingWork[] = []
  #closing: Promise<void> | undefined

  constructor(options: SqliteStoreOptions) {
    const { now = Date.now, busyTimeoutMs = defaultBusyTimeoutMs, seal, open } = options
    // Absolute, so that no binding takes it for a URL, and a later change of directory does not move the journal.
    this.name = resolve(options.path)
    this.#subject = `journal ${JSON.stringify(this.name)}`
    this.#now = now
    this.#seal = seal === undefined || open === undefined ? undefined : { seal, open }
    this.#file = new SqliteFile(this.name, this.#subject, options.handle)
    this.#lock = new LockWait(this.#subject, busyTimeoutMs)
  }

  async transact<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    if (this.#closing !== undefined) throw closedFault(this.#subject)
    const waiting = new WaitingWork(work)
    this.#waiting.push(waiting as WaitingWork)
    void this.#queue.run(() => this.#serve(waiting as WaitingWork))
    return waiting.promise
  }

  /** Ends what was asked for before, then releases the file. */
  close(): Promise<void> {
    this.#closing ??= this.#queue.run(() => this.#file.close())
    return this.#closing
  }

  /** Does the work, with all that waits behind it, unless it was done with what stood before it. */
  async #serve(first: WaitingWork): Promise<void> {
    while (!first.hasEnded) {
      try {
        const connection = await this.#file.connect(this.#lock, first.askedAtMs)
        await this.#lock.until(() => connection.begin(), first.askedAtMs)
        this.#runWaiting(connection, first)
        this.#lock.release()
      } catch (fault) {
        first.fail(fault)
      }
    }
    this.#waiting = this.#waiting.filter((work) => !work.hasEnded)
  }

  #runWaiting(connection: SqliteConnection, first: WaitingWork): void {
    const createTable = (): SqliteTable => new SqliteTable(connection, this.#now(), this.#seal)
    // Work that was asked for inside other work comes after it, so this list does not grow meanwhile.
    const group = this.#waiting.filter((work) => !work.hasEnded && !work.isAlone)
    if (first.isAlone || group.length === 1) return runAlone(connection, first, createTable)
    runTogether(connection, group.slice(0, mostTogether), createTable)
  }
}
