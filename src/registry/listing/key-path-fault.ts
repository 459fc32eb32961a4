import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { memberNames, stepInto } from '../../schema/schema-step.js'
import { parseKeyPath } from '../../tools/key-path.js'

const keyTypes: readonly string[] = ['string', 'number', 'integer']

/**
 * Why no argument that a schema allows stands at the path of a key, or none that could be a key; undefined where one may.
 * As it stands after "the key".
 */
export function keyPathFault(inputSchema: JsonSchema, path: string): string | undefined {
  let at: readonly JsonSchema[] = [inputSchema]
  for (const segment of parseKeyPath(path) ?? []) {
    const steps = at.map((schema) => stepInto(schema, segment, inputSchema))
    if (steps.length > 0 && steps.every(({ isClosed }) => isClosed)) {
      const names = at.flatMap((schema) => memberNames(schema, inputSchema))
      const near = didYouMean(nearestNames(segment, names))
      return `${quoteName(path)} names no argument: there is no ${quoteName(segment)}.${near}`
    }
    at = steps.flatMap(({ leads }) => leads)
  }
  const mayBeKey = at.length === 0 || at.some(({ type }) => type === undefined || isKeyType(type))
  return mayBeKey ? undefined : `${quoteName(path)} names an argument that is no text or number.`
}

function isKeyType(type: NonNullable<JsonSchema['type']>): boolean {
  return [type].flat().some((name) => keyTypes.includes(name))
}
