import { callError, adoptError } from './call-error.js'
import { unavailable } from './admit-arguments.js'
import { toBodyResult, type BodyResult } from './body-result.js'
import { toBodyFailure } from './body-failure.js'
import type { CallStep } from './call-step.js'
import { assertGrantMet } from './granted.js'
import type { LiveCall } from './live-call.js'
import type { Passage } from './passage.js'
import { findSoundError } from './sound-error.js'
import { transactionOf } from './transaction-of-context.js'
import type { Disposition } from '../../errors/disposition.js'
import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { PreparedBody } from '../../tools/tool-definition.js'

/** What a tool's preparation may say for itself; anything else it throws means that the tool is not available. */
const preparationCodes: readonly ToolErrorCode[] = ['UNREACHABLE', 'NOT_GRANTED']

/** The innermost stage: one attempt, from making the body to checked output. */
export async function runAttempt(step: CallStep, live: LiveCall): Promise<ToolOutcome> {
  live.assertOpen(step.inside)
  assertGrantMet(live)
  const body = await prepareBody(step, live)
  live.assertOpen(step.inside)
  return runBody(body, step, live)
}

async function prepareBody({ call, admitted }: CallStep, live: LiveCall): Promise<PreparedBody> {
  try {
    const body = await live.definition.prepare(admitted, call.context)
    if (typeof body !== 'function') throw new TypeError('`prepare` returned no function.')
    return body
  } catch (thrown) {
    throw toPreparationError(live, thrown)
  }
}

function toPreparationError(live: LiveCall, thrown: unknown): ToolError {
  const error = findSoundError(thrown)
  const speaksForItself =
    error !== undefined && error.callId === undefined && preparationCodes.includes(error.code)
  if (speaksForItself) return adoptError(live, error)
  return unavailable(live, 'it could not be made ready to run; the cause says why.', thrown)
}

async function runBody(
  body: PreparedBody,
  { call: { context }, inside }: CallStep,
  live: LiveCall,
): Promise<ToolOutcome> {
  const endAttempt = live.mark.startAttempt(transactionOf(context))
  let result: BodyResult
  // What the body came to is known at once, with no further wait in which the call could end without it.
  try {
    result = toBodyResult(await body(context), live.definition)
  } catch (thrown) {
    result = { failure: toBodyFailure(thrown) }
  }
  endAttempt(dispositionOf(result))
  const outer: Passage = inside ?? live
  outer.bringResult()
  if (result.outcome !== undefined) return result.outcome
  throw callError(live, result.failure)
}

/** What an attempt leaves on the mark: a body that suspended may have done anything before it did. */
function dispositionOf({ outcome, failure }: BodyResult): Disposition {
  if (outcome?.status === 'output') return 'landed'
  return failure?.disposition ?? 'in-doubt'
}
