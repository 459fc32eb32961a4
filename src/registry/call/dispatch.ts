// Dispatch owns the life of a call: resolve, admit, layers, body, output, one terminal event. It knows tools by
// their definitions only: no classes, no validators, no container.
import { ToolError } from '../../errors/tool-error.js'
import { runWithAmbientContext } from '../../tools/ambient-context.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { AdmittedArguments } from '../../tools/tool-definition.js'
import { admitArguments } from './admit-arguments.js'
import { callError, finalError } from './call-error.js'
import { keyedContext, runWithKey } from './call-keys.js'
import { CallStep } from './call-step.js'
import type { LiveCall } from './live-call.js'
import type { DispatchRequest } from './dispatch-request.js'
import { beginCall, openCall, type OpenedCall } from './open-call.js'
import type { RegistryState } from './registry-state.js'
import { runUntilCancelled } from './run-until-cancelled.js'
import { findSoundError } from './sound-error.js'
import { isThenable } from '../../tools/thenable.js'
import { rejectWith } from './reject-with.js'

/**
 * Carries out one call on a registry view. A refusal goes out as a rejected promise and is thrown nowhere on the way:
 * throwing costs more than all else that a refused call takes.
 * @throws ToolError and nothing else.
 */
export function dispatchCall(state: RegistryState, request: DispatchRequest): Promise<ToolOutcome> {
  const opened = openCall(state, request, dispatchCall)
  return begin(opened, request).then(
    (outcome) => {
      opened.report.succeed(outcome)
      return outcome
    },
    (thrown: unknown) => rejectWith(endInError(opened, thrown)),
  )
}

function begin(opened: OpenedCall, request: DispatchRequest): Promise<ToolOutcome> {
  try {
    return carryOut(opened, request)
  } catch (thrown) {
    return rejectWith(thrown)
  }
}

function carryOut(opened: OpenedCall, { ref, input }: DispatchRequest): Promise<ToolOutcome> {
  const live = beginCall(opened, ref)
  const run = (): Promise<ToolOutcome> => runStages(opened, live, input)
  const { ambientContext } = opened.state
  return runUntilCancelled(
    live,
    ambientContext ? () => runWithAmbientContext(live.context, run) : run,
  )
}

function runStages(opened: OpenedCall, live: LiveCall, input: unknown): Promise<ToolOutcome> {
  // A call that is cancelled in the same turn has not begun. All calls wait for it, so that they begin in their order.
  return nextTurn.then(() => admitAndRun(opened, live, input))
}

function admitAndRun(opened: OpenedCall, live: LiveCall, input: unknown): Promise<ToolOutcome> {
  const admitted = admitArguments(live, input)
  return isThenable(admitted)
    ? admitted.then((later) => runAdmitted(opened, live, later))
    : runAdmitted(opened, live, admitted)
}

async function runAdmitted(
  { state, report }: OpenedCall,
  live: LiveCall,
  admitted: AdmittedArguments,
): Promise<ToolOutcome> {
  report.repaired = admitted.repaired
  const context = keyedContext(live, admitted, live.context)
  const step = new CallStep({ definition: live.definition, admitted, context })
  const outcome = await runWithKey(context, live, () => state.stack.stage(step, live))
  assertParked(outcome, live)
  return outcome
}

const nextTurn = Promise.resolve()

/** A suspension that no layer parked could never be answered. */
function assertParked(outcome: ToolOutcome, live: LiveCall): void {
  if (outcome.status !== 'suspended' || outcome.suspension.id !== undefined) return
  throw callError(live, {
    code: 'UNSUSPENDABLE',
    disposition: 'in-doubt',
    why: 'its body suspended, and no layer of this registry can keep a suspended call. Register an IdempotencyLayer with a journal.',
  })
}

/** The error a call ends in: by what is known at the moment its terminal event goes out, which may be more than when it was thrown. */
function endInError(opened: OpenedCall, thrown: unknown): unknown {
  const { definition, context, mark, report } = opened
  if (report.isEnded) return thrown
  const error = findSoundError(thrown) ?? strayError(opened, thrown)
  const judged = definition === undefined ? error : finalError({ definition, context, mark }, error)
  report.fail(judged)
  return judged
}

/** Every stage rejects with a ToolError; what comes from elsewhere still must not reach a caller as it is. */
function strayError({ definition, context, mark }: OpenedCall, cause: unknown): ToolError {
  const message = `${String(definition?.id)}: the call failed outside of its stages.`
  const ids = { toolId: definition?.id, callId: context.callId }
  const { disposition } = mark
  return new ToolError({ code: 'LAYER_FAILED', disposition, message, ...ids, cause })
}
