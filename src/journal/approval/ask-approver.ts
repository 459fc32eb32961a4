import { setImmediate as nextTurn } from 'node:timers/promises'

import type { ToolError } from '../../errors/tool-error.js'
import { layerError } from '../../registry/call/layer-error.js'
import { startTimer } from '../../registry/call/long-timer.js'
import { createReference } from '../../registry/call/reference.js'
import { runWithoutAmbientContext } from '../../tools/ambient-context.js'
import { argumentsDigest } from '../../tools/arguments-digest.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { ApprovalAsked } from '../states/begin.js'
import type { ApprovalDecision, ApprovalProposal, Approver } from './approver.js'
import type { OwnQuestion } from './own-question.js'

/** A call that a person is asked about. */
export interface Asking {
  readonly call: ToolCall
  readonly asked: ApprovalAsked
  readonly approver: Approver
}

/** A call that goes on inwards. */
export interface ApprovedCall {
  readonly call: ToolCall
  /** The question it goes on with the yes to, where it asked that itself. */
  readonly own?: OwnQuestion | undefined
  readonly outcome?: never
}

/** Where the call goes on: inwards, or nowhere. */
export type Approved = ApprovedCall | { readonly outcome: ToolOutcome; readonly call?: never }

/** What an approver said; or that nobody did in time, or while anybody waited for it. */
export type Decided = ApprovalDecision | { readonly decision: 'expired' | 'given-up' }

/** The question as it stands when somebody is asked. */
export interface StandingQuestion {
  readonly suspensionId?: string
  /** When it lapses, by the clock of whoever keeps it. */
  readonly expiresAtMs?: number | undefined
  /** How long it stands from now on. */
  readonly expiresInMs?: number | undefined
}

/**
 * Asks an approver about a call, until the question lapses or nobody waits for the decision any more. A yes that comes
 * later is none: whoever made the call was told that it did not happen.
 *
 * @throws ToolError LAYER_FAILED when it throws, or says what is no decision.
 */
export async function askApprover(asking: Asking, question: StandingQuestion): Promise<Decided> {
  const { call, approver } = asking
  const lapse = new AbortController()
  const signal = AbortSignal.any([call.context.signal, lapse.signal])
  const expired = expiry(question.expiresInMs, lapse)
  const givenUp = givingUp(call.context.signal)
  try {
    // It is the host that asks a person: what it does belongs to no call.
    const asked = runWithoutAmbientContext(() => approver(toProposal(asking, question), signal))
    const said = Promise.resolve(asked).then(parseDecision)
    const decided = await Promise.race([said, expired.promise, givenUp.promise])
    return isTooLate(decided, call) ? { decision: 'given-up' } : decided
  } catch (cause) {
    throw approverFailed(call, cause)
  } finally {
    expired.stop()
    givenUp.stop()
  }
}

function isTooLate({ decision }: Decided, { context }: ToolCall): boolean {
  return context.signal.aborted && (decision === 'approve' || decision === 'edit')
}

interface End {
  readonly promise: Promise<Decided>
  readonly stop: () => void
}

function expiry(expiresInMs: number | undefined, lapse: AbortController): End {
  const untilMs = performance.now() + (expiresInMs ?? Infinity)
  let stop = (): void => undefined
  const promise = new Promise<Decided>((resolve) => {
    const end = (): void => {
      lapse.abort()
      resolve({ decision: 'expired' })
    }
    stop = startTimer(() => untilMs - performance.now(), end)
  })
  return { promise, stop }
}

/** An approver hears of it first: it may say that the call waits for somebody elsewhere. */
function givingUp(signal: AbortSignal): End {
  const stop = new AbortController()
  const promise = new Promise<Decided>((resolve) => {
    const giveUp = (): void => {
      void nextTurn().then(() => {
        resolve({ decision: 'given-up' })
      })
    }
    if (signal.aborted) giveUp()
    else signal.addEventListener('abort', giveUp, { once: true, signal: stop.signal })
  })
  return { promise, stop: () => stop.abort() }
}

function toProposal(
  { call, asked }: Asking,
  { suspensionId, expiresAtMs }: StandingQuestion,
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

/** What an approver said, each part read once: what was checked is what counts. */
function parseDecision(said: unknown): ApprovalDecision {
  const given = Object(said) as Readonly<Record<string, unknown>>
  const { decision } = given
  if (decision === 'park') return { decision }
  const { decidedBy } = given
  if (typeof decidedBy !== 'string' || decidedBy.trim() === '') throw noDecision()
  if (decision === 'approve') return { decision, decidedBy }
  if (decision === 'edit') return { decision, decidedBy, arguments: given['arguments'] }
  const { reason } = given
  const isReason = reason === undefined || typeof reason === 'string'
  if (decision !== 'deny' || !isReason) throw noDecision()
  return { decision, decidedBy, reason }
}

function noDecision(): TypeError {
  return new TypeError('The approver said what is no decision.')
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

/** The error of a call that nobody waits for any more. */
export function callGivenUp(call: ToolCall): ToolError {
  const why = 'nobody waits for a decision on it any more.'
  return layerError(call, { code: 'CANCELLED', disposition: 'did-not-happen', why })
}

/** Neither who proposes a call nor who they act for may approve of it, where four eyes are asked for. */
export function ownProposal(call: ToolCall): ToolError {
  const why =
    'its grant asks for four eyes, and the one who decided is the one it is made for. Let somebody else decide.'
  return layerError(call, { code: 'REFUSED', disposition: 'did-not-happen', why })
}
