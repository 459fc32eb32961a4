import { demandsOf } from '../../registry/call/call-of-context.js'
import { contractDigest } from '../../registry/contract/contract.js'
import { argumentsDigest } from '../../tools/arguments-digest.js'
import { keyDigest } from '../../tools/call-key.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { RecordedCall } from '../record/journal-record.js'
import type { BeginRequest } from '../states/begin.js'

/** What is recorded of a call: what it is, and for whom. */
export function toRecordedCall({ definition, arguments: args, context }: ToolCall): RecordedCall {
  const { tenantId, callId, threadId, runId, principal } = context
  return {
    ...{ tenantId, callId, threadId, runId, principal },
    tool: definition.id.toString(),
    effect: definition.effect,
    arguments: args,
    argumentsDigest: argumentsDigest(args),
    contractDigest: contractDigest(definition),
    grantDigest: demandsOf(context).grant?.digest,
  }
}

/** How a call asks the journal whether it may begin. */
export function toBeginRequest(
  call: ToolCall,
  rest: Pick<BeginRequest, 'intent' | 'recordId' | 'isResumed' | 'approval'>,
): BeginRequest {
  const { context } = call
  return {
    ...rest,
    call: toRecordedCall(call),
    key: ToolContext.keyOf(context),
    keyDigest: keyDigestOf(call),
    deadlineMs: context.deadline?.getTime(),
  }
}

/** What a call meets equal calls at; undefined where nothing makes another call the same. */
export function keyDigestOf({ context, definition }: ToolCall): string | undefined {
  const key = ToolContext.keyOf(context)
  const { tenantId, principal } = context
  return key && keyDigest({ tenantId, principal, toolId: definition.id, key })
}
