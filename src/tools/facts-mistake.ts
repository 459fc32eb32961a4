import { quoteName } from '../errors/quoted-name.js'
import { isObject } from '../schema/is-object.js'

/** Why content is no facts of the format this release reads; undefined where it is. */
export function findFactsMistake(content: unknown): string | undefined {
  if (!isObject(content)) return 'it is not the JSON object that `tallystick types` writes.'
  const { version, inputs, tools } = content
  if (version !== 1) return 'its "version" is not 1, the format this release reads.'
  if (!isInputs(inputs)) return '"inputs" does not say what the facts were made from.'
  if (!isObject(tools)) return '"tools" is not an object.'
  const broken = Object.entries(tools).find(([, facts]) => !isToolFacts(facts))
  return broken && `"tools" has an entry, ${quoteName(broken[0])}, that is not one of a tool.`
}

function isInputs(inputs: unknown): boolean {
  if (!isObject(inputs)) return false
  const { digest, folders, excluded, files } = inputs
  return typeof digest === 'string' && [folders, excluded, files].every(isTexts)
}

function isToolFacts(facts: unknown): boolean {
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
