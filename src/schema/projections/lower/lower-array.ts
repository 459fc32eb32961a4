import { oneOrMore, type Expression } from '../shape/expression.js'
import type { Shape } from '../shape/shape.js'
import { lose, refuseStrict, type Depth, type Draft, type Lowering } from './lowering.js'
import { lowerFacets, type LoweredFacets } from './lower-facets.js'

/** A shape as an array: one schema for all items, a tuple too. */
export function lowerArray(shape: Shape, depth: Depth, lowering: Lowering): LoweredFacets {
  const { prefix, path } = shape
  const { keywords, notes } = lowerFacets(withLength(shape), 'array', lowering)
  const items = { items: lowerItems(shape, depth, lowering) }
  if (prefix.length === 0) return { keywords: { ...items, ...keywords }, notes }
  const words = `${prefix.length.toString()} items, each with its own meaning by its place.`
  lose(lowering, { keyword: 'prefixItems', path }, ['described', words])
  return { keywords: { ...items, ...keywords }, notes: [...notes, words] }
}

/** A tuple that nothing may follow is no longer than its places. */
function withLength(shape: Shape): Shape {
  const { prefix, items, facets, path } = shape
  const known = facets.find(({ keyword }) => keyword === 'maxItems')
  if (items !== false || Number(known?.value) <= prefix.length) return shape
  const others = facets.filter((facet) => facet !== known)
  const length = { keyword: 'maxItems', value: prefix.length, path }
  return { ...shape, facets: [...others, length] }
}

function lowerItems({ prefix, items, path }: Shape, depth: Depth, lowering: Lowering): Draft {
  const rest: readonly Expression[] = typeof items === 'object' ? [items] : []
  const expressions = [...prefix, ...rest]
  if (items === true || expressions.length === 0) {
    refuseStrict(lowering, { keyword: 'items', path }, 'The items of an array are not described.')
    return {}
  }
  return lowering.lower(oneOrMore(expressions), depth)
}
