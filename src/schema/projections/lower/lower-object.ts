import type { Expression } from '../shape/expression.js'
import type { Shape } from '../shape/shape.js'
import { lose, refuseStrict, type Depth, type Draft, type Lowering } from './lowering.js'
import { lowerFacets, type LoweredFacets } from './lower-facets.js'

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
      lose(lowering, { keyword: 'properties', path: shape.path }, ['dropped', message])
    return isPossible
  })
  const undeclared = shape.required.filter((name) => !shape.properties.has(name))
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
  const isNullFree = !shape.required.includes(name) && !value.types.includes('null')
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
  if (shape.required.some((name) => !names.includes(name)))
    refuseStrict(
      lowering,
      { keyword: 'required', path: shape.path },
      'An object requires a property that it does not take.',
    )
  return asksForAll(lowering) ? names : names.filter((name) => shape.required.includes(name))
}

function lowerOpenness({ additional, patterns, path }: Shape, lowering: Lowering): LoweredFacets {
  const isStrict = lowering.rules.decoding === 'strict'
  const further = { keyword: 'additionalProperties', path }
  if (patterns.size > 0) {
    const words = `Properties may also match: ${[...patterns.keys()].join(', ')}.`
    const patterned = { keyword: 'patternProperties', path }
    refuseStrict(lowering, patterned, 'An object takes properties by a pattern of their names.')
    if (!isStrict) lose(lowering, patterned, ['described', words])
    return { keywords: {}, notes: [words] }
  }
  if (additional === false) return closedObject(lowering, further)
  refuseStrict(lowering, further, 'An object takes properties that are not named.')
  if (additional === true) return { keywords: {}, notes: [] }
  const words = 'Takes further properties under names of your choice.'
  if (!isStrict) lose(lowering, further, ['described', words])
  return { keywords: {}, notes: [words] }
}

function closedObject(
  lowering: Lowering,
  facet: { readonly keyword: string; readonly path: string },
): LoweredFacets {
  if (lowering.rules.decoding === 'strict')
    return { keywords: { additionalProperties: false }, notes: [] }
  lose(lowering, facet, ['dropped', 'That the object takes no other properties is not said.'])
  return { keywords: {}, notes: [] }
}
