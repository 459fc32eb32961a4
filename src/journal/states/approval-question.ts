import { approvalSchema } from '../record/approval-schema.js'
import type { CloseReason, JournalRecord, RecordedQuestion } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'

/** A person has to say yes before the body runs. */
export interface ApprovalAsked {
  readonly reason: string
  readonly fourEyes: boolean
  /** How long the question stands; for ever where absent. */
  readonly expiresInMs?: number | undefined
}

/** The last moment there is a date of, in milliseconds since the epoch (ECMA-262, 21.4.1.1). */
const lastMomentMs = 8.64e15

/** When a question lapses; never where that is later than any date. */
export function toExpiry(nowMs: number, expiresInMs: number | undefined): number | undefined {
  const expiresAtMs = nowMs + (expiresInMs ?? Infinity)
  return expiresAtMs > lastMomentMs ? undefined : expiresAtMs
}

/** The question whether a call may run, as it is parked. */
export function toApprovalQuestion(
  { nowMs }: RecordTable,
  { reason, fourEyes, expiresInMs }: ApprovalAsked,
  suspensionId: string,
): RecordedQuestion {
  const expiresAtMs = toExpiry(nowMs, expiresInMs)
  const inputSchema = approvalSchema
  return { suspensionId, kind: 'approval', reason, fourEyes, expiresAtMs, inputSchema }
}

/**
 * Where a record goes whose call may not run: its key is free, unless a body ran before the question, which may have
 * landed. A no is kept all the same, and a yes that was not used counts for nothing.
 */
export function afterNoYes(
  { doubt, phase }: JournalRecord,
  closedFor: Extract<CloseReason, 'denied' | 'expired' | 'withdrawn'>,
): Partial<JournalRecord> {
  if (!doubt && phase === 0) return { state: 'closed', closedFor }
  const kept = closedFor === 'denied' ? closedFor : undefined
  return { state: 'in-doubt', doubt: true, closedFor: kept, approval: undefined }
}
