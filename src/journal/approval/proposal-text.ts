import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { ApprovalProposal } from './approver.js'

/**
 * A proposal as a person reads it on a terminal: the arguments whole, in the order they run with, and their digest.
 * Characters that control a terminal or turn the direction of text are escaped, so that what is read is what runs.
 */
export function proposalText(proposal: ApprovalProposal): string {
  const { tool, title, description, principal, tenantId, expiresAt } = proposal
  const onBehalfOf = principal?.onBehalfOf === undefined ? '' : ` for ${principal.onBehalfOf}`
  const lines = [
    `${tool}${title === undefined ? '' : ` (${title})`}: ${description}`,
    `tenant ${tenantId}, ${principal === undefined ? 'nobody named' : `${principal.kind} ${principal.id}${onBehalfOf}`}`,
    `why you are asked: ${proposal.reason}`,
    ...(proposal.fourEyes ? ['somebody else than who proposes it has to decide'] : []),
    ...(expiresAt === undefined ? [] : [`until ${expiresAt.toISOString()}`]),
    ...JSON.stringify(proposal.arguments, undefined, 2).split('\n'),
    `sha256 of the arguments: ${proposal.argumentsDigest}`,
  ]
  return lines.map(escapeUnprintable).join('\n')
}
