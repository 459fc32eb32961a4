import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import { draft04Bounds } from './foreign-contents.js'

const strict = forOpenAi({ strict: true })

/** The arguments of a tool: a closed object. */
function closed(properties: object, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false } as JsonSchema
}

/** The strict projection of one required argument. */
function strictly(property: object): unknown {
  return strict.project(closed({ a: property }, ['a'])).schema.properties?.['a']
}

/** Why a schema is sent without strict. */
function reasons(schema: JsonSchema): readonly string[] {
  const { losses } = strict.project(schema)
  return losses.filter(({ kind }) => kind === 'not-strict').map(({ path }) => path)
}

describe('forOpenAi', () => {
  it.each<unknown>([{}, { type: 'object' }, true])(
    '[SCH-09] gives an object with properties for the arguments of %j',
    (schema) => {
      expect(forOpenAi().project(schema as JsonSchema).schema).toEqual({
        type: 'object',
        properties: {},
      })
    },
  )

  it('[SCH-09] merges a union at the root and says its rule in words', () => {
    const email = { type: 'string' } as const
    const anyOf = [{ required: ['email'] }, { required: ['phone'] }]
    const schema = { type: 'object', properties: { email, phone: email }, anyOf } as const
    const projected = forOpenAi().project(schema)
    const note = 'At least one of these holds: email given; phone given.'
    const properties = { email, phone: email }
    expect(projected.schema).toEqual({ type: 'object', description: note, properties })
    expect(projected.note).toBe(note)
  })

  it.each([
    ['oneOf', 'Exactly one of these holds: '],
    ['anyOf', 'At least one of these holds: '],
  ])('names %s as the rule of a merged root', (keyword, start) => {
    const alternatives = [{ required: ['a'] }, { required: ['b'] }]
    const { losses } = forOpenAi().project({ type: 'object', [keyword]: alternatives })
    expect(losses).toMatchObject([{ keyword, message: expect.stringContaining(start) }])
  })

  it.each<[string, JsonSchema, string]>([
    ['values', { enum: [{ a: 1 }, 'no object'] }, 'Always {"a":1}.'],
    ['a default', { type: 'object', default: { a: 1 } }, 'Default: {"a":1}.'],
    [
      'what depends on a property',
      { type: 'object', dependentSchemas: { a: { required: ['b'] } } },
      'A further rule of JSON Schema holds: dependentSchemas.',
    ],
    [
      'a rule that refers out of the schema',
      { type: 'object', not: { $ref: 'https://a.example' } },
      'A further rule of JSON Schema holds: not.',
    ],
    [
      'what one of two alternatives is called',
      { type: 'object', anyOf: [{ title: 'By mail', required: ['mail'] }, { required: ['tel'] }] },
      'At least one of these holds: mail given (By mail); tel given.',
    ],
  ])('[SCH-09] says in words of a root: %s', (_what, schema, note) => {
    const projected = forOpenAi().project(schema)
    expect(projected.note).toBe(note)
    expect(projected.schema.description).toBe(note)
  })

  it('merges alternatives of the root that are recursive schemas', () => {
    const next = { $ref: '#/$defs/node' }
    const other = closed({ b: { type: 'string' } })
    const schema = { anyOf: [next, other], $defs: { node: closed({ next }) } }
    expect(forOpenAi().project(schema).schema).toMatchObject({
      properties: { next, b: { type: 'string' } },
      additionalProperties: false,
    })
  })

  it.each<unknown>(['text', null, [], { type: 'any' }])(
    'takes %j in the place of a schema for one that says nothing',
    (property) => {
      const schema = { properties: { a: property } } as JsonSchema
      expect(forOpenAi().project(schema).schema.properties).toEqual({ a: {} })
    },
  )

  it('[SCH-09] says what one alternative of the root asks of the arguments as a whole', () => {
    const anyOf = [{ required: ['a'] }, { minProperties: 2, not: { required: ['b'] } }]
    expect(forOpenAi().project({ type: 'object', anyOf }).note).toBe(
      'At least one of these holds: a given; At least 2 properties. ' +
        'Does not match the JSON Schema {"required":["b"]}.',
    )
  })

  it('takes under names that one alternative has a pattern for what any of them takes', () => {
    const number = { type: 'object', additionalProperties: { type: 'integer' } }
    const text = { patternProperties: { '^t': { type: 'string' } }, additionalProperties: false }
    const anyOf = [number, { type: 'object', ...text }]
    const { schema } = forOpenAi().project({ anyOf } as JsonSchema)
    const rest = { anyOf: [{ type: 'integer' }, { type: 'string' }] }
    expect(schema).toMatchObject({ additionalProperties: rest })
    expect(schema).not.toHaveProperty('patternProperties')
  })

  it('keeps a pattern of names that all alternatives have', () => {
    const of = (type: string): object => ({ patternProperties: { '^t': { type } } })
    const { schema } = forOpenAi().project({
      type: 'object',
      anyOf: [of('string'), of('null')],
    } as JsonSchema)
    const values = { anyOf: [{ type: 'string' }, { type: 'null' }] }
    expect(schema).toMatchObject({ patternProperties: { '^t': values } })
  })

  it('keeps required what every alternative requires', () => {
    const oneOf = [{ required: ['a', 'b'] }, { required: ['a'] }]
    const { schema } = forOpenAi().project({ type: 'object', properties: { a: {}, b: {} }, oneOf })
    expect(schema.required).toEqual(['a'])
  })

  it('translates draft-07 and writes references out, the words beside them kept', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { a: { $ref: '#/definitions/a', description: 'Mine' } },
      definitions: { a: { type: 'string', description: 'Theirs' }, unused: {} },
    } as const
    const { properties } = forOpenAi().project(schema).schema
    expect(properties).toEqual({ a: { type: 'string', description: 'Mine' } })
  })

  it('says the exclusive bounds of draft-04 as 2020-12 does', () => {
    expect(forOpenAi().project(draft04Bounds).schema.properties).toEqual({
      price: { type: 'number', exclusiveMinimum: 0 },
      share: { type: 'number', maximum: 1 },
    })
  })

  it('reads no property that every object inherits', () => {
    const schema = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')
    const projected = forOpenAi().project(schema as JsonSchema)
    expect(Object.keys(projected.schema.properties ?? {})).toEqual(['__proto__'])
  })

  it.each<[string, unknown, string]>([
    ['no object at the root', { type: 'string' }, 'accepts no object'],
    ['nothing', false, 'accepts no object'],
    ['an external reference', { properties: { a: { $ref: 'https://a.example' } } }, 'no schema'],
    ['a dangling reference', { $ref: '#/$defs/gone' }, 'no schema inside it'],
    ['another dialect', { $schema: 'http://json-schema.org/draft-03/schema#' }, 'dialect'],
  ])('refuses %s with a DefinitionError', (_name, schema, reason) => {
    const project = (): unknown => forOpenAi().project(schema as JsonSchema)
    expect(project).toThrow(DefinitionError)
    expect(project).toThrow(reason)
  })

  it('refuses a schema that is nested too deep, or holds itself', () => {
    const schema: Record<string, unknown> = { type: 'object' }
    schema['properties'] = { self: schema }
    expect(() => forOpenAi().project(schema as JsonSchema)).toThrow('nested too deep')
  })

  it('remembers its result and shares it', () => {
    const schema = closed({ a: { type: 'string' } })
    expect(forOpenAi().project(schema)).toBe(forOpenAi().project(schema))
    expect(Object.isFrozen(forOpenAi().project(schema).schema)).toBe(true)
  })
})

describe('forOpenAi with strict', () => {
  it('[SCH-09] asks for every property and takes null for those that may be absent', () => {
    const schema = closed({ q: { type: 'string' }, limit: { type: 'integer' } }, ['q'])
    const { type, properties, required } = strict.project(schema).schema
    expect({ type, properties, required }).toEqual({
      type: 'object',
      properties: { q: { type: 'string' }, limit: { type: ['integer', 'null'] } },
      required: ['q', 'limit'],
    })
  })

  it.each([
    [{ const: 'a' }, { type: 'string', enum: ['a'] }],
    [{ enum: ['a', null] }, { type: ['string', 'null'], enum: ['a', null] }],
    [
      { type: 'string', maxLength: 4 },
      { type: 'string', description: 'At most 4 characters.' },
    ],
    [
      { type: 'string', description: 'A name', minLength: 1 },
      { type: 'string', description: 'A name. At least 1 character.' },
    ],
    [
      { type: 'integer', minimum: 1, multipleOf: 5 },
      { type: 'integer', minimum: 1, multipleOf: 5 },
    ],
    [
      { type: 'string', pattern: '^(?!a)' },
      { type: 'string', description: 'Matches the regular expression ^(?!a).' },
    ],
    [
      { type: 'string', format: 'uri' },
      { type: 'string', description: 'Format: uri.' },
    ],
    [
      { type: 'boolean', default: false },
      { type: 'boolean', description: 'Default: false.' },
    ],
    [
      { oneOf: [{ type: 'string' }, { type: 'number' }] },
      {
        anyOf: [{ type: 'string' }, { type: 'number' }],
        description: 'Exactly one of the alternatives holds.',
      },
    ],
    [{ allOf: [{ type: 'number', minimum: 1 }, { minimum: 2 }] }, { type: 'number', minimum: 2 }],
  ])('writes %j in the strict subset', (property, expected) => {
    expect(strictly(property)).toEqual(expected)
  })

  it.each<[string, JsonSchema, string]>([
    ['an open object', { type: 'object', properties: {} }, ''],
    ['a free map', closed({ m: { type: 'object', additionalProperties: {} } }), '/properties/m'],
    ['a value without a type', closed({ a: {} }), '/properties/a'],
    ['an array of anything', closed({ l: { type: 'array' } }), '/properties/l'],
    ['a pattern of names', { ...closed({}), patternProperties: { a: {} } }, ''],
    ['too many values', closed({ e: { enum: Array.from({ length: 1001 }, (_, n) => n) } }), ''],
    ['too many levels', closed({ a: levels(10) }), ''],
    ['too many properties', closed(many(5001)), ''],
    ['too many characters', closed({ e: { enum: ['x'.repeat(120_001)] } }), ''],
  ])('[SCH-09] sends %s without strict and says where', (_name, schema, path) => {
    expect(strict.project(schema).strict).toBe(false)
    expect(reasons(schema)).toEqual([path])
  })

  it('keeps a recursive schema as a definition', () => {
    const node = closed({ next: { $ref: '#/$defs/node' } })
    const { schema } = strict.project({
      ...closed({ a: { $ref: '#/$defs/node' } }),
      $defs: { node },
    })
    const reference = { $ref: '#/$defs/node' }
    expect(schema.properties).toEqual({ a: { anyOf: [reference, { type: 'null' }] } })
    expect(Object.keys(schema.$defs ?? {})).toEqual(['node'])
  })

  it('says the title beside a reference of the reference or null', () => {
    const node = closed({ next: { $ref: '#/$defs/node' } })
    const a = { $ref: '#/$defs/node', title: 'The first' }
    const { schema } = strict.project({ ...closed({ a }), $defs: { node } })
    const anyOf = [{ $ref: '#/$defs/node' }, { type: 'null' }]
    expect(schema.properties).toEqual({ a: { title: 'The first', anyOf } })
  })

  it('writes a reference out where more is asked beside it', () => {
    const next = { $ref: '#/$defs/node' }
    const a = { ...next, required: ['next'] }
    const { schema } = strict.project({
      ...closed({ a }, ['a']),
      $defs: { node: closed({ next }) },
    })
    expect(schema.properties?.['a']).toEqual(closed({ next }, ['next']))
  })

  it('keeps the title of a recursive schema that is merged into the root', () => {
    const node = { title: 'Node', ...closed({ next: { $ref: '#/$defs/node' } }) }
    const schema: JsonSchema = { allOf: [{ $ref: '#/$defs/node' }], $defs: { node } }
    expect(strict.project(schema).schema.title).toBe('Node')
  })

  it('closes every alternative that `unevaluatedProperties` closes', () => {
    const of = (name: string): object => ({ properties: { [name]: { type: 'string' } } })
    const anyOf = [of('a'), of('b')]
    const choice = { type: 'object', anyOf, unevaluatedProperties: false }
    const nullable = { type: ['string', 'null'] }
    expect(strictly(choice)).toEqual({
      anyOf: [closed({ a: nullable }, ['a']), closed({ b: nullable }, ['b'])],
    })
  })
})

function levels(depth: number): object {
  return closed(depth === 0 ? {} : { a: levels(depth - 1) })
}

function many(count: number): object {
  const names = Array.from({ length: count }, (_, index) => `p${index}`)
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
}
