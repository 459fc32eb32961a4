import { ToolError } from '../../errors/tool-error.js'
import type { ToolIdentity } from '../../errors/tool-error.js'
import type { CallBinding } from '../../tools/call-binding.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { acceptContext } from './accept-context.js'
import { admitArguments } from './admit-arguments.js'
import { keyedContext } from './call-keys.js'
import { CallMark } from './call-mark.js'
import { createStep } from './call-step.js'
import { CallReport } from './call-report.js'
import { assertGranted, grantedIndex } from './granted.js'
import { LiveCall } from './live-call.js'
import { LiveLink } from './live-link.js'
import type { RegistryState } from './registry-state.js'
import { leaveEnded } from './transaction-of-context.js'
import { toJsonOutput } from '../../schema/json-output.js'
import { isSameJson } from '../../schema/same-json.js'
import { unknownToolMessage, unknownToolText } from '../listing/unknown-names.js'

/** One dispatch, as its caller asked for it. */
export interface DispatchRequest {
  readonly ref: string | ToolIdentity
  readonly input: unknown
  readonly context: ToolContext | ToolContextInit | undefined
  /** What is bound to the call from the start: the record it goes on with, the batch it is one of. */
  readonly binding?: CallBinding | undefined
}

/** Carries out one call on a view; what a body's nested calls go through. */
export type Dispatch = (state: RegistryState, request: DispatchRequest) => Promise<ToolOutcome>

/** A call before it is known whether it may begin: enough to report it, whatever becomes of it. */
export interface OpenedCall {
  readonly state: RegistryState
  readonly definition: ToolDefinition | undefined
  readonly context: ToolContext
  readonly link: LiveLink
  readonly report: CallReport
  readonly mark: CallMark
  /** Why the context was not accepted, if it was not. */
  readonly refusal?: { readonly cause: unknown }
}

/** Opens a call on a view. Never throws. */
export function openCall(
  state: RegistryState,
  request: DispatchRequest,
  dispatch: Dispatch,
): OpenedCall {
  const { accepted, ...refusal } = tryAccept(request)
  const definition = state.index.find(request.ref)
  const mark = new CallMark(definition ?? { mutates: false })
  const link = new LiveLink({
    mark,
    registry: state.registry,
    cancellation: ToolContext.cancellationOf(accepted),
    records: state.stack.records,
    findGrant: () => definition && state.grants?.findGrant(definition.id),
    dispatch: (ref, input, nested) =>
      dispatch(state, { ref, input: toPlainInput(input), context: nested }),
  })
  const own = leaveEnded(ToolContext.forCall(accepted, link))
  const context = request.binding === undefined ? own : ToolContext.bind(own, request.binding)
  const report = new CallReport({ context, tool: definition?.id.toString() }, state.sinks)
  link.report = report
  return { state, definition, context, link, report, mark, ...refusal }
}

/** What a body hands on may hold instances and Dates, as its own arguments do; a model's input never does. */
function toPlainInput(input: unknown): unknown {
  if (typeof input !== 'object' || input === null) return input
  const json = toJsonOutput(input)
  return json.status === 'json' ? json.value : input
}

/** @throws ToolError when the call may not begin: REFUSED, UNKNOWN_TOOL, NOT_GRANTED, CANCELLED or TIMED_OUT. */
export function beginCall(opened: OpenedCall, ref: unknown): LiveCall {
  const { state, definition, context, link, report, mark, refusal } = opened
  if (refusal !== undefined) throw contextRefused(opened, refusal.cause)
  if (definition === undefined) throw unknownTool(opened, ref)
  assertGranted(state, definition, { ref, context })
  const live = new LiveCall({ definition, context, link, report, mark, grants: state.grants })
  live.assertOpen()
  link.readmit = (call, changed) => readmitCall(live, call, changed)
  return live
}

/** A call with other arguments: admitted anew, with the key they give it, and judged by the layers further out. */
async function readmitCall(live: LiveCall, call: ToolCall, changed: unknown): Promise<ToolCall> {
  const admitted = await admitArguments(live, changed)
  const context = keyedContext(live, admitted, call.context)
  const changedCall = createStep(call.definition, admitted, context).call
  if (!isSameJson(admitted.json, call.arguments)) await live.link.judge(changedCall)
  return changedCall
}

function tryAccept({ context }: DispatchRequest): {
  readonly accepted: ToolContext
  readonly refusal?: { readonly cause: unknown }
} {
  try {
    return { accepted: acceptContext(context) }
  } catch (cause) {
    return { accepted: acceptContext(undefined), refusal: { cause } }
  }
}

function contextRefused({ definition, context }: OpenedCall, cause: unknown): ToolError {
  return new ToolError({
    code: 'REFUSED',
    disposition: 'did-not-happen',
    message: 'dispatch: the context is not valid; the cause names each field that is wrong.',
    toolId: definition?.id,
    callId: context.callId,
    cause,
  })
}

function unknownTool({ state, context }: OpenedCall, ref: unknown): ToolError {
  return new ToolError({
    code: 'UNKNOWN_TOOL',
    disposition: 'did-not-happen',
    message: unknownToolMessage(ref, state.index),
    modelText: unknownToolText(ref, grantedIndex(state)),
    callId: context.callId,
  })
}
