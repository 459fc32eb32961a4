import { hasBrand } from './brand.js'
import type { Disposition } from './disposition.js'
import type { ToolErrorCode } from './error-codes.js'
import { copyIssue, type Issue } from './issue.js'
import { standardModelText } from './model-text.js'

const brand = Symbol.for('tallystick.ToolError')

/** The pair that identifies a tool, as an error carries it. */
export interface ToolIdentity {
  readonly server: string
  readonly name: string
  /** `server/name`. */
  toString(): string
}

/** What a `ToolError` is made of. */
export interface ToolErrorInit {
  /** Why the call failed. */
  readonly code: ToolErrorCode
  readonly disposition: Disposition
  /** For the operator: subject, what is wrong, what to do. Never a received value. */
  readonly message: string
  readonly toolId?: ToolIdentity | undefined
  readonly callId?: string | undefined
  readonly issues?: readonly Issue[] | undefined
  /**
   * What a model may read.
   * @defaultValue the constant sentence of the code
   */
  readonly modelText?: string | undefined
  /** @defaultValue `false` */
  readonly retryable?: boolean | undefined
  /** How long to wait before trying again, in milliseconds. Dropped unless it is finite and not negative. */
  readonly retryAfterMs?: number | undefined
  /** Stands in the model's text and in the event of the call, so that an operator finds the cause. */
  readonly reference?: string | undefined
  readonly cause?: unknown
}

/** A `ToolError` as JSON: what may cross a process. */
export interface ToolErrorJson {
  readonly code: ToolErrorCode
  readonly disposition: Disposition
  readonly tool: string | undefined
  readonly issues: readonly Issue[]
  readonly modelText: string
  readonly retryable: boolean
  readonly retryAfterMs?: number
  readonly reference?: string
}

/**
 * A failed call. `code` says why, `disposition` what is known about the far side,
 * `modelText` what a model may read; `message` and `cause` are for the operator. Frozen: whoever is shown an error
 * before its caller cannot change what it says.
 */
export class ToolError extends Error {
  override readonly name = 'ToolError'
  /** Why the call failed: a row of the error table. */
  readonly code: ToolErrorCode
  /** What is known about the far side. */
  readonly disposition: Disposition
  /** The tool that was called; undefined where there is no such tool. */
  readonly toolId: ToolIdentity | undefined
  /** The call that failed. */
  readonly callId: string | undefined
  /** Every reason, for arguments or an output that were refused. */
  readonly issues: readonly Issue[]
  /** What a model may read. */
  readonly modelText: string
  /** Whether the same call may be tried again. */
  readonly retryable: boolean
  /** How long to wait before that, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Stands in `modelText` and in the event of the call, so that an operator finds the cause. */
  readonly reference: string | undefined
  readonly #isFinal: boolean

  constructor(init: ToolErrorInit) {
    // Arguments that a model got wrong are no fault of a program: where the error was made says nothing, and costs much.
    const isTraced = init.code !== 'INVALID_ARGUMENTS'
    const { stackTraceLimit } = Error
    if (!isTraced) limitStacks(0)
    super(init.message, 'cause' in init ? { cause: init.cause } : undefined)
    if (!isTraced) limitStacks(stackTraceLimit)
    this.code = init.code
    this.disposition = init.disposition
    this.toolId = init.toolId && freezeIdentity(init.toolId)
    this.callId = init.callId
    this.issues = Object.freeze((init.issues ?? []).map(copyIssue))
    this.reference = init.reference
    this.modelText = init.modelText ?? standardModelText(init)
    this.retryable = init.retryable ?? false
    this.retryAfterMs = isDelay(init.retryAfterMs) ? init.retryAfterMs : undefined
    // A subclass still has its own fields to set.
    this.#isFinal = new.target === ToolError
    if (this.#isFinal) Object.freeze(this)
  }

  get [brand](): true {
    return true
  }

  /** True for a `ToolError` of any copy of this package. */
  static is(value: unknown): value is ToolError {
    return hasBrand(value, brand)
  }

  /** @internal */
  static isFinal(value: object): boolean {
    return #isFinal in value && value.#isFinal
  }

  /** The error without what is only for the operator: no message, no cause, no stack. */
  toJSON(): ToolErrorJson {
    return {
      code: this.code,
      disposition: this.disposition,
      tool: this.toolId?.toString(),
      issues: this.issues,
      modelText: this.modelText,
      retryable: this.retryable,
      ...(this.retryAfterMs === undefined ? {} : { retryAfterMs: this.retryAfterMs }),
      ...(this.reference === undefined ? {} : { reference: this.reference }),
    }
  }
}

/** True for a `ToolError` that this copy of the package made and that nothing can change any more. @internal */
export function isFinalError(value: object): boolean {
  return ToolError.isFinal(value)
}

/** What may be restated of an error on its way out. */
export type ToolErrorChanges = Pick<
  ToolErrorInit,
  'toolId' | 'callId' | 'retryable' | 'modelText' | 'issues'
> & { readonly disposition?: Disposition; readonly message?: string }

/** The error itself when it says all of `changes` already; else a copy that does, whose cause is the error. */
export function restateError(error: ToolError, changes: ToolErrorChanges): ToolError {
  if (saysAll(error, changes)) return error
  return new ToolError({ ...fieldsOf(error), ...changes, cause: error })
}

function saysAll(error: ToolError, changes: ToolErrorChanges): boolean {
  for (const name in changes) {
    const key = name as keyof ToolErrorChanges
    if (error[key] !== changes[key]) return false
  }
  return true
}

function fieldsOf(error: ToolError): ToolErrorInit {
  const { code, disposition, message, toolId, callId, issues, reference } = error
  const { retryable, retryAfterMs } = error
  const wording = error.modelText === standardModelText(error) ? {} : { modelText: error.modelText }
  const identity = { code, toolId, callId, reference }
  return { ...identity, disposition, message, issues, retryable, retryAfterMs, ...wording }
}

/** Where a host has frozen what belongs to the language, stacks are as they are. */
function limitStacks(frames: number): void {
  try {
    Error.stackTraceLimit = frames
  } catch {
    return
  }
}

function freezeIdentity(id: ToolIdentity): ToolIdentity {
  if (Object.isFrozen(id)) return id
  const { server, name } = id
  return Object.freeze({ server, name, toString: () => `${server}/${name}` })
}

function isDelay(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value < Infinity
}
