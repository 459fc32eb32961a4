import type { Disposition, ToolErrorCode, ToolEvent } from 'tallystick'
import type { JournalRecord } from 'tallystick/journal'
import type { Account } from '../books/account.js'
import type { KillMoment } from './kill-worker.js'

/** What a model calls. */
export interface ModelCall {
  readonly title: string
  /** The name as the model writes it. */
  readonly wireName: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A call, and how it must end. */
export interface Step extends ModelCall {
  /** The call has to wait for a person, and this one approves of it. */
  readonly approvedBy?: string
  readonly expected: AnswerStatus
  /** The answer must be one that the journal kept. */
  readonly isRepeated?: true
}

/** A step that was played: what the model and the operator saw of it, and the books after it. */
export interface PlayedStep extends Step {
  /** What it waited for; undefined for a call that nobody had to approve. */
  readonly question: Question | undefined
  readonly answer: Answer
  readonly event: ToolEvent | undefined
  readonly accounts: readonly Account[]
}

/** A call that waits for a person, and the books meanwhile. */
export interface Question {
  readonly suspensionId: string
  readonly reason: string
  readonly argumentsDigest: string
  readonly accounts: readonly Account[]
}

/** A transfer whose worker is killed in the middle of it. */
export interface Crash extends ModelCall {
  readonly approvedBy: string
  readonly moment: KillMoment
}

/** A crash that was played: the books after it, then what the same call is told when the service runs again. */
export interface PlayedCrash extends Crash {
  readonly killed: readonly Account[]
  readonly doubted: Told
  readonly found: Told
  /** What the journal has of it in the end. */
  readonly record: JournalRecord | undefined
}

/** An answer, and the books after it. */
export interface Told {
  readonly answer: Answer
  readonly accounts: readonly Account[]
}

/** How a call ended. */
export type AnswerStatus = 'output' | 'suspended' | ToolErrorCode

/** What a model gets for its call: JSON, a question that is open, or the text of an error. */
export type Answer =
  | {
      readonly status: 'output'
      readonly value: unknown
      /** The call it was first the answer to, where the journal kept it. */
      readonly deduplicatedFrom?: string | undefined
    }
  | { readonly status: 'suspended'; readonly suspensionId: string; readonly reason: string }
  | { readonly status: ToolErrorCode; readonly disposition: Disposition; readonly text: string }
