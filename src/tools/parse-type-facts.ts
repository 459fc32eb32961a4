import { DefinitionError } from '../errors/definition-error.js'
import { deepFreeze } from '../schema/deep-freeze.js'
import { findFactsMistake } from './facts-mistake.js'
import type { TypeFacts } from './type-facts.js'

/**
 * The content of a file that `tallystick types` wrote, checked as far as anything relies on it, and frozen.
 *
 * @param subject - what to call it in errors, for example the path of the file.
 * @throws DefinitionError when it is not such a file, or one of another format.
 */
export function parseTypeFacts(content: unknown, subject: string): TypeFacts {
  const message = findFactsMistake(content)
  if (message === undefined) return deepFreeze(structuredClone(content) as TypeFacts)
  const fix = 'Write it again with `tallystick types`.'
  throw new DefinitionError([{ subject, message, fix }])
}
