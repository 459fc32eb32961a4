import { readFileSync } from 'node:fs'

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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'missing' }
    throw error
  }
}
