import { ToolError } from '../../errors/tool-error.js'
import type { BatchedResult } from '../../registry/call/dispatch-all.js'
import type { JsonValue } from '../../schema/json.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { callAgain } from '../../tools/keyed-call.js'
import { suspensionKind, type Suspension, type SuspensionKind } from '../../tools/suspension.js'

/** What a call came to, with the words for the model. */
export type CallAnswer = OutputAnswer | FailedAnswer | WaitingAnswer

/** The call returned. */
export interface OutputAnswer {
  readonly status: 'output'
  /** The value: a text as it is, anything else as JSON. */
  readonly text: string
  readonly value: JsonValue
  /** Present when the value came from the journal: the call id whose body produced it. */
  readonly deduplicatedFrom?: string
}

/** The call failed. */
export interface FailedAnswer {
  readonly status: 'failed'
  /** The `modelText` of the error. */
  readonly text: string
  readonly error: ToolError
}

/** The call waits for a person, or for word from outside. */
export interface WaitingAnswer {
  readonly status: 'waiting'
  /** One sentence for what it waits for; nothing of the question, which is for whoever is asked. */
  readonly text: string
  readonly suspension: Suspension
}

/** The answer for what a dispatched call came to. `isKeyed` says whether the same call again finds what became of it. */
export function toCallAnswer(
  result: BatchedResult,
  { isKeyed }: { readonly isKeyed: boolean },
): CallAnswer {
  if (result.status === 'rejected') return toFailedAnswer(result.reason)
  const outcome = result.value
  if (outcome.status === 'output') return toOutputAnswer(outcome)
  return toWaitingAnswer(outcome, isKeyed ? callAgain : anew)
}

function toOutputAnswer(outcome: Extract<ToolOutcome, { status: 'output' }>): OutputAnswer {
  const { value, deduplicatedFrom } = outcome
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const origin = deduplicatedFrom === undefined ? {} : { deduplicatedFrom }
  return Object.freeze({ status: 'output', text, value, ...origin })
}

/** @throws what is no ToolError: a mistake of whoever set the registry up, and no word for a model. */
export function toFailedAnswer(error: unknown): FailedAnswer {
  if (!ToolError.is(error)) throw error
  return Object.freeze({ status: 'failed', text: error.modelText, error })
}

type Suspended = Extract<ToolOutcome, { status: 'suspended' }>

function toWaitingAnswer({ suspension }: Suspended, advice: string): WaitingAnswer {
  const text = `${waitingFor[suspensionKind(suspension)]} ${advice}`
  return Object.freeze({ status: 'waiting', text, suspension })
}

/** A key is one for all callers of a tenant, so that the question may be somebody else's: none of its words are here. */
const waitingFor: Readonly<Record<SuspensionKind, string>> = {
  approval: 'This call has not run: it waits for a person to approve of it.',
  answer: 'This call waits for an answer from a person.',
  external: 'This call is carried out elsewhere, and its result is not known yet.',
}

const anew = 'Do not call again: that would be another call.'
