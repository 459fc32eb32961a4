import type { JsonSchema } from '../../schema/json-schema.js'
import { memberKind } from '../../schema/schema-members.js'
import { findTag } from './union-tag.js'

/** A schema where one may stand; absent ones accept everything. */
export type SubSchema = JsonSchema | boolean | undefined

/** Keywords under which a schema that accepts more can make the whole accept less. */
const reversing: ReadonlySet<string> = new Set([
  ...['not', 'if', 'maxContains', 'dependentSchemas', 'dependencies'],
  ...['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef'],
])

/** True where a part of the schema that accepts more lets the whole accept more, and nothing less. */
export function isMonotone(schema: JsonSchema): boolean {
  return Object.entries(schema).every(([keyword, value]) => {
    if (reversing.has(keyword)) return false
    if (keyword === 'oneOf' && findTag(value) === undefined) return false
    return membersOf(keyword, value).every((member) => !isSchema(member) || isMonotone(member))
  })
}

function membersOf(keyword: string, value: unknown): readonly unknown[] {
  const kind = memberKind(keyword)
  if (kind === 'data' || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value
  return kind === 'map' ? Object.values(value) : [value]
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
