import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

import { DefinitionError } from '../../errors/definition-error.js'
import { parseTypeFacts } from '../../tools/parse-type-facts.js'
import type { FactsJson, TypeFacts } from '../../tools/type-facts.js'

/**
 * What `facts` may be: the content of the file that `tallystick types` writes, also as an import of JSON gives it; or where
 * that file is. A path that is not absolute starts at the working directory, a `new URL('…', import.meta.url)` at the module.
 */
export type FactsOption = FactsJson | URL | string

/**
 * The facts an option names.
 *
 * @param option - what to call it in errors.
 * @throws DefinitionError when the file cannot be read, or is not what `tallystick types` writes.
 */
export function readFacts(facts: FactsOption, option = 'discoverTools, facts'): TypeFacts {
  if (typeof facts !== 'string' && !(facts instanceof URL)) {
    return parseTypeFacts(facts, option)
  }
  const path = typeof facts === 'string' ? resolve(facts) : toPath(facts, option)
  return parseTypeFacts(parseJson(readText(path), path), path)
}

function toPath(url: URL, subject: string): string {
  if (url.protocol === 'file:') return fileURLToPath(url)
  const message = 'the URL of the facts names no file.'
  const fix = "Pass new URL('tallystick.types.json', import.meta.url), or a path."
  throw new DefinitionError([{ subject, message, fix }])
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code ?? 'it cannot be read'
    const message = `the file of facts cannot be read (${reason}).`
    const fix = 'Write it with `tallystick types`, and ship it with the program.'
    throw new DefinitionError([{ subject: path, message, fix }], { cause })
  }
}

/** What is no JSON at all is refused by the parser of facts in its own words. */
function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const fix = 'Write it again with `tallystick types`.'
    throw new DefinitionError([{ subject: path, message: 'it is not JSON.', fix }])
  }
}
