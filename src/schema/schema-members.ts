import type { JsonSchemaDialect } from './dialect.js'
import { JsonSchemaError } from './json-schema-error.js'

/** What stands under a keyword: one schema, a list of them, a map of them, or data. */
export type MemberKind = 'schema' | 'list' | 'map' | 'data'

/** A keyword of a schema with its value, and the keyword that 2020-12 has for it. */
export interface SchemaMember {
  readonly from: string
  readonly to: string
  readonly kind: MemberKind
  readonly value: unknown
}

/**
 * The members of a schema as 2020-12 says them. Identities (`$id`, `$anchor`, `$schema`) are left out; of draft-07 also
 * what gained its meaning later.
 *
 * @throws JsonSchemaError for references that depend on how a schema was reached (`$dynamicRef`).
 */
export function readMembers(schema: object, dialect: JsonSchemaDialect): readonly SchemaMember[] {
  const members = Object.entries(schema).filter(
    ([keyword, value]) => value !== undefined && !identities.has(keyword),
  )
  if (dialect === '2020-12') return members.map(([keyword, value]) => toMember(keyword, value))
  return members.flatMap(([keyword, value]) => translate(keyword, value, schema))
}

const identities: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$vocabulary',
])

const dynamic: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef'])

const kinds: ReadonlyMap<string, MemberKind> = new Map<string, MemberKind>([
  ...[
    'additionalItems',
    'additionalProperties',
    'contains',
    'contentSchema',
    'else',
    'if',
    'items',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
  ].map((keyword) => [keyword, 'schema'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'list'] as const),
  ...[
    '$defs',
    'definitions',
    'dependencies',
    'dependentSchemas',
    'patternProperties',
    'properties',
  ].map((keyword) => [keyword, 'map'] as const),
])

/** What stands under a keyword. */
export function memberKind(keyword: string): MemberKind {
  return kinds.get(keyword) ?? 'data'
}

function toMember(keyword: string, value: unknown): SchemaMember {
  if (dynamic.has(keyword))
    throw new JsonSchemaError(`the schema has a "${keyword}", which cannot be embedded.`)
  return { from: keyword, to: keyword, kind: memberKind(keyword), value }
}

/** Keywords that draft-07 does not know; in 2020-12 they would begin to say something. */
const laterKeywords: ReadonlySet<string> = new Set([
  ...dynamic,
  'dependentRequired',
  'dependentSchemas',
  'maxContains',
  'minContains',
  'prefixItems',
  'unevaluatedItems',
  'unevaluatedProperties',
])

/** A member of a draft-07 schema: none, one, or two where `dependencies` come apart. */
function translate(keyword: string, value: unknown, schema: object): readonly SchemaMember[] {
  if (laterKeywords.has(keyword)) return []
  if (keyword === 'dependencies') return splitDependencies(value)
  const member = toMember(keyword, value)
  if (keyword === 'definitions') return [{ ...member, to: '$defs' }]
  const isTuple = Array.isArray(Reflect.get(schema, 'items'))
  if (keyword === 'items' && isTuple) return [{ ...member, to: 'prefixItems', kind: 'list' }]
  if (keyword !== 'additionalItems') return [member]
  return isTuple ? [{ ...member, to: 'items' }] : []
}

function splitDependencies(value: unknown): readonly SchemaMember[] {
  const entries = Object.entries(Object(value) as object) as readonly [string, unknown][]
  const lists = entries.filter(([, each]) => Array.isArray(each))
  const schemas = entries.filter(([, each]) => !Array.isArray(each))
  const member = toMember('dependencies', undefined)
  const required: SchemaMember = {
    ...member,
    to: 'dependentRequired',
    kind: 'data',
    value: Object.fromEntries(lists),
  }
  const dependent: SchemaMember = {
    ...member,
    to: 'dependentSchemas',
    value: Object.fromEntries(schemas),
  }
  return [...(lists.length > 0 ? [required] : []), ...(schemas.length > 0 ? [dependent] : [])]
}
