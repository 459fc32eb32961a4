import { JsonSchemaError } from './json-schema-error.js'
import type { JsonSchema } from './json-schema.js'
import { memberKind } from './schema-members.js'

type Draft = Record<string, unknown>

/**
 * A 2020-12 schema as draft-07 says it; never stricter. References go to `definitions`, tuples are lists under `items`.
 *
 * @throws JsonSchemaError for what draft-07 cannot say (`unevaluatedProperties`, `$dynamicRef`).
 */
export function toDraft7(schema: JsonSchema): Draft {
  return convertObject({ ...schema })
}

function convert(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  return Array.isArray(schema) ? schema.map(convert) : convertObject(schema as Draft)
}

function convertObject(schema: Draft): Draft {
  const converted: Draft = {}
  for (const [keyword, value] of Object.entries(schema)) {
    for (const [name, member] of convertMember(keyword, value, schema)) {
      const isSplit = name === 'dependencies' && Object.hasOwn(converted, name)
      converted[name] = isSplit ? { ...(converted[name] as Draft), ...(member as Draft) } : member
    }
  }
  return besideReference(converted)
}

const unsayable: ReadonlySet<string> = new Set([
  ...['$dynamicRef', '$recursiveRef', 'unevaluatedItems', 'unevaluatedProperties'],
])
const dropped: ReadonlySet<string> = new Set(['$schema', 'minContains', 'maxContains'])

function convertMember(keyword: string, value: unknown, schema: Draft): [string, unknown][] {
  if (unsayable.has(keyword)) throw new JsonSchemaError(`draft-07 has no "${keyword}".`)
  if (dropped.has(keyword)) return []
  // With a minimum of 0 nothing has to be contained, which draft-07 says by saying nothing.
  if (keyword === 'contains' && schema['minContains'] === 0) return []
  return [[nameOf(keyword, schema), convertValue(keyword, value)]]
}

const names: Readonly<Record<string, string>> = {
  $defs: 'definitions',
  prefixItems: 'items',
  dependentRequired: 'dependencies',
  dependentSchemas: 'dependencies',
}

function nameOf(keyword: string, schema: Draft): string {
  if (keyword === 'items' && Object.hasOwn(schema, 'prefixItems')) return 'additionalItems'
  return Object.hasOwn(names, keyword) ? (names[keyword] ?? keyword) : keyword
}

function convertValue(keyword: string, value: unknown): unknown {
  if (keyword === '$ref') return String(value).replace(/^#\/\$defs\//, '#/definitions/')
  switch (memberKind(keyword)) {
    case 'schema':
    case 'list':
      return convert(value)
    case 'map':
      return convertMap(value as Draft)
    case 'data':
      return structuredClone(value)
  }
}

function convertMap(schemas: Draft): Draft {
  return Object.fromEntries(Object.entries(schemas).map(([name, each]) => [name, convert(each)]))
}

/** Draft-07 does not look at what stands beside a reference. */
function besideReference({ $ref, ...others }: Draft): Draft {
  if ($ref === undefined) return others
  return Object.keys(others).length === 0 ? { $ref } : { ...others, allOf: [{ $ref }] }
}
