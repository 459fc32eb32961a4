import { keyTakenFault } from '../journal-faults.js'
import type { JournalFault } from '../record-store.js'
import { rollBack } from './prepare-file.js'
import { isConflict, leavesConnectionSound, toFault } from './sqlite-fault.js'
import type { SqliteHandle, SqliteStatement, SqlRow, SqlValue } from './sqlite-handle.js'

/** An open journal file with its prepared statements, and the transaction that it is in. */
export class SqliteConnection {
  readonly name: string
  readonly #handle: SqliteHandle
  readonly #statements = new Map<string, SqliteStatement>()
  #fault: JournalFault | undefined
  #isSound = true

  constructor(handle: SqliteHandle, name: string) {
    this.#handle = handle
    this.name = name
  }

  /** False after a failure that a new connection may not have. */
  get isSound(): boolean {
    return this.#isSound
  }

  /** Takes the lock, or throws what the driver throws. */
  begin(): void {
    this.#fault = undefined
    try {
      this.#handle.exec('BEGIN IMMEDIATE')
    } catch (error) {
      this.#isSound &&= leavesConnectionSound(error)
      throw error
    }
  }

  /** @throws JournalFault when it was not kept; it is undone then. */
  commit(): void {
    this.#guard(() => this.#handle.exec('COMMIT'))
  }

  rollBack(): void {
    rollBack(this.#handle)
  }

  /** Marks where `rollBackToSavepoint` goes back to. */
  savepoint(): void {
    this.#guard(() => this.#handle.exec('SAVEPOINT work'))
  }

  /** Keeps what was changed since the savepoint, as far as the transaction is kept; true. */
  releaseSavepoint(): true {
    this.#guard(() => this.#handle.exec('RELEASE work'))
    return true
  }

  /** Undoes what was changed since the savepoint; false when the failure since then has ended the whole transaction. */
  rollBackToSavepoint(): boolean {
    if (!this.#isSound) return false
    this.#fault = undefined
    try {
      this.#handle.exec('ROLLBACK TO work')
      this.#handle.exec('RELEASE work')
      return true
    } catch {
      return false
    }
  }

  /** Brings all into the one file first: libsql keeps a closed file open while it has statements, and the log with it. */
  close(): void {
    this.#statements.clear()
    if (this.#isSound) this.#emptyLog()
    this.#handle.close()
  }

  run(sql: string, ...values: readonly SqlValue[]): void {
    this.#guard(() => this.#prepare(sql).run(...values))
  }

  /** Read to the end, always: a statement left half-way would keep the connection at the past it began to read. */
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[] {
    return this.#guard(() => this.#prepare(sql).all(...values)) as SqlRow[]
  }

  find(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined {
    return this.all(sql, ...values)[0]
  }

  /**
   * After a failure SQLite may have undone the transaction by itself; whatever came next would be kept at once, alone. So
   * the first failure is the end of the transaction, even where the one who does the work goes on.
   */
  #guard<Result>(call: () => Result): Result {
    if (this.#fault !== undefined) throw this.#fault
    try {
      return call()
    } catch (error) {
      if (isConflict(error)) throw keyTakenFault(this.name)
      this.#fault = toFault(this.name, error)
      this.#isSound &&= leavesConnectionSound(error)
      throw this.#fault
    }
  }

  #emptyLog(): void {
    try {
      this.#handle.prepare('PRAGMA wal_checkpoint(TRUNCATE)').all()
    } catch {
      // The log is as good as the file, and whoever opens it next reads both.
    }
  }

  #prepare(sql: string): SqliteStatement {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#handle.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }
}
