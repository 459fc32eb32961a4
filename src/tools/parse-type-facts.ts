import { DefinitionError } from '../errors/definition-error.js'
import { deepFreeze } from '../schema/deep-freeze.js'
import type { ToolTypeFacts, TypeFacts } from './type-facts.js'

/**
 * The content of a file that `tallystick types` wrote, checked as far as anything relies on it, and frozen.
 *
 * @param subject - what to call it in errors, for example the path of the file.
 * @throws DefinitionError when it is not such a file, or one of another format.
 */
export function parseTypeFacts(content: unknown, subject: string): TypeFacts {
  const message = findMistake(content)
  if (message === undefined) return deepFreeze(structuredClone(content) as TypeFacts)
  const fix = 'Write it again with `tallystick types`.'
  throw new DefinitionError([{ subject, message, fix }])
}

function findMistake(content: unknown): string | undefined {
  if (!isObject(content)) return 'it is not the JSON object that `tallystick types` writes.'
  const { version, inputs, tools } = content
  if (version !== 1) return 'its "version" is not 1, the format this release reads.'
  if (!isInputs(inputs)) return '"inputs" does not say what the facts were made from.'
  if (!isObject(tools)) return '"tools" is not an object.'
  const broken = Object.entries(tools).find(([, facts]) => !isToolFacts(facts))
  return broken && `"tools" has an entry, ${JSON.stringify(broken[0])}, that is not one of a tool.`
}

function isInputs(inputs: unknown): boolean {
  return (
    isObject(inputs) &&
    typeof inputs['digest'] === 'string' &&
    isTexts(inputs['folders']) &&
    isTexts(inputs['files'])
  )
}

function isToolFacts(facts: unknown): facts is ToolTypeFacts {
  if (!isObject(facts)) return false
  const { description, arguments: args, output } = facts
  return (
    typeof facts['class'] === 'string' &&
    typeof facts['file'] === 'string' &&
    (description === undefined || typeof description === 'string') &&
    (output === undefined || isObject(output)) &&
    isObject(args) &&
    args['type'] === 'object'
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
