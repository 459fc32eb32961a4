import type { JsonSchema } from './json-schema.js'
import { memberKind } from './schema-members.js'

/** A schema and every schema inside it in object form, each once, without recursion. */
export function allSchemas(schema: JsonSchema): ReadonlySet<object> {
  const found = new Set<object>([schema])
  for (const each of found) for (const inner of innerSchemas(each)) found.add(inner)
  return found
}

/** The schemas in object form directly inside one. */
export function innerSchemas(schema: object): readonly object[] {
  return Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    const kind = memberKind(keyword)
    if (kind === 'data' || typeof value !== 'object' || value === null) return []
    const isOne = kind === 'schema' && !Array.isArray(value)
    return (isOne ? [value] : Object.values(value)).filter(isObject)
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
