import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { driftsOf } from './type-of.js'
import { agreeingProperty, classOf, nameOf, typeOf, type AgreeingProperty } from './type-pairs.js'

const properties = fc.array(agreeingProperty, { minLength: 1, maxLength: 3 })

/** A property whose type is no longer what its validators say. */
type Change = (property: AgreeingProperty) => AgreeingProperty | undefined

/** Types that no property has: each differs from every one that could stand there. */
const flags: JsonSchema = { type: 'array', items: { type: 'boolean' } }
const others: readonly (readonly [string, JsonSchema])[] = [
  ['an array of booleans', flags],
  ['an object', { type: 'object', properties: { other: { type: 'string' } }, required: ['other'] }],
  ['two other values', { enum: ['never', 'ever'] }],
]

const changes: readonly (readonly [string, Change])[] = [
  ['is optional or not', (own) => ({ ...own, isOptional: !own.isOptional })],
  ['has null or not', (own) => ({ ...own, isNullable: !own.isNullable })],
  ['lists one value fewer', (own) => withLiterals(own, (values) => values.slice(1))],
  ['lists one value more', (own) => withLiterals(own, (values) => [...values, 'more'])],
  ['is one of more types', (own) => ({ ...own, type: { anyOf: [own.type, flags] } })],
  ['is an array of it', (own) => ({ ...own, type: { type: 'array', items: own.type } })],
  ...others.map(([name, type]): readonly [string, Change] => [
    `is ${name}`,
    (own) => ({ ...own, type }),
  ]),
]

function withLiterals(
  own: AgreeingProperty,
  change: (values: NonNullable<JsonSchema['enum']>) => JsonSchema['enum'],
): AgreeingProperty | undefined {
  const values = own.type.enum && change(own.type.enum)
  return values && { ...own, type: { enum: values } }
}

describe('checkTypes, for any properties', () => {
  it('finds nothing where types and validators agree by construction', async () => {
    await fc.assert(
      fc.asyncProperty(properties, async (own) => {
        expect(await driftsOf(classOf(own), typeOf(own))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  it.each(changes)('finds the one whose type %s, and no other', async (_name, change) => {
    await fc.assert(
      fc.asyncProperty(properties, fc.nat(2), async (own, position) => {
        const before = own[position % own.length]
        const changed = before && change(before)
        fc.pre(changed !== undefined)
        const types = own.with(position % own.length, changed)
        const drifts = await driftsOf(classOf(own), typeOf(types))
        const names = drifts.map(({ property }) => property.split(/[.[]/)[0])
        expect(new Set(names)).toEqual(new Set([nameOf(position % own.length)]))
      }),
      { numRuns: 30 },
    )
  })
})
