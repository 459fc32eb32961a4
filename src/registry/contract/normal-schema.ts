import type { JsonSchema } from '../../schema/json-schema.js'
import { memberKind } from '../../schema/schema-members.js'

/** Keywords whose lists are sets: their order says nothing. Of `enum` it does: models read the first as the usual one. */
const sets: ReadonlySet<string> = new Set(['required', 'type'])

/** A copy of a schema in which two schemas that say the same in another order are one text. */
export function normalSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([, value]) => value !== undefined)
      .map(([keyword, value]) => [keyword, normalMember(keyword, value)]),
  )
}

function normalMember(keyword: string, value: unknown): unknown {
  if (sets.has(keyword)) return sortedSet(value)
  if (keyword === 'dependentRequired') return mapValues(value, sortedSet)
  const kind = memberKind(keyword)
  if (kind === 'map') return mapValues(value, normalOr)
  if (kind === 'data') return value
  return Array.isArray(value) ? value.map(normalOr) : normalOr(value)
}

/** A boolean schema, or data where a schema was expected, stays what it is. */
function normalOr(value: unknown): unknown {
  if (Array.isArray(value)) return sortedSet(value)
  return typeof value === 'object' && value !== null ? normalSchema(value as JsonSchema) : value
}

function sortedSet(value: unknown): unknown {
  const isTexts = Array.isArray(value) && value.every((item) => typeof item === 'string')
  return isTexts ? [...value].sort() : value
}

function mapValues(value: unknown, toValue: (member: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toValue(member)]))
}
