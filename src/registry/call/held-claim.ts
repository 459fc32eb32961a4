import type { BoundClaim } from '../../tools/call-binding.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'

/**
 * The last look at the record of a call before its body starts: while this process stood still, another may have taken
 * the call for lost. Nothing of this attempt has happened, whatever became of the record: whoever holds the claim lets it
 * go on that, and where others have moved the record meanwhile, tells the caller what it says now.
 *
 * @throws ToolError TIMED_OUT when it may start no more; JOURNAL_UNAVAILABLE.
 */
export async function assertHeld(live: LiveCall, claim: BoundClaim): Promise<void> {
  if (await claim.confirm()) return
  throw callError(live, {
    code: 'TIMED_OUT',
    why: 'its claim lapsed before its body started. Call again.',
  })
}
