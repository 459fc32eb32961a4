import { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { NextLayer, ToolCall } from '../../tools/tool-layer.js'
import { keyDigestOf } from '../idempotency/recorded-call.js'
import type { ApprovedCall } from './ask-approver.js'

/**
 * Goes on with a call that was approved. A yes that nothing came of is taken back when the caller is told so, where no call
 * to come would take it up.
 */
export async function runApproved(
  { call, own }: ApprovedCall,
  next: NextLayer,
): Promise<ToolOutcome> {
  try {
    return await next(call)
  } catch (error) {
    if (isOver(call, error)) await own?.takeBack()
    throw error
  }
}

/** A call that may be tried again finds its yes by its key, and by nothing else. */
function isOver(call: ToolCall, error: unknown): boolean {
  if (!ToolError.is(error) || error.disposition !== 'did-not-happen') return false
  return !error.retryable || keyDigestOf(call) === undefined
}
