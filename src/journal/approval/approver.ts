import type { JsonObject } from '../../schema/json.js'
import type { Principal } from '../../tools/context-init.js'

/** What a person is asked to agree to: exactly this call, and nothing else. */
export interface ApprovalProposal {
  /** Under this id it may be answered elsewhere; absent where no journal keeps it. */
  readonly suspensionId?: string | undefined
  /** `server/name`. */
  readonly tool: string
  readonly title?: string | undefined
  readonly description: string
  /** All of the arguments, as they will run. */
  readonly arguments: JsonObject
  readonly argumentsDigest: string
  /** Why somebody is asked. */
  readonly reason: string
  /** Neither who proposes nor who they act for may say yes. */
  readonly fourEyes: boolean
  readonly tenantId: string
  readonly principal?: Principal | undefined
  readonly callId: string
  readonly runId?: string | undefined
  readonly expiresAt?: Date | undefined
}

/** What an approver comes to. */
export type ApprovalDecision =
  | { readonly decision: 'approve'; readonly decidedBy: string }
  | { readonly decision: 'deny'; readonly decidedBy: string; readonly reason?: string | undefined }
  /** Other arguments in the place of those proposed. They are admitted anew; the tool stays what it is. */
  | {
      readonly decision: 'edit'
      readonly decidedBy: string
      readonly arguments: unknown
    }
  /** Not now: the call waits in the journal until somebody decides elsewhere. */
  | { readonly decision: 'park' }

/**
 * Asks a person. The signal fires when nobody waits for the decision any more: the call was cancelled, or the question
 * has lapsed. An approver that answers `park` then leaves the call to whoever decides from elsewhere; any other one takes
 * its question back, and what it says later counts for nothing.
 *
 * It runs as part of the host, not of the call: `ToolContext.current()` throws in it.
 */
export type Approver = (
  proposal: ApprovalProposal,
  signal: AbortSignal,
) => ApprovalDecision | Promise<ApprovalDecision>

/** Asks nobody now: every proposal waits in the journal, and is answered from there, by another process too. */
export const parkForApproval: Approver = () => ({ decision: 'park' })
