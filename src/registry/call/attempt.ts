import { isSoundToolError, callError, adoptError } from './call-error.js'
import { unavailable } from './admit-arguments.js'
import { toBodyResult, type BodyResult } from './body-result.js'
import type { CallStep } from './call-step.js'
import type { LiveCall } from './live-call.js'
import type { Disposition } from '../../errors/disposition.js'
import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { PreparedBody } from '../../tools/tool-definition.js'

/** What a tool's preparation may say for itself; anything else it throws means that the tool is not available. */
const preparationCodes: readonly ToolErrorCode[] = ['UNREACHABLE', 'NOT_GRANTED']

/** The innermost stage: one attempt, from making the body to checked output. */
export async function runAttempt(
  { call, admitted }: CallStep,
  live: LiveCall,
): Promise<ToolOutcome> {
  live.assertOpen()
  const body = await prepareBody({ call, admitted }, live)
  live.assertOpen()
  return runBody(body, call.context, live)
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
  const speaksForItself =
    isSoundToolError(thrown) &&
    thrown.callId === undefined &&
    preparationCodes.includes(thrown.code)
  if (speaksForItself) return adoptError(live, thrown)
  return unavailable(live, 'it could not be made ready to run; the cause says why.', thrown)
}

async function runBody(
  body: PreparedBody,
  context: ToolContext,
  live: LiveCall,
): Promise<ToolOutcome> {
  const endAttempt = live.mark.startAttempt()
  const result = await toBodyResult(body, context, live.definition)
  endAttempt(dispositionOf(result))
  const error = result.failure && callError(live, result.failure)
  if (live.isOver) live.report.late(result.outcome?.status ?? 'failed', error)
  if (result.outcome !== undefined) return result.outcome
  throw error as ToolError
}

/** What an attempt leaves on the mark: a body that suspended may have done anything before it did. */
function dispositionOf({ outcome, failure }: BodyResult): Disposition {
  if (outcome?.status === 'output') return 'landed'
  return failure?.disposition ?? 'in-doubt'
}
