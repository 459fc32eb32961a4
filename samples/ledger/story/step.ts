import type { Disposition, ToolErrorCode, ToolEvent } from 'tallystick'
import type { Account } from '../books/account.js'

/** What a model calls, and how the call must end. */
export interface Step {
  readonly title: string
  /** The name as the model writes it. */
  readonly wireName: string
  readonly input: unknown
  readonly expected: 'output' | ToolErrorCode
}

/** A step that was played: what the model and the operator saw of it, and the books after it. */
export interface PlayedStep extends Step {
  readonly answer: Answer
  readonly event: ToolEvent | undefined
  readonly accounts: readonly Account[]
}

/** What a model gets for its call: JSON, or the text of an error. */
export type Answer =
  | { readonly status: 'output'; readonly value: unknown }
  | { readonly status: ToolErrorCode; readonly disposition: Disposition; readonly text: string }
