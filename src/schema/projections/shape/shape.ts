import type { JsonTypeName } from '../../json-schema.js'
import type { JsonValue } from '../../json.js'
import type { Expression } from '../source/expression.js'

/**
 * What a schema accepts, one level deep: its types, and for each what is asked of it. The levels below are
 * expressions, read when they are needed, so that recursion does no harm.
 */
export interface Shape {
  /** Where in the source it stands. */
  readonly path: string
  /** The steps that one look at it costs, its branches apart. */
  readonly weight: number
  readonly title?: string
  readonly description?: string
  readonly default?: JsonValue
  /** What it accepts at most; none for a schema that accepts nothing. */
  readonly types: readonly JsonTypeName[]
  /** The only values it accepts. */
  readonly values?: readonly JsonValue[]
  /** Keywords that ask something of one type. */
  readonly facets: readonly Facet[]
  /** Keywords that say what no list of facets can, and that only words can pass on. */
  readonly rules: readonly Facet[]
  /** Keywords that ask nothing. */
  readonly dropped: readonly Facet[]
  readonly properties: ReadonlyMap<string, Expression>
  readonly required: ReadonlySet<string>
  /** What properties that are not named are; `true` when anything goes. */
  readonly additional: Expression | boolean
  readonly patterns: ReadonlyMap<string, Expression>
  readonly prefix: readonly Expression[]
  /** What items beyond the prefix are; `true` when anything goes. */
  readonly items: Expression | boolean
  /**
   * Where it stands for one of several: each of them, with everything that is asked of all of them. Then the other
   * fields say only what they have in common.
   */
  readonly branches?: readonly Shape[]
  /** The path of a recursive schema that it is no more and no less than. */
  readonly reference?: string
}

/** A keyword with its value and the schema of the source that holds it. */
export interface Facet {
  readonly keyword: string
  readonly value: unknown
  readonly path: string
}

const keys = new WeakMap<Facet, string>()

/** The same for facets that ask the same, wherever they stand. */
export function keyOfFacet(facet: Facet): string {
  const known = keys.get(facet)
  if (known !== undefined) return known
  const key = JSON.stringify([facet.keyword, facet.value])
  keys.set(facet, key)
  return key
}

/** All types; `number` covers `integer`. */
export const everyType: readonly JsonTypeName[] = [
  'string',
  'number',
  'boolean',
  'object',
  'array',
  'null',
]

/** The shape of a schema that says nothing. */
export function anyShape(path: string): Shape {
  return {
    path,
    weight: 1,
    types: everyType,
    facets: [],
    rules: [],
    dropped: [],
    properties: new Map(),
    required: new Set(),
    additional: true,
    patterns: new Map(),
    prefix: [],
    items: true,
  }
}

/** The steps that one look at a shape and its branches costs. */
export function weightOf({ weight, branches = [] }: Shape): number {
  return branches.reduce((sum, branch) => sum + branch.weight, weight)
}

/** Whether a shape asks for nothing at all, whatever it says about itself. */
export function isUnconstrained(shape: Shape): boolean {
  return (
    shape.types.length === everyType.length &&
    shape.reference === undefined &&
    shape.branches === undefined &&
    asksNoMoreThanTypes(shape)
  )
}

/** Whether nothing but the types of a shape restricts it. */
export function asksNoMoreThanTypes(shape: Shape): boolean {
  return (
    shape.values === undefined &&
    [shape.facets, shape.rules, shape.prefix].every((list) => list.length === 0) &&
    shape.properties.size + shape.patterns.size + shape.required.size === 0 &&
    shape.additional === true &&
    shape.items === true
  )
}
