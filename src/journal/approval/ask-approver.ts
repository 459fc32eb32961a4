import type { ToolError } from '../../errors/tool-error.js'
import { layerError } from '../../registry/call/layer-error.js'
import { createReference } from '../../registry/call/reference.js'
import { argumentsDigest } from '../../tools/arguments-digest.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { ApprovalAsked } from '../states/begin.js'
import type { ApprovalDecision, ApprovalProposal, Approver } from './approver.js'

/** A call that a person is asked about. */
export interface Asking {
  readonly call: ToolCall
  readonly asked: ApprovalAsked
  readonly approver: Approver
}

/** Where the call goes on: inwards, or nowhere. */
export type Approved =
  | { readonly call: ToolCall; readonly outcome?: never }
  | { readonly outcome: ToolOutcome; readonly call?: never }

/** What an approver said, or that nobody did in time. */
export type Decided = ApprovalDecision | { readonly decision: 'expired' }

/**
 * Asks an approver about a call, until the question lapses.
 *
 * @throws ToolError LAYER_FAILED when it throws, or says what is no decision.
 */
export async function askApprover(
  asking: Asking,
  question: { readonly suspensionId?: string; readonly expiresAtMs?: number | undefined } = {},
): Promise<Decided> {
  const { call, approver } = asking
  const lapse = new AbortController()
  const signal = AbortSignal.any([call.context.signal, lapse.signal])
  const expired = expiry(question.expiresAtMs, lapse)
  try {
    const said = Promise.resolve(approver(toProposal(asking, question), signal))
    const decided = await Promise.race([said, expired.promise])
    if (!isDecision(decided)) throw new TypeError('The approver said what is no decision.')
    return decided
  } catch (cause) {
    throw approverFailed(call, cause)
  } finally {
    expired.stop()
  }
}

/** The longest time a timer counts. */
const longestTimerMs = 2 ** 31 - 1

function expiry(
  expiresAtMs: number | undefined,
  lapse: AbortController,
): { readonly promise: Promise<Decided>; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined
  const promise = new Promise<Decided>((resolve) => {
    const arm = (): void => {
      const leftMs = (expiresAtMs ?? Infinity) - Date.now()
      if (leftMs === Infinity) return
      if (leftMs <= 0) {
        lapse.abort()
        resolve({ decision: 'expired' })
        return
      }
      timer = setTimeout(arm, Math.min(leftMs, longestTimerMs))
    }
    arm()
  })
  return { promise, stop: () => clearTimeout(timer) }
}

function toProposal(
  { call, asked }: Asking,
  {
    suspensionId,
    expiresAtMs,
  }: { readonly suspensionId?: string; readonly expiresAtMs?: number | undefined },
): ApprovalProposal {
  const { definition, arguments: args, context } = call
  const { tenantId, principal, callId, runId } = context
  return Object.freeze({
    ...{ suspensionId, tenantId, principal, callId, runId },
    tool: definition.id.toString(),
    title: definition.title,
    description: definition.description,
    arguments: args,
    argumentsDigest: argumentsDigest(args),
    reason: asked.reason,
    fourEyes: asked.fourEyes,
    expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs),
  })
}

function isDecision(decided: unknown): decided is Decided {
  const { decision, decidedBy } = Object(decided) as Readonly<Record<string, unknown>>
  if (decision === 'park' || decision === 'expired') return true
  const isNamed = typeof decidedBy === 'string' && decidedBy.trim() !== ''
  return isNamed && (decision === 'approve' || decision === 'deny' || decision === 'edit')
}

function approverFailed(call: ToolCall, cause: unknown): ToolError {
  const why = 'the approver failed, so that nobody decided; the cause is what it threw.'
  return layerError(call, {
    code: 'LAYER_FAILED',
    disposition: 'did-not-happen',
    why,
    reference: createReference(),
    cause,
  })
}

/** The error of a call that a person, or time, said no to. */
export function approvalDenied(call: ToolCall, why: string): ToolError {
  return layerError(call, { code: 'APPROVAL_DENIED', disposition: 'did-not-happen', why })
}

/** Neither who proposes a call nor who they act for may approve of it, where four eyes are asked for. */
export function ownProposal(call: ToolCall): ToolError {
  const why =
    'its grant asks for four eyes, and the one who decided is the one it is made for. Let somebody else decide.'
  return layerError(call, { code: 'REFUSED', disposition: 'did-not-happen', why })
}
