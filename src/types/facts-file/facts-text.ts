import { readFileSync } from 'node:fs'

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
 * Reads a file of facts; one that is missing or broken is to be written anew. Its tools are not looked at, for a digest
 * covers them.
 */
export function readKeptFacts(path: string): KeptFacts {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isFacts(content) ? { status: 'facts', facts: content } : { status: 'unreadable' }
  } catch (error) {
    if (error instanceof SyntaxError) return { status: 'unreadable' }
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { status: 'missing' }
    throw error
  }
}

function isFacts(content: unknown): content is TypeFacts {
  if (!isObject(content) || content['version'] !== 1) return false
  const { inputs, tools } = content
  if (!isObject(inputs) || !isObject(tools)) return false
  const { digest, folders, files, excluded = [] } = inputs
  return typeof digest === 'string' && [folders, files, excluded].every(isTexts)
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
