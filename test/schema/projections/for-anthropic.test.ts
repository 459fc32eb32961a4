import { describe, expect, it } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'

const strict = forAnthropic({ strict: true })

function closed(properties: object, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false } as JsonSchema
}

function strictly(property: object): unknown {
  return strict.project(closed({ a: property }, ['a'])).schema.properties?.['a']
}

describe('forAnthropic', () => {
  it('[SCH-09] merges an intersection at the root', () => {
    const allOf = [{ properties: { a: {} }, required: ['a'] }, { properties: { b: {} } }]
    const { schema } = forAnthropic().project({ type: 'object', allOf })
    expect(schema).toEqual({ type: 'object', properties: { a: {}, b: {} }, required: ['a'] })
  })

  it('refuses a recursive root with an argument that cannot be sent under its name', () => {
    const schema: JsonSchema = { properties: { 'a b': { $ref: '#' } } }
    expect(() => forAnthropic().project(schema)).toThrow(
      'an argument of a recursive schema has a name that cannot be sent.',
    )
  })

  it('keeps a tagged union below the root as it is', () => {
    const union = { oneOf: [{ type: 'string' }, { type: 'null' }] }
    const { schema } = forAnthropic().project(closed({ a: union }))
    expect(schema.properties).toEqual({ a: union })
  })

  it('says in words what may not stand at the root', () => {
    const { schema, losses } = forAnthropic().project({ ...closed({}), not: { required: ['a'] } })
    expect(schema.description).toBe('Does not match the JSON Schema {"required":["a"]}.')
    expect(losses.map(({ keyword, kind }) => [keyword, kind])).toEqual([['not', 'described']])
  })
})

describe('forAnthropic with strict', () => {
  it('leaves optional properties optional', () => {
    const { schema } = strict.project(closed({ a: { type: 'string' } }))
    expect(schema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' } },
      additionalProperties: false,
    })
  })

  it.each([
    [{ enum: [1, 'a', true] }, { enum: [1, 'a', true] }],
    [{ type: ['string', 'null'] }, { anyOf: [{ type: 'string' }, { type: 'null' }] }],
    [
      { type: 'string', format: 'uri' },
      { type: 'string', format: 'uri' },
    ],
    [
      { type: 'integer', minimum: 1 },
      { type: 'integer', description: 'At least 1.' },
    ],
    [
      { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 3 },
      { type: 'array', items: { type: 'string' }, minItems: 1, description: 'At most 3 items.' },
    ],
  ])('writes %j in the subset of the grammar', (property, expected) => {
    expect(strictly(property)).toEqual(expected)
  })

  it('sends a recursive schema without strict and says where', () => {
    const node = closed({ next: { $ref: '#/$defs/node' } })
    const projected = strict.project({
      ...closed({ a: { $ref: '#/$defs/node' } }),
      $defs: { node },
    })
    expect(projected.strict).toBe(false)
    expect(projected.losses).toContainEqual(
      expect.objectContaining({ path: '/properties/a', keyword: '$ref', kind: 'not-strict' }),
    )
  })
})
