import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { journalUnavailable } from '../journals/journal-error.js'
import type { Journal } from '../journals/journal.js'
import { toQuestion } from './end-attempt.js'
import { parkedOutcome } from './parked-outcome.js'
import { toRecordedCall } from './recorded-call.js'

/**
 * A call that only reads has a record from the moment it waits for an answer, and none before.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE when it cannot be parked.
 */
export async function parkRead(
  journal: Journal,
  call: ToolCall,
  outcome: ToolOutcome,
): Promise<ToolOutcome> {
  if (outcome.status !== 'suspended' || outcome.suspension.id !== undefined) return outcome
  try {
    return parkedOutcome(await journal.park(toRecordedCall(call), toQuestion(outcome.suspension)))
  } catch (cause) {
    throw journalUnavailable(call, { cause, disposition: 'in-doubt' })
  }
}
