import type { JsonSchema } from '../../schema/json-schema.js'

const shownPattern = 40

/** The type of a value in a few words, with its limits: `string (1..64)`, `integer (at least 1)`, `map of string`. */
export function typeLabel(schema: JsonSchema): string {
  const { type, enum: values, const: constant, $ref } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  const choices = alternativesOf(schema)
  if (choices.length > 0) return [...new Set(choices.map(typeLabel))].join(' | ')
  if (type === undefined) return $ref === undefined ? 'any' : 'recursive'
  const types = [type].flat()
  return types.map((name) => labelOf(name, schema)).join(' | ')
}

/** The alternatives of a union. */
export function alternativesOf({ oneOf, anyOf }: JsonSchema): readonly JsonSchema[] {
  return (oneOf ?? anyOf ?? []).filter((choice) => typeof choice === 'object')
}

function labelOf(type: string, schema: JsonSchema): string {
  switch (type) {
    case 'string':
      return stringLabel(schema)
    case 'integer':
    case 'number':
      return `${type}${range(lowest(schema), highest(schema))}`
    case 'array':
      return arrayLabel(schema)
    case 'object':
      return objectLabel(schema)
    default:
      return type
  }
}

function stringLabel({ format, pattern, minLength, maxLength }: JsonSchema): string {
  const shown = pattern !== undefined && pattern.length <= shownPattern ? ` /${pattern}/` : ''
  return `${format ?? 'string'}${shown}${range(minLength, maxLength)}`
}

function arrayLabel({ items, prefixItems, minItems, maxItems }: JsonSchema): string {
  if (prefixItems !== undefined) return `[${prefixItems.map(labelOfAny).join(', ')}]`
  const inner = labelOfAny(items ?? true)
  return `${inner.includes(' ') ? `(${inner})` : inner}[]${range(minItems, maxItems)}`
}

function objectLabel({ properties, additionalProperties }: JsonSchema): string {
  const isMap = Object.keys(properties ?? {}).length === 0
  return isMap && typeof additionalProperties === 'object'
    ? `map of ${typeLabel(additionalProperties)}`
    : 'object'
}

function labelOfAny(schema: JsonSchema | boolean): string {
  return typeof schema === 'object' ? typeLabel(schema) : 'any'
}

function lowest({ minimum, exclusiveMinimum }: JsonSchema): number | string | undefined {
  return exclusiveMinimum === undefined ? minimum : `over ${exclusiveMinimum.toString()}`
}

function highest({ maximum, exclusiveMaximum }: JsonSchema): number | string | undefined {
  return exclusiveMaximum === undefined ? maximum : `under ${exclusiveMaximum.toString()}`
}

function range(low: number | string | undefined, high: number | string | undefined): string {
  if (low === undefined && high === undefined) return ''
  const isPlain = typeof low === 'number' && typeof high === 'number'
  if (isPlain)
    return low === high ? ` (${low.toString()})` : ` (${low.toString()}..${high.toString()})`
  const words = [tell('at least', low), tell('at most', high)].filter((word) => word !== '')
  return ` (${words.join(', ')})`
}

function tell(word: string, limit: number | string | undefined): string {
  if (limit === undefined) return ''
  return typeof limit === 'number' ? `${word} ${limit.toString()}` : limit
}
