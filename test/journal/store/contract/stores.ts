import type { JournalRecord } from '../../../../src/journal/record/journal-record.js'
import type { RecordStore, RecordTable } from '../../../../src/journal/store/record-store.js'

/** Records that may be opened more than once, with a clock that the tests set. */
export interface StoreSet {
  open(): RecordStore
  readonly setNow: (ms: number) => void
}

/** One set of records, opened twice. */
export class Stores {
  readonly setNow: (ms: number) => void
  readonly first: RecordStore
  readonly second: RecordStore

  constructor(set: StoreSet) {
    this.setNow = set.setNow
    this.first = set.open()
    this.second = set.open()
  }

  putAll(...records: readonly JournalRecord[]): Promise<void> {
    return this.first.transact((table) => {
      for (const record of records) table.put(record)
    })
  }

  /** What the second store sees. */
  seen<Result>(look: (table: RecordTable) => Result): Promise<Result> {
    return this.second.transact(look)
  }

  async close(): Promise<void> {
    await Promise.all([this.first.close(), this.second.close()])
  }
}

/** The stores of the test that runs. */
export type StoresNow = () => Stores

/** The ids of records, in their order. */
export function idsOf(records: readonly JournalRecord[]): string {
  return records.map(({ id }) => id).join(' ')
}
