import type { Principal } from '../../tools/context-init.js'

/** Four eyes: neither who proposes a call nor who they act for may say yes to it; nobody may where that is not known. */
export function isOwnProposal({ fourEyes, principal }: ProposedCall, decidedBy: string): boolean {
  if (!fourEyes) return false
  return principal === undefined || decidedBy === principal.id || decidedBy === principal.onBehalfOf
}

/** On whose behalf a call is proposed, and whether somebody else has to agree. */
export interface ProposedCall {
  readonly fourEyes: boolean
  readonly principal?: Principal | undefined
}
