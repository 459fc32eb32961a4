import type { JsonTypeName } from '../../json-schema.js'

/** The type names of JSON Schema, as a schema may name them. */
const typeNames: readonly JsonTypeName[] = [
  'string',
  'integer',
  'number',
  'boolean',
  'object',
  'array',
  'null',
]

/** Whether a value is one of them. */
export function isJsonTypeName(value: unknown): value is JsonTypeName {
  return typeNames.some((name) => name === value)
}

/**
 * A schema without the words of other dialects that servers mix into theirs: `nullable` of OpenAPI 3.0, and the
 * `exclusiveMinimum: true` of draft-04. The given one stays as it is.
 */
export function normalKeywords(schema: object): Readonly<Record<string, unknown>> {
  const { nullable, ...rest } = schema as Record<string, unknown>
  const bounded = withBound(withBound(rest, 'minimum'), 'maximum')
  return nullable === true ? withNull(bounded) : bounded
}

const exclusives = { minimum: 'exclusiveMinimum', maximum: 'exclusiveMaximum' } as const

function withBound(
  schema: Record<string, unknown>,
  bound: keyof typeof exclusives,
): Record<string, unknown> {
  const exclusive = exclusives[bound]
  if (typeof schema[exclusive] !== 'boolean') return schema
  const { [bound]: value, [exclusive]: isExclusive, ...rest } = schema
  if (value === undefined) return rest
  return { ...rest, [isExclusive === true ? exclusive : bound]: value }
}

function withNull(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, anyOf, oneOf } = schema
  // Values that are listed stay: null is accepted only where it is one of them (OpenAPI 3.0.3).
  if (type !== undefined) return { ...schema, type: [...new Set([type, 'null'].flat())] }
  if (Array.isArray(anyOf)) return { ...schema, anyOf: [...(anyOf as unknown[]), { type: 'null' }] }
  if (Array.isArray(oneOf)) return { ...schema, oneOf: [...(oneOf as unknown[]), { type: 'null' }] }
  if (schema['$ref'] === undefined && schema['allOf'] === undefined) return schema
  const { title, description, ...asserted } = schema
  const annotations = Object.entries({ title, description }).filter(
    ([, text]) => text !== undefined,
  )
  return { ...Object.fromEntries(annotations), anyOf: [asserted, { type: 'null' }] }
}
