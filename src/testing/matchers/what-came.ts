import { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'

/** What a call came to, however a test holds it. */
export type WhatCame =
  | { readonly kind: 'outcome'; readonly outcome: ToolOutcome }
  | { readonly kind: 'error'; readonly error: ToolError }
  | { readonly kind: 'neither'; readonly value: unknown }

/**
 * Reads what a test expects something of: a promise of a call, an outcome, an error, a result of `callAll`, or a function
 * that makes the call.
 */
export async function whatCame(received: unknown): Promise<WhatCame> {
  try {
    return settledOf(await (isMaker(received) ? received() : received))
  } catch (thrown) {
    return toCame(thrown)
  }
}

function isMaker(received: unknown): received is () => unknown {
  return typeof received === 'function'
}

function settledOf(value: unknown): WhatCame {
  const { status, reason, value: inner } = Object(value) as Readonly<Record<string, unknown>>
  if (status === 'rejected') return toCame(reason)
  return toCame(status === 'fulfilled' ? inner : value)
}

function toCame(value: unknown): WhatCame {
  if (ToolError.is(value)) return { kind: 'error', error: value }
  const { status } = Object(value) as Readonly<Record<string, unknown>>
  const isOutcome = status === 'output' || status === 'suspended'
  return isOutcome ? { kind: 'outcome', outcome: value as ToolOutcome } : { kind: 'neither', value }
}

/** What came, in words. */
export function wordsOf(came: WhatCame, print: (value: unknown) => string): string {
  if (came.kind === 'outcome') return `an outcome: ${print(came.outcome)}`
  if (came.kind === 'neither') return `neither an outcome nor a ToolError: ${print(came.value)}`
  const { code, disposition, issues, message } = came.error
  const lines = issues.map((issue) => `\n  ${issue.code} at ${print(issue.path)}: ${issue.message}`)
  return `${code}, ${disposition}: ${message}${lines.join('')}`
}
