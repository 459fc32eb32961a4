import { argumentsDigest } from '../../tools/arguments-digest.js'
import { layerError } from '../../registry/call/layer-error.js'
import { readmitCall } from '../../registry/call/call-of-context.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { isOwnProposal } from '../record/own-proposal.js'
import {
  approvalDenied,
  askApprover,
  callGivenUp,
  ownProposal,
  type Approved,
  type Asking,
} from './ask-approver.js'
import type { DeniedCalls } from './denied-calls.js'

/**
 * Asks about a call that no journal keeps: the decision is bound to this call alone and lost with this process.
 *
 * @throws ToolError APPROVAL_DENIED, REFUSED, CANCELLED, LAYER_FAILED, INVALID_ARGUMENTS.
 */
export async function approveInMemory(asking: Asking, denied: DeniedCalls): Promise<Approved> {
  const { call, asked } = asking
  if (denied.has(call)) throw approvalDenied(call, 'a person said no to this call before.')
  const { expiresInMs } = asked
  const expiresAtMs = expiresInMs === undefined ? undefined : Date.now() + expiresInMs
  const decided = await askApprover(asking, { expiresAtMs, expiresInMs })
  switch (decided.decision) {
    case 'approve':
      if (isOwn(asking, decided.decidedBy)) throw ownProposal(call)
      return { call: withDecision(call, decided.decidedBy) }
    case 'edit': {
      const edited = await readmitCall(call, decided.arguments)
      // Who edits proposes: under four eyes yet another person has to agree.
      if (asked.fourEyes) throw ownProposal(call)
      return { call: withDecision(edited, decided.decidedBy) }
    }
    case 'deny':
      denied.add(call)
      throw approvalDenied(call, 'a person said no.')
    case 'expired':
      throw approvalDenied(call, 'nobody decided in time.')
    case 'given-up':
      throw callGivenUp(call)
    case 'park':
      throw layerError(call, {
        code: 'REFUSED',
        disposition: 'did-not-happen',
        why: 'it has to wait for approval, and no journal could keep it. Register an IdempotencyLayer.',
      })
  }
}

function withDecision(
  { definition, arguments: args, context }: ToolCall,
  decidedBy: string,
): ToolCall {
  const decision = { decidedBy, argumentsDigest: argumentsDigest(args) }
  return { definition, arguments: args, context: ToolContext.bind(context, { decision }) }
}

function isOwn({ call, asked: { fourEyes } }: Asking, decidedBy: string): boolean {
  return isOwnProposal({ fourEyes, principal: call.context.principal }, decidedBy)
}
