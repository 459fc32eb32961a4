// Records in memory: what tests and short-lived programs keep a journal in. Several stores opened on one set see the
// same records, as several processes on one file do. It must not know what the states of a record mean.
import { closedFault } from './journal-faults.js'
import { journalTime } from './journal-time.js'
import { MemoryRows } from './memory-rows.js'
import { MemoryTable } from './memory-table.js'
import type { RecordStore, RecordTable } from './record-store.js'

/** Records that several stores share. */
export interface MemoryRecords {
  /** Another store on the same records, as another process would open it. */
  open(): RecordStore
}

/** What records in memory may be given. */
export interface MemoryRecordsOptions {
  /** The clock of the journal, in milliseconds since the epoch. @defaultValue `Date.now` */
  readonly now?: (() => number) | undefined
}

/** An empty set of records in memory. It is gone with the process. */
export function createMemoryRecords(options: MemoryRecordsOptions = {}): MemoryRecords {
  const rows = new MemoryRows()
  const now = options.now ?? Date.now
  return { open: () => new MemoryStore(rows, now) }
}

class MemoryStore implements RecordStore {
  readonly name = 'memory'
  readonly #rows: MemoryRows
  readonly #now: () => number
  #isClosed = false

  constructor(rows: MemoryRows, now: () => number) {
    this.#rows = rows
    this.#now = now
  }

  async transact<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    if (this.#isClosed) throw closedFault(this.name)
    // Not at once, as with a file: a transaction asked for inside another one comes after it.
    await Promise.resolve()
    const table = new MemoryTable(this.#rows, journalTime(this.#now(), this.#rows.newestMs))
    try {
      return work(table)
    } catch (thrown) {
      table.undo()
      throw thrown
    } finally {
      table.end()
    }
  }

  close(): Promise<void> {
    this.#isClosed = true
    return Promise.resolve()
  }
}
