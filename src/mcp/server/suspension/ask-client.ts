import type { ClientCapabilities, InputRequiredResult } from '@modelcontextprotocol/server'

import { argumentsDigest } from '../../../tools/arguments-digest.js'
import type { ToolRequest } from '../results/tool-request.js'
import { approvalQuestion, mayApprove } from './client-approval.js'
import { toQuestion, type ClientQuestion } from './client-question.js'
import type { StateBinding } from '../seal/request-state.js'
import type { WaitingCall } from './waiting-call.js'

/** Under this name the one question of a call and its answer travel. */
export const answerName = 'answer'

/** Puts the question to the client; undefined where it cannot be put, or is not the client's to answer. */
export async function askClient(
  request: ToolRequest,
  waiting: WaitingCall,
  message?: string,
): Promise<InputRequiredResult | undefined> {
  const question = canBeAsked(request) ? await findQuestion(request, waiting) : undefined
  if (question === undefined) return undefined
  const { sdk } = request.connection
  const { suspensionId, reason } = waiting
  const binding = await bindingOf(request)
  const asked = { message: message ?? question.message, requestedSchema: question.requestedSchema }
  return sdk.inputRequired({
    inputRequests: { [answerName]: sdk.inputRequired.elicit(asked) },
    requestState: request.serving.seal.seal({ ...binding, suspensionId, reason }),
  })
}

/** The question as the client shows it; undefined where it is somebody else's, or cannot be said in a form. */
export async function findQuestion(
  request: ToolRequest,
  waiting: WaitingCall,
): Promise<ClientQuestion | undefined> {
  if (!waiting.isOwn) return undefined
  switch (waiting.kind) {
    case 'answer':
      return toQuestion(waiting.reason, waiting.inputSchema)
    case 'approval':
      return (await mayApprove(request, waiting.suspensionId))
        ? approvalQuestion(request, waiting)
        : undefined
    case 'external':
      return undefined
  }
}

/** Whom and what a sealed state holds for: this caller, and this call again. */
export async function bindingOf(request: ToolRequest): Promise<StateBinding> {
  const { definition, input, context } = request
  const admission = await definition.admit(input)
  // What is refused was never asked about; no digest is the empty one.
  const digest = admission.status === 'admitted' ? argumentsDigest(admission.admitted.json) : ''
  return {
    tenant: context.tenantId,
    principal: context.principal?.id ?? null,
    principalKind: context.principal?.kind ?? null,
    onBehalfOf: context.principal?.onBehalfOf,
    tool: definition.id.toString(),
    argumentsDigest: digest,
  }
}

function canBeAsked(request: ToolRequest): boolean {
  const elicitation = declaredBy(request)?.elicitation
  // Before there were two modes, an empty object said that forms are shown.
  return elicitation !== undefined && (elicitation.form !== undefined || !('url' in elicitation))
}

/** What the client says it can: with each request from 2026-07-28 on, once in the sessions before. */
function declaredBy({ connection, ctx }: ToolRequest): ClientCapabilities | undefined {
  const { sdk, server, era } = connection
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the revisions of 2025 say it nowhere else.
  if (era === 'legacy') return server.getClientCapabilities()
  const envelope = ctx.mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  return envelope?.[sdk.CLIENT_CAPABILITIES_META_KEY] as ClientCapabilities | undefined
}
