import { hasBrand } from './brand.js'
import type { Disposition } from './disposition.js'

const brand = Symbol.for('tallystick.ToolFailure')

/** What a body knows about its own failure. */
export interface ToolFailureOptions {
  /**
   * What is known about the far side.
   * @defaultValue `'in-doubt'`
   */
  readonly disposition?: Disposition | undefined
  /**
   * Whether the same call may be tried again.
   * @defaultValue `false`
   */
  readonly retryable?: boolean | undefined
  /** How long to wait before trying again, in milliseconds. */
  readonly retryAfterMs?: number | undefined
  /** The original error, for the operator only. */
  readonly cause?: unknown
}

/**
 * What a body throws to declare a failure in words a model may read.
 * Construct it where it is thrown: one that reaches a second call counts as an unforeseen error there.
 * Callers never see it; their `dispatch` rejects with a `ToolError` of code `TOOL_FAILED`.
 *
 * @example
 * ```ts
 * throw new ToolFailure('The account has not enough money.', { disposition: 'did-not-happen' })
 * ```
 */
export class ToolFailure extends Error {
  override readonly name = 'ToolFailure'
  /** What a model may read, word for word. */
  readonly modelText: string
  /** What the body knows about the far side. */
  readonly disposition: Disposition
  /** Whether the same call may be tried again. */
  readonly retryable: boolean
  /** How long to wait before that, in milliseconds. */
  readonly retryAfterMs: number | undefined

  constructor(modelText: string, options: ToolFailureOptions = {}) {
    super(modelText, 'cause' in options ? { cause: options.cause } : undefined)
    this.modelText = modelText
    this.disposition = options.disposition ?? 'in-doubt'
    this.retryable = options.retryable ?? false
    this.retryAfterMs = options.retryAfterMs
  }

  get [brand](): true {
    return true
  }

  /** True for a `ToolFailure` of any copy of this package. */
  static is(value: unknown): value is ToolFailure {
    return hasBrand(value, brand)
  }
}
