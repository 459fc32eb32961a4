import type { JsonSchema, JsonTypeName } from '../../schema/json-schema.js'

const valueTypes = ['string', 'number', 'boolean', 'object', 'array'] as const
const allTypes: readonly JsonTypeName[] = Object.freeze([...valueTypes, 'null'] as const)

/** Every type of JSON; an empty schema would invite models to send JSON in a string. */
export const anyType: JsonSchema = Object.freeze({ type: allTypes })

/** Every type but null. */
export const anyTypeButNull: JsonSchema = Object.freeze({ type: Object.freeze(valueTypes) })

const typeGivers = ['type', 'enum', 'const', 'anyOf', 'oneOf', 'allOf', '$ref'] as const
const parts = ['$ref', 'anyOf', 'oneOf', 'allOf', 'not'] as const

/** Says the type where nothing else does, and of an array that its items are of any type. */
export function withType(schema: JsonSchema): JsonSchema {
  const typed = typeGivers.some((keyword) => keyword in schema) ? schema : { ...anyType, ...schema }
  return typed.type === 'array' ? { ...typed, items: anyType } : typed
}

/** The same or null. */
export function allowNull(schema: JsonSchema): JsonSchema {
  const { type } = schema
  const isPlain = !parts.some((keyword) => keyword in schema)
  if (type === undefined || !isPlain) return { anyOf: [schema, { type: 'null' }] }
  const types = typeof type === 'string' ? [type] : type
  const { const: constant, ...rest } = schema
  const values = constant === undefined ? schema.enum : [constant]
  return {
    ...rest,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(values && { enum: values.includes(null) ? values : [...values, null] }),
  }
}
