import { basicRules } from '../../../errors/basic-option-rules.js'
import { optionProblems, toRule, type OptionRule } from '../../../errors/option-problems.js'

/** How sessions of clients of 2025 are kept. */
export interface McpSessionOptions {
  /**
   * How many there may be. One more ends that of the same caller which was not used for longest, else one of the caller that
   * has most, and none with a call under way.
   * @defaultValue `1000`
   */
  readonly maxSessions?: number | undefined
  /**
   * How long one is kept without a request, in milliseconds.
   * @defaultValue `86_400_000`: a day
   */
  readonly idleMs?: number | undefined
}

/** Sessions as an operator asks for them. */
export const sessionsRule = toRule('true, false or { maxSessions, idleMs }', isSessions)

/** The limits of sessions; undefined where none are kept. */
export function readSessions(
  sessions: boolean | McpSessionOptions | undefined,
): Required<Record<keyof McpSessionOptions, number>> | undefined {
  if (sessions === undefined || sessions === false) return undefined
  const { maxSessions = 1000, idleMs = 86_400_000 } = sessions === true ? {} : sessions
  return { maxSessions, idleMs }
}

function isSessions(value: unknown): boolean {
  return typeof value === 'boolean' || optionProblems('sessions', value, rules).length === 0
}

const rules = {
  maxSessions: basicRules.count,
  idleMs: basicRules.positiveMs,
} satisfies Record<keyof McpSessionOptions, OptionRule>
