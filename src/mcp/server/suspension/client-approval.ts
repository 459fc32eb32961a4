import { escapeUnprintable } from '../../../errors/quoted-name.js'
import type { ToolRequest } from '../results/tool-request.js'
import type { ClientQuestion, RequestedSchema } from './client-question.js'
import { findRecorded, type WaitingCall } from './waiting-call.js'

/** Whether whoever made a call may decide on it: the operator said so, and it is not for four eyes. */
export async function mayApprove(
  { serving, context }: ToolRequest,
  suspensionId: string,
): Promise<boolean> {
  const { tenantId } = context
  const record = await serving.approvals?.findSuspended({ suspensionId, tenantId })
  return record?.question?.kind === 'approval' && !record.question.fourEyes
}

/** The question for approval: the tool and all of the arguments, as they will run. */
export async function approvalQuestion(
  request: ToolRequest,
  { suspensionId, reason }: WaitingCall,
): Promise<ClientQuestion | undefined> {
  const found = await findRecorded(request, suspensionId)
  if (found === undefined) return undefined
  const lines = [
    `Approve this call of ${found.tool}? ${reason}`,
    ...JSON.stringify(found.arguments, undefined, 2).split('\n'),
  ]
  return {
    message: lines.map(escapeUnprintable).join('\n'),
    requestedSchema: approvalForm,
    toAnswer: ({ approve }) => approve,
  }
}

const approvalForm: RequestedSchema = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Approve' } },
  required: ['approve'],
}

/** Records what whoever answers for the connection decided; anything but a yes is a no. */
export async function decide(
  { serving, context }: ToolRequest,
  suspensionId: string,
  isApproved: unknown,
): Promise<void> {
  const { tenantId, principal } = context
  const decision = { suspensionId, tenantId, by: principal?.id ?? nobodyNamed }
  if (isApproved === true) await serving.approvals?.approve(decision)
  else await serving.approvals?.deny(decision)
}

/** Who decides on a connection whose caller has no name. */
const nobodyNamed = 'mcp-client'
