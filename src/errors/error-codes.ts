import type { Disposition } from './disposition.js'

/**
 * How a code's disposition is found:
 * a fixed one; `stated` by whoever throws; or by the `mark` of the call
 * (body not started: did-not-happen, started: in-doubt, returned: landed).
 */
export type DispositionRule = Disposition | 'stated' | 'mark'

/** Which failures the retry layer may try again: none, all, those of tools that do not write, or as stated. */
export type RetryRule = 'never' | 'always' | 'unless-write' | 'stated'

/** One row of the error table. */
export interface ErrorCodeFacts {
  /** When a call ends with this code. */
  readonly when: string
  /** What is then known about the far side. */
  readonly disposition: DispositionRule
  /** What the retry layer may do. */
  readonly retry: RetryRule
}

/**
 * Every code a `ToolError` can carry. The README's table, the `ToolErrorCode`
 * type and the tests are held to this one.
 */
export const errorCodes = {
  UNKNOWN_TOOL: { when: 'not in this registry', disposition: 'did-not-happen', retry: 'never' },
  NOT_GRANTED: {
    when: 'the manifest does not grant the tool, or its grant was withdrawn',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  INVALID_ARGUMENTS: {
    when: 'the arguments were refused',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  MISSING_IDEMPOTENCY_KEY: {
    when: 'a declared key yields nothing usable',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  REFUSED: {
    when: 'a policy, the grant or the context of the call said no',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  APPROVAL_DENIED: {
    when: 'a person said no, or the approval expired',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  KEY_REUSED: {
    when: 'the same key with other arguments',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  IN_FLIGHT: { when: 'another call holds this key now', disposition: 'in-doubt', retry: 'never' },
  IN_DOUBT: {
    when: 'an earlier attempt of this key has an unknown result',
    disposition: 'in-doubt',
    retry: 'never',
  },
  ALREADY_DONE: {
    when: 'landed earlier, its result has been pruned',
    disposition: 'landed',
    retry: 'never',
  },
  UNREACHABLE: { when: 'the call never left', disposition: 'did-not-happen', retry: 'always' },
  UNAVAILABLE: {
    when: 'the instance could not be made: a constructor, a dependency or an assignment threw',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  BUSY: { when: 'a concurrency limit', disposition: 'did-not-happen', retry: 'never' },
  CANCELLED: { when: 'the signal of the call fired', disposition: 'mark', retry: 'never' },
  TIMED_OUT: {
    when: 'the deadline of the call passed',
    disposition: 'mark',
    retry: 'unless-write',
  },
  TOOL_FAILED: { when: 'the body threw', disposition: 'stated', retry: 'unless-write' },
  OUTPUT_INVALID: {
    when: 'the body ran, its output is not JSON or breaks its schema',
    disposition: 'landed',
    retry: 'never',
  },
  UNSUSPENDABLE: {
    when: 'the body suspended and there is no journal',
    disposition: 'in-doubt',
    retry: 'never',
  },
  JOURNAL_UNAVAILABLE: {
    when: 'the journal is full, locked or corrupt',
    disposition: 'stated',
    retry: 'never',
  },
  CONTRACT_CHANGED: {
    when: 'the tool changed between suspend and resume',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  UNKNOWN_SUSPENSION: {
    when: 'no such suspension for this tenant',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  ALREADY_ANSWERED: {
    when: 'the suspension has its answer',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  INVALID_ANSWER: {
    when: 'the answer breaks the schema of the suspension',
    disposition: 'did-not-happen',
    retry: 'never',
  },
  LAYER_FAILED: {
    when: 'a layer broke its contract: something else thrown, `next` called twice, its outcome lost',
    disposition: 'mark',
    retry: 'never',
  },
} as const satisfies Record<string, ErrorCodeFacts>

/** A code of the error table. */
export type ToolErrorCode = keyof typeof errorCodes
