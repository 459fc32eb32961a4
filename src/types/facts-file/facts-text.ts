import { readFileSync, statSync } from 'node:fs'

import { findFactsMistake } from '../../tools/facts-mistake.js'
import type { TypeFacts } from '../../tools/type-facts.js'

/** The text of a file of facts. */
export function factsText(facts: TypeFacts): string {
  return `${JSON.stringify(facts, null, 2)}\n`
}

/** What stands where facts are kept. */
export type KeptFacts =
  | { readonly status: 'facts'; readonly facts: TypeFacts }
  | { readonly status: 'missing' | 'unreadable' }

/**
 * Reads a file of facts; one that is missing or broken is to be written anew.
 */
export function readKeptFacts(path: string): KeptFacts {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (findFactsMistake(content) !== undefined) return { status: 'unreadable' }
    return { status: 'facts', facts: content as TypeFacts }
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'unreadable' }
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { status: 'missing' }
    if (code === 'EISDIR') return { status: 'unreadable' }
    throw error
  }
}

/**
 * True where facts may be written: where nothing is, or nothing but facts, also of another release or with the marks of
 * a merge in them.
 */
export function isReplaceable(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return true
  if (!stats.isFile()) return false
  const text = readFileSync(path, 'utf8').trim()
  return text === '' || text === '{}' || isMergedFacts(text) || isFactsLike(text)
}

function isMergedFacts(text: string): boolean {
  return /^<{7} /m.test(text) && /^[{<]/.test(text) && text.includes('"digest": "types-sha256:')
}

function isFactsLike(text: string): boolean {
  try {
    const content = JSON.parse(text) as { readonly version?: unknown; readonly tools?: unknown }
    const { version, tools } = content
    return version !== undefined && typeof tools === 'object' && !Array.isArray(tools)
  } catch {
    return false
  }
}
