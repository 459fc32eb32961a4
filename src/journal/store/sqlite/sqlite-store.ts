// The records of a journal in one SQLite file that several processes may have open. It must not know what the states of
// a record mean, and no binding is loaded before a store is made.
import { resolve } from 'node:path'

import { closedFault } from '../journal-faults.js'
import type { RecordStore, RecordTable } from '../record-store.js'
import { LockWait } from './lock-wait.js'
import type { RecordSeal } from './record-columns.js'
import type { SqliteConnection } from './sqlite-connection.js'
import { SqliteFile } from './sqlite-file.js'
import { assertSqliteOptions, type SqliteStoreOptions } from './sqlite-options.js'
import { SqliteTable } from './sqlite-table.js'
import { TurnQueue } from './turn-queue.js'

const defaultBusyTimeoutMs = 5000

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
    const askedAtMs = performance.now()
    return this.#queue.run(async () => {
      const connection = await this.#file.connect(this.#lock, askedAtMs)
      await this.#lock.until(() => connection.begin(), askedAtMs)
      return this.#runAlone(connection, work)
    })
  }

  /** Ends what was asked for before, then releases the file. */
  close(): Promise<void> {
    this.#closing ??= this.#queue.run(() => this.#file.close())
    return this.#closing
  }

  #runAlone<Result>(connection: SqliteConnection, work: (table: RecordTable) => Result): Result {
    let table: SqliteTable | undefined
    try {
      table = new SqliteTable(connection, this.#now(), this.#seal)
      const result = work(table)
      connection.commit()
      return result
    } catch (thrown) {
      connection.rollBack()
      throw thrown
    } finally {
      table?.end()
    }
  }
}
