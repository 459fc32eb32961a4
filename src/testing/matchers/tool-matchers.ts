import type { Disposition } from '../../errors/disposition.js'
import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { ToolError } from '../../errors/tool-error.js'
import { whatCame, wordsOf, type WhatCame } from './what-came.js'

/** The parts of an outcome that a test expects; the others may be anything. Asymmetric matchers may stand anywhere. */
export interface ExpectedOutcome {
  readonly status?: 'output' | 'suspended'
  /** The output, deeply equal. */
  readonly value?: unknown
  /** The call whose record the output came from. */
  readonly deduplicatedFrom?: unknown
  /** What the call waits for, deeply equal. */
  readonly suspension?: unknown
}

/** What a test expects of an error besides its code. Asymmetric matchers may stand anywhere. */
export interface ExpectedRefusal {
  /** Where one of its issues is, as `lines[1].qty`. */
  readonly path?: string
  /** The code of that issue, as `isInt` or `unknownKey`. */
  readonly rule?: string
  readonly disposition?: Disposition
  readonly retryable?: boolean
  /** What a model reads. */
  readonly modelText?: unknown
  /** What the operator reads. */
  readonly message?: unknown
}

/**
 * What `toolMatchers` adds to `expect`, for the declarations of a test runner. Both are awaited: what is expected may be the
 * promise of a call.
 */
export interface ToolMatchers {
  /** The call came to an outcome with these parts. */
  toHaveOutcome(expected: ExpectedOutcome): Promise<void>
  /** The call was refused, or failed, with this code. */
  toBeRefusedWith(code: ToolErrorCode, expected?: ExpectedRefusal): Promise<void>
}

/** What matchers use of the runner they run in; vitest and jest have it. */
export interface MatcherContext {
  /** Whether two values are deeply equal; the expected one may hold asymmetric matchers. */
  equals(received: unknown, expected: unknown): boolean
  readonly isNot?: boolean
  /** How it writes values. */
  readonly utils: MatcherUtils
}

/** How a runner writes values in messages. */
export interface MatcherUtils {
  /** A value that was expected. */
  printExpected(value: unknown): string
  /** A value that came. */
  printReceived(value: unknown): string
}

/** What a matcher answers. */
export interface MatcherResult {
  readonly pass: boolean
  /** What a test that fails says. */
  readonly message: () => string
}

/**
 * Matchers for what calls come to, for `expect.extend` of vitest and jest. They take a promise of a call, an outcome, an
 * error, a result of `callAll`, or a function that makes the call; await them.
 *
 * @example
 * ```ts
 * expect.extend(toolMatchers)
 * await expect(harness.call('ledger/transfer', {})).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'from' })
 * ```
 */
export const toolMatchers = Object.freeze({
  /** The call came to an outcome with these parts. */
  toHaveOutcome,
  /** The call was refused, or failed, with this code. */
  toBeRefusedWith,
})

async function toHaveOutcome(
  this: MatcherContext,
  received: unknown,
  expected: ExpectedOutcome,
): Promise<MatcherResult> {
  const came = await whatCame(received)
  const pass = came.kind === 'outcome' && hasParts(this, came.outcome, expected)
  return { pass, message: () => toMessage(this, came, `an outcome with ${print(this, expected)}`) }
}

async function toBeRefusedWith(
  this: MatcherContext,
  received: unknown,
  ...[code, expected = {}]: readonly [code: ToolErrorCode, expected?: ExpectedRefusal]
): Promise<MatcherResult> {
  const came = await whatCame(received)
  const pass = came.kind === 'error' && came.error.code === code && isAs(this, came.error, expected)
  const more = Object.keys(expected).length === 0 ? '' : ` with ${print(this, expected)}`
  return { pass, message: () => toMessage(this, came, `${code}${more}`) }
}

function isAs(context: MatcherContext, error: ToolError, expected: ExpectedRefusal): boolean {
  const { path, rule, ...parts } = expected
  const isIssue = (issue: { readonly path: string; readonly code: string }): boolean =>
    (path === undefined || context.equals(issue.path, path)) &&
    (rule === undefined || context.equals(issue.code, rule))
  const hasIssue = (path === undefined && rule === undefined) || error.issues.some(isIssue)
  return hasIssue && hasParts(context, error, parts)
}

function hasParts(context: MatcherContext, whole: object, parts: object): boolean {
  return Object.entries(parts).every(([name, part]) => {
    return context.equals(Reflect.get(whole, name), part)
  })
}

function toMessage(context: MatcherContext, came: WhatCame, expected: string): string {
  const isNot = context.isNot === true ? 'anything but ' : ''
  return `Expected ${isNot}${expected}.\nThere came ${wordsOf(came, (value) => context.utils.printReceived(value))}`
}

function print({ utils }: MatcherContext, value: unknown): string {
  return utils.printExpected(value)
}
