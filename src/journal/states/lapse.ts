import type { JournalRecord } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'
import { afterNothing } from './after-nothing.js'

/** The times a journal goes by, in milliseconds. */
export interface JournalTimes {
  /** How long after its deadline a call may still end by itself. */
  readonly graceMs: number
  /** How long after that nobody but a person with a reason may say what became of it. */
  readonly quietMs: number
}

/** True while the holder of a running record is believed to live, and its call not to have run out of time. */
function isLive(record: JournalRecord, table: RecordTable, times: JournalTimes): boolean {
  const { holder } = record
  if (holder === undefined || isOverdue(record, table, times)) return false
  return (table.findLease(holder.holderId) ?? 0) > table.nowMs
}

/** True when the deadline of the call that holds a record has passed by more than the grace. */
export function isOverdue(
  { holder }: JournalRecord,
  { nowMs }: RecordTable,
  { graceMs }: JournalTimes,
): boolean {
  const deadlineMs = holder?.deadlineMs
  return deadlineMs !== undefined && deadlineMs + graceMs <= nowMs
}

/** From when on what became of a call in doubt may be found out and told. */
export function quietUntilMs({ holder, changedAtMs }: JournalRecord, times: JournalTimes): number {
  return (holder?.deadlineMs ?? changedAtMs) + times.quietMs
}

/**
 * The record as time has left it, put back where that changed it: a running one whose holder is gone is in doubt, a
 * question that lapsed is closed, or in doubt where a body that may have changed something asked it. A call that only
 * reads is never in doubt: it goes back to what it was to run with.
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
  const { state, question, call } = record
  const isRead = call.effect === 'read'
  if (state === 'running') {
    if (isLive(record, table, times)) return undefined
    return isRead ? afterNothing(record, { isRetryable: true }) : inDoubt
  }
  const isDue = question?.expiresAtMs !== undefined && question.expiresAtMs <= table.nowMs
  if (!isDue || !isOpen(record)) return undefined
  // Before its body ran, or where it only reads, nothing can have happened.
  return question.kind === 'approval' || isRead ? expired : inDoubt
}

const inDoubt: Partial<JournalRecord> = { state: 'in-doubt', doubt: true }
const expired: Partial<JournalRecord> = { state: 'closed', closedFor: 'expired' }

/** What a person answered to a body is kept for ever; their yes to a call that has not begun is not. */
function isOpen(record: JournalRecord): boolean {
  return record.state === 'parked' || (record.state === 'answered' && isUnusedApproval(record))
}

function isUnusedApproval({ question, phase }: JournalRecord): boolean {
  return question?.kind === 'approval' && phase === 0
}
