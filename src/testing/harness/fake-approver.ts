import type {
  ApprovalDecision,
  ApprovalProposal,
  Approver,
} from '../../journal/approval/approver.js'

/** What a fake approver says: a decision, or the short form of one, made by `'approver'`. */
export type FakeDecision = ApprovalDecision | 'approve' | 'deny' | 'park'

/** An approver that says what it was told to say, and keeps what it was asked. */
export interface FakeApprover extends Approver {
  /** What it was asked about, in order. */
  readonly proposals: readonly ApprovalProposal[]
  /** Says these to the next proposals, one to each, and then again what it says otherwise. */
  decide(...decisions: readonly FakeDecision[]): void
}

/**
 * An approver for tests.
 *
 * @param otherwise - What it says where nothing else was told: `'park'` unless it is given, so that a call waits in the
 * journal.
 * @example
 * ```ts
 * const approver = createFakeApprover('approve')
 * approver.decide('deny') // the first one only
 * registry = registry.layer(new ApprovalLayer(approver))
 * ```
 */
export function createFakeApprover(otherwise: FakeDecision = 'park'): FakeApprover {
  const proposals: ApprovalProposal[] = []
  const next: FakeDecision[] = []
  const approve: Approver = (proposal) => {
    proposals.push(proposal)
    return toDecision(next.shift() ?? otherwise)
  }
  const decide = (...decisions: readonly FakeDecision[]): void => void next.push(...decisions)
  return Object.assign(approve, { proposals, decide })
}

/** Who decides where nobody else is named. */
export const decidesByDefault = 'approver'

function toDecision(said: FakeDecision): ApprovalDecision {
  if (typeof said === 'object') return said
  return said === 'park' ? { decision: said } : { decision: said, decidedBy: decidesByDefault }
}
