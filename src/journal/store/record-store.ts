import type { JournalRecord, RecordState } from '../record/journal-record.js'

/** Which records a listing is of; what is absent does not matter. */
export interface RecordFilter {
  readonly tenantId?: string | undefined
  readonly states?: readonly RecordState[] | undefined
  /** Only those whose present state is at least as old, in milliseconds since the epoch. */
  readonly changedBeforeMs?: number | undefined
  /** Only those that were pruned, or that were not. */
  readonly isPruned?: boolean | undefined
  /** Only those with a question that lapses by then, in milliseconds since the epoch. */
  readonly dueBeforeMs?: number | undefined
  /** At most so many, the oldest first. */
  readonly limit?: number | undefined
}

/** By what a decision of a person against a call is found again. */
export interface DenialQuery {
  readonly tenantId: string
  readonly tool: string
  readonly argumentsDigest: string
  readonly callId: string
  readonly runId?: string | undefined
}

/**
 * The records as one transaction sees them. Everything is synchronous: a transaction that waited for something else
 * could hold up every process on the journal.
 */
export interface RecordTable {
  /** The clock of the journal, in milliseconds since the epoch: the only one that leases and expiry are judged by. */
  readonly nowMs: number
  /** The record of this id. */
  find(id: string): JournalRecord | undefined
  /** The one record of a key that is not closed. */
  findByKey(keyDigest: string): JournalRecord | undefined
  /** The record whose present question has this id. */
  findBySuspension(suspensionId: string): JournalRecord | undefined
  /**
   * The latest record that was closed by a denial: of this call id in this run, or outside of runs; or of
   * this tool with these arguments in this run.
   */
  findDenied(query: DenialQuery): JournalRecord | undefined
  /** The oldest first. */
  list(filter: RecordFilter): readonly JournalRecord[]
  /** Inserts it, or replaces the one with its id. */
  put(record: JournalRecord): void
  /** Only pruning takes a record away. */
  delete(id: string): void
  /** Until when a holder is believed to live; undefined for one that never said so. */
  findLease(holderId: string): number | undefined
  /** Says until when a holder is believed to live. */
  setLease(holderId: string, untilMs: number): void
  /** Forgets a holder. */
  dropLease(holderId: string): void
  /** Forgets holders that are believed to be gone: who has no lease counts as such. */
  dropLapsedLeases(): void
}

/** Where a journal keeps its records. Several processes may have one open at once. */
export interface RecordStore {
  /** What it is in words, for messages: a path, or "memory". */
  readonly name: string
  /**
   * Runs `work` alone among all who have the store open, and resolves once what it changed outlives a crash. Work that
   * waits at the same time may share a commit; where that fails, it runs once more. It must do nothing but through the
   * table, or nothing that doing it twice would change. What `work`
   * throws undoes everything it changed, and is thrown again. Waiting for others never blocks the event loop.
   *
   * @throws JournalFault when the store cannot be used: full, locked for too long, read-only, corrupt.
   */
  transact<Result>(work: (table: RecordTable) => Result): Promise<Result>
  /** Releases what it has open. */
  close(): Promise<void>
}

/** A store that cannot be used now. `message` says what is wrong, where, and what to do. */
export class JournalFault extends Error {
  override readonly name = 'JournalFault'
}
