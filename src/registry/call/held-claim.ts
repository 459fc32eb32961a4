import type { BoundClaim } from '../../tools/call-binding.js'
import { callError } from './call-error.js'
import type { LiveCall } from './live-call.js'

/**
 * The last look at the record of a call before its body starts: while this process stood still, another may have taken
 * the call for lost.
 *
 * @throws ToolError IN_DOUBT when it has been taken over or settled; JOURNAL_UNAVAILABLE.
 */
export async function assertHeld(live: LiveCall, claim: BoundClaim): Promise<void> {
  if (await claim.confirm()) return
  throw callError(live, {
    code: 'IN_DOUBT',
    why: 'its claim lapsed before its body started, and its record has been moved since. Look at the record, then call again.',
  })
}
