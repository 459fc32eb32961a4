import type { JournalRecord } from '../record/journal-record.js'

/**
 * Where a record goes of which it is certain that nothing happened. What a person said is kept: their answer to a body
 * that goes on with it, and their yes to a call that may be tried again.
 */
export function afterNothing(
  { phase, answer, approval }: JournalRecord,
  { isRetryable }: { readonly isRetryable: boolean },
): Partial<JournalRecord> {
  const isApproved = approval !== undefined && isRetryable
  const goesOn = phase > 0 ? answer !== undefined : isApproved
  return goesOn ? { state: 'answered' } : { state: 'closed', closedFor: 'did-not-happen' }
}
