import type { JsonTypeName } from '../../json-schema.js'
import { typeOfKeyword } from '../shape/keyword-kinds.js'
import type { Facet, Shape } from '../shape/shape.js'
import { wordsOf } from '../shape/words.js'
import { copyJson } from '../rewrite/copy-json.js'
import type { Draft } from '../rewrite/draft.js'
import type { Lowering } from './lowering.js'

/** Keywords of one type as the target takes them, and sentences for the others. */
export interface LoweredFacets {
  readonly keywords: Draft
  readonly notes: readonly string[]
}

/** The keywords of a shape that ask something of one of its types. */
export function lowerFacets(shape: Shape, type: JsonTypeName, lowering: Lowering): LoweredFacets {
  const keywords: Draft = {}
  const notes: string[] = []
  for (const facet of facetsOf(shape, type)) {
    const [bound, isExact] = boundOf(facet, type, lowering)
    if (bound !== undefined && keywords[bound.keyword] === undefined)
      keywords[bound.keyword] = copyJson(bound.value)
    if (bound !== undefined && isExact) continue
    const words = wordsOf(facet)
    notes.push(words)
    const { keyword, path } = facet
    lowering.losses.add({ path, keyword, kind: 'described', message: words })
  }
  return { keywords, notes }
}

const numberFormats: ReadonlySet<unknown> = new Set(['float', 'double', 'int32', 'int64'])

function facetsOf({ facets }: Shape, type: JsonTypeName): readonly Facet[] {
  const wide = type === 'integer' ? 'number' : type
  return facets.filter(({ keyword, value }) => {
    if (keyword !== 'format') return typeOfKeyword.get(keyword) === wide
    return (numberFormats.has(value) ? 'number' : 'string') === wide
  })
}

const inclusives: ReadonlyMap<string, readonly [string, number]> = new Map([
  ['exclusiveMinimum', ['minimum', 1]],
  ['exclusiveMaximum', ['maximum', -1]],
])

/** A keyword that says the same or nearly: where only inclusive bounds are known, an exclusive one becomes that. */
function boundOf(
  facet: Facet,
  type: JsonTypeName,
  { rules }: Lowering,
): readonly [Facet | undefined, boolean] {
  if (rules.keeps(type, facet)) return [facet, true]
  const [keyword, step] = inclusives.get(facet.keyword) ?? []
  if (keyword === undefined || step === undefined) return [undefined, false]
  const value = Number(facet.value)
  const isWhole = type === 'integer' && Number.isSafeInteger(value)
  const bound: Facet = { ...facet, keyword, value: isWhole ? value + step : value }
  return rules.keeps(type, bound) ? [bound, isWhole] : [undefined, false]
}
