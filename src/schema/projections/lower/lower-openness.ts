// What an object takes beyond its named properties. No target of a part of JSON Schema has keywords for it: strict ones
// refuse it, the others are told in words.
import type { Expression } from '../source/expression.js'
import { isUnconstrained, type Shape } from '../shape/shape.js'
import { quoteSchema } from '../rewrite/quote-schema.js'
import type { LoweredFacets } from './lower-facets.js'
import { refuseStrict, type Lowering } from './lowering.js'

/** What becomes of `additionalProperties` and `patternProperties`. */
export function lowerOpenness(shape: Shape, lowering: Lowering): LoweredFacets {
  if (lowering.rules.decoding === 'strict') return closeStrictly(shape, lowering)
  const { patterns, additional, path } = shape
  const notes = [...patterns].map(([pattern, values]) => {
    const subject = `Properties whose names match ${pattern} may be given`
    return describe({ subject, values, place: { keyword: 'patternProperties', path } }, lowering)
  })
  const place = { keyword: 'additionalProperties', path }
  if (typeof additional === 'object') {
    const subject = 'Takes further properties under names of your choice'
    notes.push(describe({ subject, values: additional, place }, lowering))
  }
  if (additional === false) {
    const message = 'That the object takes no other properties is not said.'
    lowering.losses.add({ ...place, kind: 'dropped', message })
  }
  return { keywords: {}, notes }
}

function closeStrictly({ additional, patterns, path }: Shape, lowering: Lowering): LoweredFacets {
  if (patterns.size > 0) {
    const patterned = { keyword: 'patternProperties', path }
    refuseStrict(lowering, patterned, 'An object takes properties by a pattern of their names.')
  } else if (additional !== false) {
    const further = { keyword: 'additionalProperties', path }
    refuseStrict(lowering, further, 'An object takes properties that are not named.')
  }
  return { keywords: { additionalProperties: false }, notes: [] }
}

interface FreeProperties {
  readonly subject: string
  readonly values: Expression
  readonly place: { readonly keyword: string; readonly path: string }
}

/** A sentence for properties that have no name of their own, with what their values must be. */
function describe({ subject, values, place }: FreeProperties, lowering: Lowering): string {
  const { losses, reader } = lowering
  const shape = reader.read(values)
  const say = (message: string): string => {
    losses.add({ ...place, kind: 'described', message })
    return message
  }
  if (isUnconstrained(shape)) return say(`${subject}.`)
  const schema = quoteSchema(values, reader.document)
  if (schema !== undefined) return say(`${subject}; each value matches the JSON Schema ${schema}.`)
  const message =
    'What the values must be is not said: it is too long, or refers out of the schema.'
  losses.add({ ...place, kind: 'widened', message })
  return say(`${subject}; each value is of the type ${shape.types.join(' or ')}.`)
}
