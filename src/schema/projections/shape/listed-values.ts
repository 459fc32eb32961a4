import type { JsonTypeName } from '../../json-schema.js'
import type { JsonValue } from '../../json.js'
import { jsonTypeOf } from '../../json-type.js'

/** The types without `integer` where `number` covers it. */
export function normalTypes(types: readonly JsonTypeName[]): readonly JsonTypeName[] {
  return types.includes('number') ? types.filter((type) => type !== 'integer') : types
}

/** The types that some values have, of those that are allowed. */
export function typesOfValues(
  values: readonly JsonValue[],
  allowed: readonly JsonTypeName[],
): readonly JsonTypeName[] {
  const own = new Set<JsonTypeName>(values.map(jsonTypeOf))
  const integers = values.every((value) => typeof value !== 'number' || Number.isInteger(value))
  if (own.delete('number')) own.add(integers ? 'integer' : 'number')
  return intersectTypes(allowed, [...own])
}

/** Those of some values whose type is allowed. */
export function valuesOf(
  values: readonly JsonValue[],
  types: readonly JsonTypeName[],
): readonly JsonValue[] {
  const isInteger = (value: JsonValue): boolean =>
    typeof value === 'number' && Number.isInteger(value) && types.includes('integer')
  return values.filter((value) => types.includes(jsonTypeOf(value)) || isInteger(value))
}

/** The types that two lists have in common. */
export function intersectTypes(
  first: readonly JsonTypeName[],
  second: readonly JsonTypeName[],
): readonly JsonTypeName[] {
  const has = (types: readonly JsonTypeName[], type: JsonTypeName): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'))
  const all = new Set([...first, ...second])
  return normalTypes([...all].filter((type) => has(first, type) && has(second, type)))
}
