import { ToolError } from '../../errors/tool-error.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { acceptContext } from './accept-context.js'
import { CallMark } from './call-mark.js'
import { CallReport } from './call-report.js'
import { CallView } from './call-view.js'
import type { Dispatch, DispatchRequest } from './dispatch-request.js'
import { assertGranted, grantedIndex } from './granted.js'
import { LiveCall } from './live-call.js'
import { LiveLink } from './live-link.js'
import type { RegistryState } from './registry-state.js'
import { Readmission } from './readmission.js'
import { leaveEnded } from './transaction-of-context.js'
import { unknownToolMessage, unknownToolText } from '../listing/unknown-names.js'

/** A call before it is known whether it may begin: enough to report it, whatever becomes of it. */
export interface OpenedCall {
  readonly state: RegistryState
  readonly definition: ToolDefinition | undefined
  readonly context: ToolContext
  readonly link: LiveLink
  readonly report: CallReport
  readonly mark: CallMark
  /** Why the context was not accepted; undefined where it was. */
  readonly refusal: Refusal | undefined
}

interface Refusal {
  readonly cause: unknown
}

/** Opens a call on a view. Never throws. */
export function openCall(
  state: RegistryState,
  request: DispatchRequest,
  dispatch: Dispatch,
): OpenedCall {
  const { accepted, refusal } = tryAccept(request)
  const definition = state.index.find(request.ref)
  const mark = new CallMark(definition ?? { mutates: false })
  const view = new CallView(state, definition, dispatch)
  const link = new LiveLink(view, mark, ToolContext.cancellationOf(accepted))
  const own = leaveEnded(ToolContext.forCall(accepted, link))
  const context = request.binding === undefined ? own : ToolContext.bind(own, request.binding)
  const report = new CallReport({ context, definition }, state.sinks)
  link.report = report
  return { state, definition, context, link, report, mark, refusal }
}

/** @throws ToolError when the call may not begin: REFUSED, UNKNOWN_TOOL, NOT_GRANTED, CANCELLED or TIMED_OUT. */
export function beginCall(opened: OpenedCall, ref: unknown): LiveCall {
  const { state, definition, context, link, report, mark, refusal } = opened
  if (refusal !== undefined) throw contextRefused(opened, refusal.cause)
  if (definition === undefined) throw unknownTool(opened, ref)
  assertGranted(state, definition, { ref, context })
  const live = new LiveCall({ definition, context, link, report, mark, grants: state.grants })
  live.assertOpen()
  link.readmission = new Readmission(live)
  return live
}

function tryAccept({ context }: DispatchRequest): {
  readonly accepted: ToolContext
  readonly refusal: Refusal | undefined
} {
  try {
    return { accepted: acceptContext(context), refusal: undefined }
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
