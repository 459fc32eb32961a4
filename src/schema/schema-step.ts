import { boundedPattern, withPatternTime } from './bounded-pattern.js'
import { findReferenced } from './local-reference.js'
import type { JsonSchema } from './json-schema.js'

/** Where one name leads in a schema. */
export interface SchemaStep {
  /** The schemas that say something of what stands there. */
  readonly leads: readonly JsonSchema[]
  /** True when no value that the schema allows has anything there. */
  readonly isClosed: boolean
}

type SubSchema = JsonSchema | boolean

interface Step {
  readonly name: string
  readonly root: JsonSchema
  /** How many references and compositions deep the reader is; what is nested without end counts as open. */
  readonly depth: number
  /** Schemas whose leads are found. A schema that is composed of itself adds nothing to them. */
  readonly found: Set<JsonSchema>
  /** What is known of which schemas are shut. One that is being looked at counts as open. */
  readonly shut: Map<JsonSchema, boolean>
}

const maxDepth = 64

/**
 * Where the name of a member, or the index of an item, leads from a schema. In doubt it leads somewhere: patterns that
 * cannot be run, references that cannot be followed.
 */
export function stepInto(schema: JsonSchema, name: string, root: JsonSchema): SchemaStep {
  const step = createStep(name, root)
  const leads = findLeads(schema, step)
  return {
    leads: leads.filter((lead) => typeof lead === 'object'),
    isClosed: leads.every((lead) => lead === false) && isShut(schema, step),
  }
}

/** The names of the members that a schema speaks of. */
export function memberNames(schema: JsonSchema, root: JsonSchema): readonly string[] {
  const parts = [schema, ...compositions(schema, root).flat()]
  const objects = parts.filter((part) => typeof part === 'object')
  return [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))]
}

function createStep(name: string, root: JsonSchema): Step {
  return { name, root, depth: 0, found: new Set(), shut: new Map() }
}

function findLeads(schema: SubSchema, step: Step): readonly SubSchema[] {
  const { depth, root, found } = step
  if (typeof schema === 'boolean' || found.has(schema)) return []
  if (depth > maxDepth) return [true]
  found.add(schema)
  return [
    ...ownLeads(schema, step.name),
    ...compositions(schema, root)
      .flat()
      .flatMap((part) => findLeads(part, { ...step, depth: depth + 1 })),
  ]
}

function ownLeads(schema: JsonSchema, name: string): readonly SubSchema[] {
  const { properties = {}, patternProperties, additionalProperties } = schema
  if (Object.hasOwn(properties, name)) return present(properties[name])
  const byPattern = matching(patternProperties, name)
  if (byPattern.length > 0) return byPattern
  const unevaluated = schema['unevaluatedProperties'] as SubSchema | undefined
  return [...present(additionalProperties ?? unevaluated), ...itemLeads(schema, name)]
}

function itemLeads({ items, prefixItems = [] }: JsonSchema, name: string): readonly SubSchema[] {
  if (!isIndex(name)) return []
  // In draft-07 `items` may be a list, as `prefixItems` is now.
  const listed: unknown = items
  if (Array.isArray(listed)) return [true]
  return present(prefixItems[Number(name)] ?? items)
}

function isIndex(name: string): boolean {
  return /^(0|[1-9]\d*)$/.test(name)
}

function present(schema: SubSchema | undefined): readonly SubSchema[] {
  return schema === undefined ? [] : [schema]
}

function matching(patterns: unknown, name: string): readonly SubSchema[] {
  if (typeof patterns !== 'object' || patterns === null) return []
  return withPatternTime(() =>
    Object.entries(patterns).flatMap(([pattern, schema]) =>
      mayMatch(pattern, name) ? [schema as SubSchema] : [],
    ),
  )
}

function mayMatch(pattern: string, name: string): boolean {
  try {
    return boundedPattern(pattern, 'u').test(name)
  } catch {
    return true
  }
}

/** Lists of schemas of which a value meets all, or one; a schema that is referred to stands alone in its list. */
function compositions(schema: JsonSchema, root: JsonSchema): readonly (readonly SubSchema[])[] {
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  const conditional = [schema['if'], schema['then'], schema['else']] as (SubSchema | undefined)[]
  const dependent = Object.values((schema['dependentSchemas'] ?? {}) as Record<string, SubSchema>)
  const rest = [...conditional.flatMap(present), ...dependent]
  return [...allOf.map((part) => [part]), anyOf, oneOf, rest, referenced(schema, root)]
}

function referenced(schema: JsonSchema, root: JsonSchema): readonly SubSchema[] {
  if (schema['$dynamicRef'] !== undefined) return [everything]
  const { $ref } = schema
  return $ref === undefined ? [] : [findReferenced($ref, root) ?? everything]
}

/** Stands for what a reference leads to that is not followed. */
const everything: JsonSchema = Object.freeze({ additionalProperties: true })

/** Whether a schema that says nothing of a name refuses it. Never deeper than the leads were looked for. */
function isShut(schema: SubSchema, step: Step): boolean {
  if (typeof schema === 'boolean') return !schema
  const known = step.shut.get(schema)
  if (known !== undefined) return known
  step.shut.set(schema, false)
  const { allOf = [], anyOf = [], oneOf = [] } = schema
  const isShutIn = (part: SubSchema): boolean => isShut(part, step)
  const verdict =
    isShutItself(schema, step.name) ||
    [...allOf, ...referenced(schema, step.root)].some(isShutIn) ||
    [anyOf, oneOf].some((choices) => choices.length > 0 && choices.every(isShutIn))
  step.shut.set(schema, verdict)
  return verdict
}

function isShutItself(schema: JsonSchema, name: string): boolean {
  const { type, additionalProperties, items } = schema
  const types = type === undefined ? ['object', 'array'] : [type].flat()
  const isObject = types.includes('object')
  const isArray = types.includes('array') && isIndex(name)
  const isOpenObject =
    isObject && additionalProperties !== false && schema['unevaluatedProperties'] !== false
  return !isOpenObject && !(isArray && items !== false)
}
