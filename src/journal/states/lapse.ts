import type { JournalRecord } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'

/** The times a journal goes by, in milliseconds. */
export interface JournalTimes {
  /** How long after its deadline a call may still end by itself. */
  readonly graceMs: number
  /** How long after that nobody but a person with a reason may say what became of it. */
  readonly quietMs: number
}

/** True while the holder of a running record is believed to live, and its call not to have run out of time. */
export function isLive(
  { holder }: JournalRecord,
  table: RecordTable,
  times: JournalTimes,
): boolean {
  if (holder === undefined) return false
  const leaseUntilMs = table.findLease(holder.holderId) ?? 0
  const { deadlineMs } = holder
  return (
    leaseUntilMs > table.nowMs &&
    (deadlineMs === undefined || deadlineMs + times.graceMs > table.nowMs)
  )
}

/** From when on what became of a call in doubt may be found out and told. */
export function quietUntilMs({ holder, changedAtMs }: JournalRecord, times: JournalTimes): number {
  return (holder?.deadlineMs ?? changedAtMs) + times.quietMs
}

/**
 * The record as time has left it, put back where that changed it: a running one whose holder is gone is in doubt, a
 * question that lapsed is closed, or in doubt where a body that writes asked it.
 */
export function lapse(
  record: JournalRecord,
  table: RecordTable,
  times: JournalTimes,
): JournalRecord {
  const changed = findLapsed(record, table, times)
  if (changed === undefined) return record
  const lapsed = { ...record, ...changed, changedAtMs: table.nowMs }
  table.put(lapsed)
  return lapsed
}

function findLapsed(
  record: JournalRecord,
  table: RecordTable,
  times: JournalTimes,
): Partial<JournalRecord> | undefined {
  if (record.state === 'running') {
    return isLive(record, table, times) ? undefined : { state: 'in-doubt', doubt: true }
  }
  const { question, call } = record
  const isDue = question?.expiresAtMs !== undefined && question.expiresAtMs <= table.nowMs
  if (!isDue || !isOpen(record)) return undefined
  // Before its body ran, or where it only reads, nothing can have happened.
  return question.kind === 'approval' || call.effect === 'read'
    ? { state: 'closed', closedFor: 'expired' }
    : { state: 'in-doubt', doubt: true }
}

/** What a person answered to a body is kept for ever; their yes to a call that has not begun is not. */
function isOpen(record: JournalRecord): boolean {
  return record.state === 'parked' || (record.state === 'answered' && isUnusedApproval(record))
}

function isUnusedApproval({ question, phase }: JournalRecord): boolean {
  return question?.kind === 'approval' && phase === 0
}
