import type { JsonTypeName } from './json-schema.js'

/** The type of a JSON value as JSON Schema names it; `number` for every number, whole ones too. */
export function jsonTypeOf(value: unknown): Exclude<JsonTypeName, 'integer'> {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  const type = typeof value
  return type === 'string' || type === 'number' || type === 'boolean' ? type : 'object'
}
