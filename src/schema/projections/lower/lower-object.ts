import type { Expression } from '../source/expression.js'
import type { Shape } from '../shape/shape.js'
import type { Draft } from '../rewrite/draft.js'
import { refuseStrict, type Depth, type Lowering } from './lowering.js'
import { lowerFacets, type LoweredFacets } from './lower-facets.js'
import { lowerOpenness } from './lower-openness.js'

/** A shape as an object. */
export function lowerObject(shape: Shape, depth: Depth, lowering: Lowering): LoweredFacets {
  const { keywords, notes } = lowerFacets(shape, 'object', lowering)
  const properties = lowerProperties(shape, depth, lowering)
  const required = requiredOf(shape, properties, lowering)
  const openness = lowerOpenness(shape, lowering)
  const isBare = lowering.rules.decoding === 'free' && Object.keys(properties).length === 0
  return {
    keywords: {
      ...(!isBare && { properties }),
      ...((required.length > 0 || asksForAll(lowering)) && { required }),
      ...keywords,
      ...openness.keywords,
    },
    notes: [...notes, ...openness.notes],
  }
}

function lowerProperties(shape: Shape, depth: Depth, lowering: Lowering): Draft {
  const entries = [...shape.properties].filter(([name, expression]) => {
    const isPossible = lowering.reader.read(expression).types.length > 0
    const message = `The property ${JSON.stringify(name)}, for which no value is valid, is left out.`
    if (!isPossible)
      lowering.losses.add({ path: shape.path, keyword: 'properties', kind: 'dropped', message })
    return isPossible
  })
  const undeclared = [...shape.required].filter((name) => !shape.properties.has(name))
  const isFree = lowering.rules.decoding === 'free'
  return Object.fromEntries([
    ...entries.map(([name, property]) => [
      name,
      lowerProperty({ name, property, shape }, depth, lowering),
    ]),
    ...(isFree ? undeclared.map((name) => [name, {}]) : []),
  ]) as Draft
}

interface OwnProperty {
  readonly name: string
  readonly property: Expression
  readonly shape: Shape
}

/** Where every property must be given, one that may be absent takes null instead. */
function lowerProperty(
  { name, property, shape }: OwnProperty,
  depth: Depth,
  lowering: Lowering,
): Draft {
  const value = lowering.reader.read(property)
  const isNullFree = !shape.required.has(name) && !value.types.includes('null')
  return isNullFree && asksForAll(lowering)
    ? lowering.lowerNullable(property, depth)
    : lowering.lower(property, depth)
}

/** Where every property must be given, their list is there even when it is empty. */
function asksForAll({ rules }: Lowering): boolean {
  return rules.optional === 'nullable'
}

function requiredOf(shape: Shape, properties: Draft, lowering: Lowering): readonly string[] {
  const names = Object.keys(properties)
  if ([...shape.required].some((name) => !Object.hasOwn(properties, name)))
    refuseStrict(
      lowering,
      { keyword: 'required', path: shape.path },
      'An object requires a property that it does not take.',
    )
  return asksForAll(lowering) ? names : names.filter((name) => shape.required.has(name))
}
