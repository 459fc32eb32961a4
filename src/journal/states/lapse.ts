import type { JournalRecord, JournalTimes } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'
import { afterNothing } from './after-nothing.js'
import { afterNoYes } from './approval-question.js'

export type { JournalTimes } from '../record/journal-record.js'

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
  times: JournalTimes,
): boolean {
  const deadlineMs = holder?.deadlineMs
  const { graceMs } = holder?.times ?? times
  return deadlineMs !== undefined && deadlineMs + graceMs <= nowMs
}

/** From when on what became of a call in doubt may be found out and told. */
export function quietUntilMs({ holder, changedAtMs }: JournalRecord, times: JournalTimes): number {
  const { quietMs } = holder?.times ?? times
  return (holder?.deadlineMs ?? changedAtMs) + quietMs
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
  if (question.kind === 'approval') return afterNoYes(record, 'expired')
  // Where it only reads, nothing can have happened.
  return isRead ? expired : inDoubt
}

const inDoubt: Partial<JournalRecord> = { state: 'in-doubt', doubt: true }
const expired: Partial<JournalRecord> = { state: 'closed', closedFor: 'expired' }

/** What a person answered to a body is kept for ever; their yes to a call that has not begun is not. */
function isOpen(record: JournalRecord): boolean {
  return record.state === 'parked' || (record.state === 'answered' && isUnusedApproval(record))
}

function isUnusedApproval({ question }: JournalRecord): boolean {
  return question?.kind === 'approval'
}
