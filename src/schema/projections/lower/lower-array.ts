import { oneOrMore, type Expression } from '../source/expression.js'
import type { Shape } from '../shape/shape.js'
import type { SourceDocument } from '../source/source-document.js'
import type { Draft } from '../rewrite/draft.js'
import { quoteSchema } from '../rewrite/quote-schema.js'
import { refuseStrict, type Depth, type Lowering } from './lowering.js'
import { lowerFacets, type LoweredFacets } from './lower-facets.js'

/** A shape as an array: one schema for all items, a tuple too. */
export function lowerArray(shape: Shape, depth: Depth, lowering: Lowering): LoweredFacets {
  const { prefix, path } = shape
  const { keywords, notes } = lowerFacets(withLength(shape), 'array', lowering)
  const items = { items: lowerItems(shape, depth, lowering) }
  if (prefix.length === 0) return { keywords: { ...items, ...keywords }, notes }
  const words = wordsOfPlaces(prefix, lowering.reader.document)
  lowering.losses.add({ path, keyword: 'prefixItems', kind: 'described', message: words })
  return { keywords: { ...items, ...keywords }, notes: [...notes, words] }
}

/** Where the places differ, one schema for all items does not tell which item is which. */
function wordsOfPlaces(places: readonly Expression[], document: SourceDocument): string {
  const words = `${places.length.toString()} items, each with its own meaning by its place.`
  const texts = places.map((place) => quoteSchema(place, document))
  if (new Set(texts).size < 2 || texts.includes(undefined)) return words
  return `${words} They match the JSON Schemas, in this order: ${texts.join(', ')}.`
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
