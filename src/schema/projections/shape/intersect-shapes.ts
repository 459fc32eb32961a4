import { canonicalJson } from '../../canonical-json.js'
import type { JsonValue } from '../../json.js'
import { withoutKeys } from '../source/without-keys.js'
import { both, type Expression } from '../source/expression.js'
import { heldValues } from './held-values.js'
import { intersectTypes, normalTypes } from './listed-values.js'
import { asksNoMoreThanTypes, keyOfFacet, type Facet, type Shape } from './shape.js'

/** Beyond it the alternatives of one side are left to validation, so that unions of unions do not multiply. */
const maxBranches = 64

/**
 * What two schemas accept together, or more where one level cannot say it. What the first says about itself (title,
 * description, default) comes before what the second says.
 */
export function intersectShapes(first: Shape, second: Shape): Shape {
  const reference = commonReference(first, second)
  if (reference !== undefined) return withWords(first, reference)
  const asked = {
    types: intersectTypes(first.types, second.types),
    facets: tightest([...first.facets, ...second.facets]),
  }
  const values = intersectValues(first.values, second.values)
  const shape: Shape = {
    ...withWords(first, withoutAlternatives(second)),
    path: first.path,
    weight: first.weight + second.weight,
    ...asked,
    ...(values !== undefined && heldValues(values, asked)),
    rules: distinct([...first.rules, ...second.rules]),
    dropped: distinct([...first.dropped, ...second.dropped]),
    properties: intersectMaps(first.properties, second.properties),
    required: new Set([...first.required, ...second.required]),
    additional: intersectRest(first.additional, second.additional),
    patterns: intersectMaps(first.patterns, second.patterns),
    prefix: intersectLists(first.prefix, second.prefix),
    items: intersectItems(first, second),
  }
  const branches = intersectBranches(first, second)
  return branches === undefined ? shape : withBranches(shape, branches)
}

/** A shape that stands for one of several; those that accept nothing are left out. */
export function withBranches(shape: Shape, branches: readonly Shape[]): Shape {
  const sensible = branches.filter((branch) => branch.types.length > 0)
  const meetable = sensible.filter((branch) => !isUnmeetable(branch))
  const possible = meetable.length > 0 ? meetable : sensible
  const types = new Set(possible.flatMap((branch) => branch.types))
  return { ...shape, types: normalTypes([...types]), branches: possible }
}

/** Only objects, and they would need a property that they may not have. */
function isUnmeetable({ types, additional, patterns, required, properties }: Shape): boolean {
  if (types.some((type) => type !== 'object')) return false
  const isClosed = additional === false && patterns.size === 0
  return isClosed && [...required].some((name) => !properties.has(name))
}

/** A reference stays one as long as what is asked beside it is no more than its own types. */
function commonReference(first: Shape, second: Shape): Shape | undefined {
  if (second.reference !== undefined && isCovered(second, first)) return second
  return first.reference !== undefined && isCovered(first, second) ? first : undefined
}

function isCovered(reference: Shape, asked: Shape): boolean {
  return (
    asked.reference === undefined &&
    asked.branches === undefined &&
    asksNoMoreThanTypes(asked) &&
    intersectTypes(reference.types, asked.types).length === reference.types.length
  )
}

function withWords(first: Shape, second: Shape): Shape {
  const { title = second.title, description = second.description } = first
  const standard = first.default === undefined ? second.default : first.default
  return {
    ...second,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(standard !== undefined && { default: standard }),
    dropped: distinct([...first.dropped, ...second.dropped]),
  }
}

function withoutAlternatives(shape: Shape): Shape {
  return withoutKeys(shape, 'branches', 'reference')
}

function intersectBranches(first: Shape, second: Shape): readonly Shape[] | undefined {
  if (first.branches === undefined && second.branches === undefined) return undefined
  const ones = first.branches ?? [withoutWords(first)]
  const others = second.branches ?? [withoutWords(second)]
  if (ones.length * others.length <= maxBranches)
    return ones.flatMap((one) => others.map((other) => intersectShapes(one, other)))
  return ones.map((one) => intersectShapes(one, withoutAlternatives(second)))
}

/** What is said of all alternatives is said once, round them. */
function withoutWords(shape: Shape): Shape {
  const rest = withoutKeys(shape, 'title', 'description', 'default')
  return { ...rest, rules: [], dropped: [] }
}

function intersectValues(
  first: readonly JsonValue[] | undefined,
  second: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  if (first === undefined || second === undefined) return first ?? second
  const known = new Set(second.map(canonicalJson))
  return first.filter((value) => known.has(canonicalJson(value)))
}

const lowerBounds: ReadonlySet<string> = new Set(
  'minimum exclusiveMinimum minLength minItems minProperties minContains'.split(' '),
)
const upperBounds: ReadonlySet<string> = new Set(
  'maximum exclusiveMaximum maxLength maxItems maxProperties maxContains'.split(' '),
)

/** Of two bounds of one kind the tighter. */
function tightest(facets: readonly Facet[]): readonly Facet[] {
  const kept: Facet[] = []
  for (const facet of distinct(facets)) {
    const { keyword } = facet
    const isBound = lowerBounds.has(keyword) || upperBounds.has(keyword)
    const known = isBound ? kept.findIndex((each) => each.keyword === keyword) : -1
    const other = kept[known]
    if (other === undefined) kept.push(facet)
    else if (isTighter(facet, other)) kept[known] = facet
  }
  return kept
}

function isTighter({ keyword, value }: Facet, other: Facet): boolean {
  const difference = Number(value) - Number(other.value)
  return lowerBounds.has(keyword) ? difference > 0 : difference < 0
}

function distinct(facets: readonly Facet[]): readonly Facet[] {
  const known = new Map<string, Facet>()
  for (const facet of facets) {
    const key = keyOfFacet(facet)
    if (!known.has(key)) known.set(key, facet)
  }
  return [...known.values()]
}

function intersectMaps(
  first: ReadonlyMap<string, Expression>,
  second: ReadonlyMap<string, Expression>,
): ReadonlyMap<string, Expression> {
  const joined = new Map(first)
  for (const [name, expression] of second) {
    const known = joined.get(name)
    joined.set(name, known === undefined ? expression : both(known, expression))
  }
  return joined
}

function intersectRest(
  first: Expression | boolean,
  second: Expression | boolean,
): Expression | boolean {
  if (first === false || second === false) return false
  if (first === true || second === true) return first === true ? second : first
  return both(first, second)
}

function intersectLists(
  first: readonly Expression[],
  second: readonly Expression[],
): readonly Expression[] {
  const [longer, shorter] = first.length < second.length ? [second, first] : [first, second]
  return longer.map((expression, index) => {
    const other = shorter[index]
    return other === undefined ? expression : both(expression, other)
  })
}

/** Rest items of one side stand for items that the prefix of the other names: only what both leave open is common. */
function intersectItems(first: Shape, second: Shape): Expression | boolean {
  if (first.prefix.length === second.prefix.length) return intersectRest(first.items, second.items)
  const longer = first.prefix.length > second.prefix.length ? first : second
  return longer.items
}
