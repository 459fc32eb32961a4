import { describe, expect, it } from 'vitest'

import { JsonSchemaError } from '../../src/schema/json-schema-error.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

const draft07 = 'http://json-schema.org/draft-07/schema#'

/** So many members, each made from its index. */
function many<T>(count: number, make: (index: number) => T): Readonly<Record<string, T>> {
  const members = Array.from({ length: count }, (_, index) => {
    return [`d${index.toString()}`, make(index)] as const
  })
  return Object.fromEntries(members)
}

/** A value inside itself so many times. */
function nested<T>(levels: number, end: T, wrap: (inner: T, level: number) => T): T {
  let value = end
  for (let level = 0; level < levels; level += 1) value = wrap(value, level)
  return value
}

/** Definitions in the words of a reference and a name, each asking the next one twice. */
function doublingBy(
  refer: (name: string) => JsonSchema,
  name: (name: string) => object = () => ({}),
  levels = 40,
): JsonSchema {
  const $defs = many(levels + 1, (level) => {
    const next = refer(`d${(level + 1).toString()}`)
    const rule = level === levels ? { type: 'string' } : { anyOf: [next, next] }
    return { ...name(`d${level.toString()}`), ...rule }
  })
  return { properties: { a: refer('d0') }, $defs } as JsonSchema
}

/** The same where what a name stands for depends on who is asking. */
function dynamicDoubling(): JsonSchema {
  const allOf = Array.from({ length: 40 }, (_, level) => {
    const next = { $dynamicRef: `#d${(level + 1).toString()}` }
    const then = { anyOf: [next, next] }
    return { $dynamicAnchor: `d${level.toString()}`, if: { type: 'string' as const }, then }
  })
  const last = { $dynamicAnchor: 'd40', maxLength: 0 }
  return { allOf: [...allOf, last], properties: { a: { $dynamicRef: '#d0' } } }
}

/** The same by what depends on two properties, in the words of draft-07. */
function dependentDoubling(): JsonSchema {
  const definitions = many(41, (level) => {
    const next = { $ref: `#/definitions/d${(level + 1).toString()}` }
    return level === 40 ? {} : { dependencies: { a: next, b: next } }
  })
  return { $schema: draft07, $ref: '#/definitions/d0', definitions }
}

const pointer = (name: string): JsonSchema => ({ $ref: `#/$defs/${name}` })

describe('compileJsonSchema of a schema made to do harm', () => {
  it.each<readonly [string, JsonSchema]>([
    ['pointers', doublingBy(pointer)],
    ['encoded pointers', doublingBy((name) => ({ $ref: `#/%24defs/%64${name.slice(1)}` }))],
    [
      'anchors',
      doublingBy(
        (name) => ({ $ref: `#${name}` }),
        ($anchor) => ({ $anchor }),
      ),
    ],
    [
      'ids',
      doublingBy(
        (name) => ({ $ref: `urn:x:${name}` }),
        (name) => ({ $id: `urn:x:${name}` }),
      ),
    ],
    [
      'ids that are written in two ways',
      doublingBy(
        (name) => ({ $ref: `HTTP://a.example:80/${name}` }),
        (name) => ({ $id: `http://a.example/b/../${name}` }),
      ),
    ],
    [
      'pointers into what is no definition',
      {
        ...doublingBy((name) => ({ $ref: `#/x/${name}` })),
        x: doublingBy((name) => ({ $ref: `#/x/${name}` })).$defs,
      },
    ],
    ['dynamic anchors', dynamicDoubling()],
    ['dependencies', dependentDoubling()],
  ])('refuses what doubles at every level by %s', (_what, schema) => {
    expect(() => compileJsonSchema(schema)).toThrow(JsonSchemaError)
    expect(() => compileJsonSchema(schema)).toThrow('asks more than 10000 schemas about one value.')
  })

  it('takes what doubles a few times', () => {
    expect(compileJsonSchema(doublingBy(pointer, undefined, 8))({ a: 'text' })).toEqual([])
  })

  it.each<readonly [string, JsonSchema, string]>([
    [
      'more schemas than a model reads',
      { properties: many(20_000, () => ({})) },
      'has more than 20000 schemas in it',
    ],
    [
      'a long chain of references',
      {
        ...pointer('d0'),
        $defs: many(9_000, (index) =>
          index === 8999 ? {} : pointer(`d${(index + 1).toString()}`),
        ),
      },
      'nested too deep',
    ],
    [
      'rules inside rules without end',
      nested<JsonSchema>(100_000, {}, (not) => ({ not })),
      'not valid',
    ],
    [
      'data inside data without end',
      nested<JsonSchema>(100_000, {}, (x) => ({ x })),
      'nested too deep',
    ],
    [
      'ids inside ids that are too long together',
      nested<JsonSchema>(200, {}, (a) => ({ $id: 'a'.repeat(99), properties: { a } })),
      '"$id" that is too long',
    ],
    [
      'such ids where no keyword holds schemas',
      { x: nested<object>(200, {}, (a) => ({ $id: 'a'.repeat(99), a })) },
      '"$id" that is too long',
    ],
    [
      'a circle of references',
      { ...pointer('a'), $defs: { a: pointer('b'), b: pointer('a') } },
      'nested too deep',
    ],
    [
      'a reference to a reference',
      { $ref: '#/$defs/a/$ref', $defs: { a: { $ref: '#/$defs/a/$ref' } } },
      'not hold',
    ],
    ['a reference to a prototype', { $ref: '#/__proto__' }, 'not hold'],
    [
      'two schemas of one name',
      { $defs: { a: { $id: 'urn:x:a' }, b: { $id: 'urn:x:a', not: {} } } },
      'two schemas in it of the name "urn:x:a"',
    ],
  ])('refuses %s', (_what, schema, message) => {
    expect(() => compileJsonSchema(schema)).toThrow(JsonSchemaError)
    expect(() => compileJsonSchema(schema)).toThrow(message)
  })

  it.each<readonly [string, (id: string) => JsonSchema]>([
    ['its root', ($id) => ({ $id, type: 'string' })],
    ['a definition', ($id) => ({ $ref: '#/$defs/a', $defs: { a: { $id } } })],
    ['what is no definition', ($id) => ({ $ref: '#/x', x: { $id } })],
  ])('runs no code that stands in an `$id` of %s', (_where, schemaWith) => {
    const schema = schemaWith('*/globalThis.broken=true;/*')
    expect(() => compileJsonSchema(schema)('text')).toThrow(JsonSchemaError)
    expect(globalThis).not.toHaveProperty('broken')
  })

  it.each<readonly [string, JsonSchema]>([
    ['at its root', { $async: true, type: 'object' }],
    ['inside', { type: 'object', properties: { n: { $async: true, type: 'integer' } } }],
    ['in a definition', { $ref: '#/$defs/a', $defs: { a: { $async: true } } }],
    ['in a tuple', { prefixItems: [{}, { $async: false }] }],
  ])(
    'refuses `$async` %s, which would put the verdict off until after the call',
    (_where, schema) => {
      expect(() => compileJsonSchema(schema)).toThrow(/has a "\$async"/)
    },
  )

  it('takes an argument of that name', () => {
    const validate = compileJsonSchema({ properties: { $async: { type: 'boolean' } } })
    expect(validate({ $async: 1 })).toHaveLength(1)
  })
})

describe('compileJsonSchema of a schema that is large but harmless', () => {
  it('takes a definition that leads nowhere where nobody refers to it', () => {
    const schema: JsonSchema = { type: 'string', $defs: { old: { $ref: 'https://a.example' } } }
    expect(compileJsonSchema(schema)('text')).toEqual([])
  })

  it('takes any number of definitions that nobody refers to', () => {
    const schema: JsonSchema = { type: 'string', $defs: many(30_000, () => ({})) }
    expect(compileJsonSchema(schema)('text')).toEqual([])
  })

  it('takes a large definition that many refer to', () => {
    const large = { properties: many(300, () => ({ type: 'string' }) as const) }
    const schema = { properties: many(1000, () => pointer('large')), $defs: { large } }
    expect(compileJsonSchema(schema)({ d999: { d299: 1 } })).toMatchObject([
      { path: 'd999.d299', message: 'd999.d299 must be a string.' },
    ])
  })

  it('takes classes that are each of a class that names them all, though no value can be checked', () => {
    const kinds = many(50, () => ({ allOf: [pointer('base'), { required: ['kind'] }] }))
    const schema = {
      ...pointer('base'),
      $defs: { ...kinds, base: { oneOf: Object.keys(kinds).map(pointer) } },
    }
    expect(compileJsonSchema(schema)({ kind: 'd0' })).toMatchObject([
      { path: '', keyword: 'schema' },
    ])
  })
})

describe('a validator of a value that nests as alternatives of its schema do', () => {
  const list: JsonSchema = { items: { $ref: '#' }, contains: { $ref: '#' } }

  it('takes what can be checked', () => {
    const value = nested<unknown>(12, 'end', (inner) => [inner])
    expect(compileJsonSchema(list)(value)).toEqual([])
  })

  it('refuses what takes too many calls, instead of holding up the process', () => {
    const value = nested<unknown>(30, 'end', (inner) => [inner])
    expect(compileJsonSchema(list)(value)).toMatchObject([{ path: '', keyword: 'schema' }])
  })

  it('counts the calls for every value anew', () => {
    const validate = compileJsonSchema(list)
    const value = nested<unknown>(19, 'end', (inner) => [inner])
    for (let turn = 0; turn < 6; turn += 1) expect(validate(value)).toEqual([])
  })
})
