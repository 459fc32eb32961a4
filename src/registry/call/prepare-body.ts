import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { ToolError } from '../../errors/tool-error.js'
import type { CallBinding } from '../../tools/call-binding.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { PreparedBody } from '../../tools/tool-definition.js'
import { unavailable } from './admit-arguments.js'
import { adoptError } from './call-error.js'
import type { CallStep } from './call-step.js'
import type { LiveCall } from './live-call.js'
import { findSoundError } from './sound-error.js'

/** What a tool's preparation may say for itself; anything else it throws means that the tool is not available. */
const preparationCodes: readonly ToolErrorCode[] = ['UNREACHABLE', 'NOT_GRANTED']

/**
 * Makes what one attempt runs, at once where that can be: `call`, or `resume` where an answer is bound to the call.
 *
 * @throws ToolError UNAVAILABLE, or what the tool says for itself.
 */
export function prepareBody(step: CallStep, live: LiveCall): PreparedBody | Promise<PreparedBody> {
  try {
    const body = chooseBody(step, live)
    return typeof body === 'function' ? body : prepareLater(body, live)
  } catch (thrown) {
    throw toPreparationError(live, thrown)
  }
}

async function prepareLater(
  later: PromiseLike<PreparedBody>,
  live: LiveCall,
): Promise<PreparedBody> {
  try {
    const body: unknown = await later
    if (typeof body !== 'function') throw new TypeError('`prepare` returned no function.')
    return body as PreparedBody
  } catch (thrown) {
    throw toPreparationError(live, thrown)
  }
}

function chooseBody(
  { context, admitted }: CallStep,
  { definition }: LiveCall,
): PreparedBody | Promise<PreparedBody> {
  const { answer }: CallBinding = ToolContext.bindingOf(context)
  if (answer === undefined) return definition.prepare(admitted, context)
  // A tool that does not go on by itself gives what it was answered as its output.
  if (definition.prepareResume === undefined) return () => answer.value
  return definition.prepareResume(admitted, context, answer.value)
}

function toPreparationError(live: LiveCall, thrown: unknown): ToolError {
  const error = findSoundError(thrown)
  const speaksForItself =
    error !== undefined && error.callId === undefined && preparationCodes.includes(error.code)
  if (speaksForItself) return adoptError(live, error)
  return unavailable(live, 'it could not be made ready to run; the cause says why.', thrown)
}
