import { allSchemas } from './all-schemas.js'
import type { JsonSchema } from './json-schema.js'

/** How many schemas may be asked about one and the same value. More is a schema that was made to stop a process. */
export const maxEvaluations = 10_000

const combining: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
])

/**
 * How many schemas a validator asks about one value at worst, counted at the schema that asks most; more than
 * `maxEvaluations` is told as that and one. References count as what they lead to: twenty-five definitions that each name the
 * next one twice ask over thirty million times.
 */
export function evaluationCost(schema: JsonSchema): number {
  const costs = new Map<object, number>()
  let highest = 0
  for (const each of allSchemas(schema)) {
    highest = Math.max(highest, costOf(each, { root: schema, costs, path: new Set() }))
  }
  return highest
}

interface Counting {
  readonly root: JsonSchema
  readonly costs: Map<object, number>
  /** The schemas being counted; one that asks itself about the same value is told by the compiler. */
  readonly path: Set<object>
}

function costOf(schema: object, counting: Counting): number {
  const known = counting.costs.get(schema)
  if (known !== undefined) return known
  if (counting.path.has(schema)) return 1
  counting.path.add(schema)
  let cost = 1
  for (const asked of askedSchemas(schema, counting.root)) {
    if (cost > maxEvaluations) break
    cost += costOf(asked, counting)
  }
  counting.path.delete(schema)
  const bounded = Math.min(cost, maxEvaluations + 1)
  counting.costs.set(schema, bounded)
  return bounded
}

/** The schemas that are asked about the value this one is asked about. */
function askedSchemas(schema: object, root: JsonSchema): readonly object[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === '$ref') return typeof value === 'string' ? findTarget(value, root) : []
    if (!combining.has(keyword)) return []
    return (
      keyword === 'dependentSchemas' ? Object.values(Object(value) as object) : [value].flat()
    ).filter(isObject)
  })
}

/** What a reference by pointer (RFC 6901) leads to; others lead to one schema, and count as little. */
function findTarget(reference: string, root: JsonSchema): readonly object[] {
  if (!reference.startsWith('#')) return []
  const segments = reference.slice(1).split('/').slice(1).map(toKey)
  let target: unknown = root
  for (const segment of segments) {
    if (!isObject(target) || !Object.hasOwn(target, segment)) return []
    target = (target as Record<string, unknown>)[segment]
  }
  return isObject(target) ? [target] : []
}

function toKey(segment: string): string {
  try {
    return decodeURIComponent(segment).replaceAll('~1', '/').replaceAll('~0', '~')
  } catch {
    return segment
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
