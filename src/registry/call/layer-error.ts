import { ToolError, type ToolErrorInit } from '../../errors/tool-error.js'
import type { ToolCall } from '../../tools/tool-layer.js'

/** What a layer says of a call that it ends. */
export interface LayerFailure extends Omit<ToolErrorInit, 'message' | 'toolId' | 'callId'> {
  /** What is wrong and what to do, for the operator; the tool's id is put before it. */
  readonly why: string
}

/** The error with which a layer ends a call. The dispatcher raises its disposition to what is known of the call. */
export function layerError(call: ToolCall, { why, ...failure }: LayerFailure): ToolError {
  const { id } = call.definition
  return new ToolError({
    ...failure,
    message: `${id.toString()}: ${why}`,
    toolId: id,
    callId: call.context.callId,
  })
}
