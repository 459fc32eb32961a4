import { readFileSync } from 'node:fs'

import { DefinitionError } from '../../errors/definition-error.js'
import { parseTypeFacts } from '../../tools/parse-type-facts.js'
import type { TypeFacts } from '../../tools/type-facts.js'

/** The text of a file of facts. */
export function factsText(facts: TypeFacts): string {
  return `${JSON.stringify(facts, null, 2)}\n`
}

/** What stands where facts are kept. */
export type KeptFacts =
  | { readonly status: 'facts'; readonly facts: TypeFacts }
  | { readonly status: 'missing' | 'unreadable' }

/** Reads a file of facts; one that is missing or broken is to be written anew. */
export function readKeptFacts(path: string): KeptFacts {
  try {
    return { status: 'facts', facts: parseTypeFacts(JSON.parse(readFileSync(path, 'utf8')), path) }
  } catch (error) {
    const isUnreadable = DefinitionError.is(error) || error instanceof SyntaxError
    if (isUnreadable) return { status: 'unreadable' }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'missing' }
    throw error
  }
}
