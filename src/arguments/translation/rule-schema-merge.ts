// Fragments for one value as one schema, plain where that can be: `{ type: 'string', minLength: 1 }`, not a list of
// parts. What cannot be told in one keyword goes into `allOf`. The order of the fragments never matters.
import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonValue } from '../../schema/json.js'
import type { JsonSchema, JsonTypeName } from '../../schema/json-schema.js'
import { jsonTypeOf } from '../../schema/json-type.js'

const allTypes: readonly JsonTypeName[] = ['string', 'number', 'boolean', 'object', 'array', 'null']
const impossible: JsonSchema = { not: {} }

type Tightest = (first: number, second: number) => number

/** Keywords that say a limit, each with the type it is for and which of two limits is the tighter one. */
const limits: readonly (readonly [keyword: string, type: JsonTypeName, tightest: Tightest])[] = [
  ['minimum', 'number', Math.max],
  ['exclusiveMinimum', 'number', Math.max],
  ['maximum', 'number', Math.min],
  ['exclusiveMaximum', 'number', Math.min],
  ['minLength', 'string', Math.max],
  ['maxLength', 'string', Math.min],
  ['minItems', 'array', Math.max],
  ['maxItems', 'array', Math.min],
  ['minProperties', 'object', Math.max],
  ['maxProperties', 'object', Math.min],
]

/** Keywords that cannot be merged: where there are two, the others go into `allOf`. */
const singles: readonly (readonly [keyword: string, type: JsonTypeName])[] = [
  ['pattern', 'string'],
  ['contains', 'array'],
  ['multipleOf', 'number'],
]

/** The intersection of the fragments for one value; `{}` for none, `{ not: {} }` where no value is left. */
export function mergeRuleSchemas(fragments: readonly JsonSchema[]): JsonSchema {
  const parts = fragments.flatMap(flatten)
  const types = intersectTypes(parts)
  if (types?.length === 0) return impossible
  const excluded = excludedValues(parts).filter((value) => hasType(value, types))
  const values = intersectValues(parts)?.filter((value) => hasType(value, types))
  const others = [...uniteSingles(parts, types), ...otherNegations(parts)]
  if (values) return mergeChoice({ parts, types, others }, subtract(values, excluded))
  return mergeRest({ parts, types, others }, excluded)
}

interface Merging {
  readonly parts: readonly JsonSchema[]
  readonly types: readonly JsonTypeName[] | undefined
  readonly others: readonly JsonSchema[]
}

function mergeChoice({ parts, types, others }: Merging, values: readonly JsonValue[]): JsonSchema {
  if (values.length === 0) return impossible
  const typed = typeKeyword(types?.length === 1 ? types : commonType(values))
  return compact({ ...typed, ...choice(values), ...mergeLimits(parts, types) }, others)
}

/** The type that all values have; a list of types says nothing beside the values. */
function commonType(values: readonly JsonValue[]): readonly JsonTypeName[] | undefined {
  const [type, ...others] = new Set(values.map(jsonTypeOf))
  return type === undefined || others.length > 0 ? undefined : [type]
}

/** A text that must not be empty has a least length; that reads better than what it must not be. */
function mergeRest({ parts, types, others }: Merging, excluded: readonly JsonValue[]): JsonSchema {
  const isFilled = types?.join() === 'string' && excluded.includes('')
  const refused = isFilled ? subtract(excluded, ['']) : excluded
  const limiting = mergeLimits(isFilled ? [...parts, { minLength: 1 }] : parts, types)
  const negation = refused.length > 0 ? [{ not: choice(refused) }] : []
  return compact({ ...typeKeyword(types), ...limiting }, [...negation, ...others])
}

function typeKeyword(types: readonly JsonTypeName[] | undefined): JsonSchema {
  const [only, ...others] = types ?? []
  if (types === undefined || only === undefined) return {}
  return { type: others.length === 0 ? only : types }
}

function subtract(
  values: readonly JsonValue[],
  excluded: readonly JsonValue[],
): readonly JsonValue[] {
  return values.filter((value) => !excluded.includes(value))
}

/** Adds the first part of each keyword to the schema, and those that are left as `allOf`. */
function compact(schema: JsonSchema, parts: readonly JsonSchema[]): JsonSchema {
  const compacted: Record<string, unknown> = { ...schema }
  const others: JsonSchema[] = []
  for (const part of parts) {
    if (Object.keys(part).some((keyword) => keyword in compacted)) others.push(part)
    else Object.assign(compacted, part)
  }
  return others.length === 0 ? compacted : { ...compacted, allOf: others }
}

function flatten({ allOf = [], ...schema }: JsonSchema): readonly JsonSchema[] {
  return [schema, ...allOf.filter((part) => typeof part === 'object').flatMap(flatten)]
}

function intersectTypes(parts: readonly JsonSchema[]): readonly JsonTypeName[] | undefined {
  const declared = parts.map(({ type }) => type).filter((type) => type !== undefined)
  const lists = declared.map((type) => (typeof type === 'string' ? [type] : type))
  if (lists.length === 0) return undefined
  const isWhole = (list: readonly JsonTypeName[]): boolean =>
    list.includes('integer') && !list.includes('number')
  const common = allTypes.filter((type) =>
    lists.every((list) => list.includes(type) || (type === 'number' && list.includes('integer'))),
  )
  return lists.some(isWhole) ? common.map((type) => (type === 'number' ? 'integer' : type)) : common
}

function intersectValues(parts: readonly JsonSchema[]): readonly JsonValue[] | undefined {
  const lists = parts.map(valuesOf).filter((list) => list !== undefined)
  const [first, ...others] = lists.toSorted((a, b) =>
    canonicalJson(a) < canonicalJson(b) ? -1 : 1,
  )
  return first?.filter((value) => others.every((list) => list.includes(value)))
}

/** The values that `not` lists; a `not` of another kind stays as it is. */
function excludedValues(parts: readonly JsonSchema[]): readonly JsonValue[] {
  const lists = parts.flatMap(({ not }) => (isChoice(not) ? (valuesOf(not) ?? []) : []))
  return [...new Set(lists)].sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
}

function isChoice(schema: JsonSchema | boolean | undefined): schema is JsonSchema {
  return typeof schema === 'object' && /^(?:const|enum)$/.test(Object.keys(schema).join())
}

function valuesOf(schema: JsonSchema): readonly JsonValue[] | undefined {
  return schema.const === undefined ? schema.enum : [schema.const]
}

function otherNegations(parts: readonly JsonSchema[]): readonly JsonSchema[] {
  const negations = parts.flatMap(({ not }) =>
    not === undefined || isChoice(not) ? [] : [{ not }],
  )
  return distinct(negations)
}

function choice(values: readonly JsonValue[]): JsonSchema {
  return values.length === 1 ? { const: values[0] ?? null } : { enum: values }
}

function mergeLimits(
  parts: readonly JsonSchema[],
  types: readonly JsonTypeName[] | undefined,
): Readonly<Record<string, number>> {
  const merged: Record<string, number> = {}
  for (const [keyword, type, tightest] of limits) {
    const found = parts.map((part) => part[keyword]).filter((limit) => typeof limit === 'number')
    if (found.length > 0 && includesType(types, type))
      merged[keyword] = found.reduce((first, second) => tightest(first, second))
  }
  return dropWeaker(merged)
}

/** Of `minimum` and `exclusiveMinimum`, one says nothing beside the other. */
function dropWeaker(merged: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  const { minimum = -Infinity, exclusiveMinimum = -Infinity } = merged
  const { maximum = Infinity, exclusiveMaximum = Infinity } = merged
  const dropped = new Set([
    exclusiveMinimum >= minimum ? 'minimum' : 'exclusiveMinimum',
    exclusiveMaximum <= maximum ? 'maximum' : 'exclusiveMaximum',
  ])
  return Object.fromEntries(Object.entries(merged).filter(([keyword]) => !dropped.has(keyword)))
}

function uniteSingles(
  parts: readonly JsonSchema[],
  types: readonly JsonTypeName[] | undefined,
): readonly JsonSchema[] {
  return singles
    .filter(([, type]) => includesType(types, type))
    .flatMap(([keyword]) => {
      const found = parts.filter((part) => keyword in part)
      return distinct(found.map((part) => ({ [keyword]: part[keyword] })))
    })
}

function distinct(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  const byText = new Map(schemas.map((schema) => [canonicalJson(schema), schema]))
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, schema]) => schema)
}

function includesType(types: readonly JsonTypeName[] | undefined, type: JsonTypeName): boolean {
  return (
    types === undefined || types.includes(type) || (type === 'number' && types.includes('integer'))
  )
}

function hasType(value: JsonValue, types: readonly JsonTypeName[] | undefined): boolean {
  if (types === undefined) return true
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value))
  return types.includes(jsonTypeOf(value))
}
