import { describe, expect, it, vi } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forGemini } from '../../../src/schema/projections/for-gemini.js'
import { ShapeReader } from '../../../src/schema/projections/shape/shape-reader.js'

function lowered(property: unknown): unknown {
  const schema = { type: 'object', properties: { a: property } } as JsonSchema
  return forGemini().project(schema).schema.properties?.['a']
}

describe('forGemini', () => {
  it.each<[unknown, unknown]>([
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }],
    [{ type: ['string', 'integer'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }],
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [true, { nullable: true }],
    [{}, { nullable: true }],
    [
      { type: 'integer', enum: [1, 2, 3] },
      { type: 'integer', minimum: 1, maximum: 3, description: 'One of: 1, 2, 3.' },
    ],
    [{ enum: [1, 5] }, { type: 'integer', description: 'One of: 1, 5.' }],
    [{ const: true }, { type: 'boolean', description: 'Always true.' }],
    [
      { enum: Array.from({ length: 600 }, (_, index) => 2 * index) },
      { type: 'integer', description: 'One of 600 values.' },
    ],
    [{ enum: ['', 'a'] }, { type: 'string', description: 'One of: "", "a".' }],
    [{ type: 'object', additionalProperties: false }, { type: 'object' }],
    [{ type: 'array' }, { type: 'array', items: {} }],
    [
      { type: 'integer', exclusiveMinimum: 0 },
      { type: 'integer', minimum: 1 },
    ],
    [
      { type: 'number', exclusiveMaximum: 1 },
      { type: 'number', maximum: 1, description: 'Less than 1.' },
    ],
    [
      { type: 'string', format: 'date-time' },
      { type: 'string', format: 'date-time' },
    ],
    [
      { type: 'string', format: 'email' },
      { type: 'string', description: 'Format: email.' },
    ],
    [
      { type: 'array', items: { type: ['object', 'null'], properties: { v: true } } },
      {
        type: 'array',
        items: { type: 'object', nullable: true, properties: { v: { nullable: true } } },
      },
    ],
  ])('[SCH-09] writes %j in the part of OpenAPI that it takes', (property, expected) => {
    expect(lowered(property)).toEqual(expected)
  })

  it.each<[string, unknown, readonly string[]]>([
    [
      'further properties',
      { type: 'object', additionalProperties: { type: 'integer', minimum: 3 } },
      [
        'Takes further properties under names of your choice; each value matches the JSON Schema {"type":"integer","minimum":3}.',
      ],
    ],
    [
      'further properties of any value',
      { type: 'object', additionalProperties: { title: 'Anything' } },
      ['Takes further properties under names of your choice.'],
    ],
    [
      'properties by a pattern, beside further ones and a rule for names',
      {
        type: 'object',
        propertyNames: { maxLength: 4 },
        patternProperties: { '^x-': { enum: ['a', 'b'] } },
        additionalProperties: { type: 'boolean' },
      },
      [
        'Names of properties match the JSON Schema {"maxLength":4}.',
        'Properties whose names match ^x- may be given; each value matches the JSON Schema {"enum":["a","b"]}.',
        'Takes further properties under names of your choice; each value matches the JSON Schema {"type":"boolean"}.',
      ],
    ],
    [
      'a list whose places differ',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
      [
        '2 items, each with its own meaning by its place. They match the JSON Schemas, in this order: {"type":"string"}, {"type":"integer"}.',
      ],
    ],
  ])('[SCH-09] says the types and the rules of %s in words', (_name, property, sentences) => {
    const schema = { type: 'object', properties: { a: property } } as JsonSchema
    const { schema: projected, losses } = forGemini().project(schema)
    expect(projected.properties?.['a']).toMatchObject({ description: sentences.join(' ') })
    const described = losses.filter(({ kind }) => kind === 'described')
    expect(described.map(({ message }) => message)).toEqual(sentences)
  })

  it('[SCH-09] says what values are under names of choice without a reference to what is not sent', () => {
    const $defs = { name: { pattern: '^a' }, money: { type: 'object', required: ['amount'] } }
    const map = { additionalProperties: { $ref: '#/$defs/money' } }
    const free = { type: 'object', propertyNames: { $ref: '#/$defs/name' }, ...map }
    const { losses } = forGemini().project({ properties: { free }, $defs } as JsonSchema)
    expect(losses.map(({ message }) => message)).toEqual([
      'Names of properties match the JSON Schema {"pattern":"^a"}.',
      expect.stringContaining('matches the JSON Schema {"type":"object","required":["amount"]}.'),
    ])
  })

  it('says that values are more than the schema says where that is too long to repeat', () => {
    const values = Array.from({ length: 1_000 }, (_, index) => `value ${index}`)
    const a = { type: 'object', additionalProperties: { enum: values } }
    const { losses } = forGemini().project({ properties: { a } } as JsonSchema)
    expect(losses.map(({ kind }) => kind)).toEqual(['widened', 'described'])
    expect(losses[1]?.message).toContain('each value is of the type string.')
  })

  it('says only the types of values that refer out of the schema', () => {
    const values = { type: ['object', 'null'], properties: { x: { $ref: 'https://a.example' } } }
    expect(lowered({ type: 'object', additionalProperties: values })).toEqual({
      type: 'object',
      description:
        'Takes further properties under names of your choice; each value is of the type object or null.',
    })
  })

  it('says that an object with a pattern of names takes no others', () => {
    const a = { type: 'object', patternProperties: { '^x': true }, additionalProperties: false }
    const { losses } = forGemini().project({ properties: { a } } as JsonSchema)
    expect(losses.map(({ kind, keyword }) => [kind, keyword])).toEqual([
      ['described', 'patternProperties'],
      ['dropped', 'additionalProperties'],
    ])
  })

  it('declares what is required and not declared', () => {
    const { schema } = forGemini().project({ type: 'object', required: ['a'] })
    expect(schema).toEqual({ type: 'object', properties: { a: {} }, required: ['a'] })
  })

  it('writes a recursive schema out to a fixed depth and says so', () => {
    const next = { $ref: '#/$defs/node' }
    const node = { type: 'object', properties: { next } } as const
    const projected = forGemini().project({ type: 'object', properties: { next }, $defs: { node } })
    const text = JSON.stringify(projected.schema)
    expect(text).not.toContain('$')
    expect(text.split('"next"')).toHaveLength(4)
    expect(projected.losses.map(({ kind }) => kind)).toContain('widened')
  })

  it('says of every type what it takes beyond the depth that recursion is written out to', () => {
    const a = { $ref: '#/$defs/n' }
    const n = { type: ['object', 'array'], properties: { a } }
    const { schema } = forGemini().project({ properties: { a }, $defs: { n } } as JsonSchema)
    expect(JSON.stringify(schema)).toContain(
      '{"a":{"anyOf":[{"type":"object"},{"type":"array","items":{}}]}}',
    )
  })

  it('writes what is merged into itself once, and takes anything inside it', () => {
    const inside = { properties: { a: { allOf: [{ $ref: '#' }] } } }
    const named = { properties: { a: { description: 'The next' } } }
    const { schema } = forGemini().project({ type: 'object', allOf: [inside, named] })
    const a = { type: 'object', description: 'The next', properties: { a: { nullable: true } } }
    expect(schema).toEqual({ type: 'object', properties: { a } })
  })

  it('says in words what values the arguments as a whole have', () => {
    const values = [{ a: 1 }, { a: 2 }, 'no object']
    const { schema, losses } = forGemini().project({ enum: values, properties: { a: {} } })
    expect(schema.description).toBe('One of: {"a":1}, {"a":2}.')
    expect(losses.map(({ keyword, kind }) => [keyword, kind])).toEqual([['enum', 'described']])
  })

  it('bears schemas that refer to many others', () => {
    const names = Array.from({ length: 12 }, (_, index) => `node${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { $ref: `#/$defs/${name}` }]))
    const all = { type: 'object', properties } as const
    const $defs = Object.fromEntries(names.map((name) => [name, all]))
    expect(forGemini().project({ ...all, $defs }).schema.type).toBe('object')
  })

  it('does not try again what no smaller depth mends', () => {
    const unfold = vi.spyOn(ShapeReader.prototype, 'unfold')
    const away = { properties: { a: { $ref: 'https://schemas.example' } } }
    expect(() => forGemini().project(away)).toThrow('no schema inside it')
    expect(unfold.mock.calls.filter(([target]) => target === '')).toHaveLength(1)
    unfold.mockRestore()
  })

  it('renames arguments whose names it does not take', () => {
    const { schema, fromModel } = forGemini().project({
      properties: { 'user-id': {}, user_id: {} },
    })
    expect(Object.keys(schema.properties ?? {})).toEqual(['user_id_2', 'user_id'])
    expect(fromModel({ user_id_2: 1, user_id: 2 })).toEqual({ 'user-id': 1, user_id: 2 })
  })

  it.each([
    ['2fa', '_2fa'],
    ['', '_'],
    ['ä', '_'],
    [`9${'x'.repeat(80)}`, `_9${'x'.repeat(58)}`],
  ])('offers the argument %j as %j', (name, offered) => {
    const { schema, fromModel } = forGemini().project({ properties: { [name]: {} } })
    expect(Object.keys(schema.properties ?? {})).toEqual([offered])
    expect(fromModel({ [offered]: 1 })).toEqual({ [name]: 1 })
  })
})
