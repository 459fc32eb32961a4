import { describe, expect, it } from 'vitest'

import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { forAnthropic } from '../../../src/schema/projections/for-anthropic.js'
import { forOpenAi } from '../../../src/schema/projections/for-open-ai.js'
import {
  restoreNames,
  type PropertyNames,
} from '../../../src/schema/projections/from-model/rename-properties.js'
import { stripAddedNulls } from '../../../src/schema/projections/from-model/strip-added-nulls.js'
import { anyShape } from '../../../src/schema/projections/shape/shape.js'
import type { ShapeReader } from '../../../src/schema/projections/shape/shape-reader.js'

function closed(properties: object, required: readonly string[] = []): JsonSchema {
  return { type: 'object', properties, required, additionalProperties: false } as JsonSchema
}

const text = { type: 'string' }
const node = closed({ name: text, next: { $ref: '#/$defs/node' } })
const source = {
  ...closed(
    {
      required: text,
      optional: text,
      nullable: { type: ['string', 'null'] },
      inner: closed({ optional: text }),
      list: { type: 'array', items: closed({ optional: text }) },
      either: {
        anyOf: [
          closed({ file: text, line: { type: 'integer' } }, ['file']),
          closed({ url: text, line: { type: ['integer', 'null'] } }, ['url']),
        ],
      },
      tagged: {
        oneOf: [
          closed({ kind: { const: 'a' }, size: text }, ['kind']),
          closed({ kind: { const: 'b' }, size: { type: ['string', 'null'] } }, ['kind']),
        ],
      },
      node: { $ref: '#/$defs/node' },
    },
    ['required'],
  ),
  $defs: { node },
}
const { fromModel, strict } = forOpenAi({ strict: true }).project(source)

/** A fault of this package, not of what a model sent. */
function fault(): never {
  throw new TypeError('a fault of our own')
}

describe('stripAddedNulls', () => {
  it('hides no fault of its own behind the input', () => {
    const reader = { read: fault, unfold: fault } as unknown as ShapeReader
    const root = { ...anyShape(''), properties: new Map([['a', { at: '/properties/a' }]]) }
    expect(() => stripAddedNulls({ a: null }, root, reader)).toThrow('a fault of our own')
  })
})

describe('restoreNames', () => {
  it('hides no fault of its own behind the input', () => {
    const names = { get: fault, [Symbol.iterator]: fault } as unknown as PropertyNames
    expect(() => restoreNames({ a: 1 }, names)).toThrow('a fault of our own')
  })

  it.each([
    ['that is a proxy which throws', new Proxy({}, { ownKeys: fault })],
    ['whose prototype throws', new Proxy({}, { getPrototypeOf: fault })],
    ['that is a list', [1]],
    ['that is a text', 'a_b'],
    ['that is null', null],
  ])('leaves an input %s as it is', (_name, input) => {
    expect(restoreNames(input, new Map([['a_b', 'a b']]))).toBe(input)
  })
})

describe('ProjectedSchema.fromModel', () => {
  it.each([
    ['an absent property', { optional: null }, {}],
    ['a property that takes null', { nullable: null }, { nullable: null }],
    ['a required property', { required: null }, { required: null }],
    ['an object inside', { inner: { optional: null } }, { inner: {} }],
    ['a list', { list: [{ optional: null }, null] }, { list: [{}, null] }],
    ['the alternative it is', { either: { file: 'a', line: null } }, { either: { file: 'a' } }],
    ['the other one', { either: { url: 'a', line: null } }, { either: { url: 'a', line: null } }],
    ['the tag of it', { tagged: { kind: 'a', size: null } }, { tagged: { kind: 'a' } }],
    ['another tag', { tagged: { kind: 'b', size: null } }, { tagged: { kind: 'b', size: null } }],
    [
      'another tag than there is',
      { tagged: { kind: 'c', size: null } },
      { tagged: { kind: 'c', size: null } },
    ],
    ['no alternative in full', { either: { line: null } }, { either: { line: null } }],
    ['recursion', { node: { next: { next: null, name: null } } }, { node: { next: {} } }],
    [
      'what nobody declared',
      { other: null, inner: { x: null } },
      { other: null, inner: { x: null } },
    ],
  ])('[SCH-09] reads null as it is meant: %s', (_name, sent, meant) => {
    expect(strict).toBe(true)
    expect(fromModel(sent)).toEqual(meant)
  })

  it.each([
    ['not null', { not: { const: null } }],
    ['not of the type null', { not: { type: 'null' } }],
    ['none of some values', { not: { enum: ['a', null] } }],
    ['not null in a part of it', { allOf: [{ not: { const: null } }] }],
    ['not null by reference', { not: { $ref: '#/$defs/nothing' } }],
    ['exactly one of two that take null', { oneOf: [{ type: ['string', 'null'] }, {}] }],
    ['something else where it is null', { if: { type: 'null' }, then: { const: 'a' } }],
    ['a string unless it is one', { if: { type: 'string' }, else: false }],
    ['one of two that do not', { anyOf: [{ const: 'a' }, { not: { type: 'null' } }] }],
  ])('reads null as absent where an optional property takes null, but is %s', (_name, rule) => {
    const properties = { a: { type: ['string', 'null'], ...rule } }
    const schema = { ...closed(properties), $defs: { nothing: { type: 'null' } } } as JsonSchema
    const projected = forOpenAi({ strict: true }).project(schema)
    expect(projected.strict).toBe(true)
    expect(projected.fromModel({ a: null })).toEqual({})
  })

  it.each([
    ['not another value', { not: { const: 'a' } }],
    ['not what is not null', { not: { not: { type: 'null' } } }],
    ['one of two', { oneOf: [{ type: 'string' }, { type: 'null' }] }],
    ['null where it is no string', { if: { type: 'string' }, then: { minLength: 1 } }],
  ])('keeps null where an optional property takes null and is %s', (_name, rule) => {
    const schema = closed({ a: { type: ['string', 'null'], ...rule } })
    const { fromModel: restore } = forOpenAi({ strict: true }).project(schema)
    expect(restore({ a: null })).toEqual({ a: null })
  })

  it.each([
    ['not', { not: { $ref: '#/properties/a' } }],
    ['if', { if: { $ref: '#/properties/a' }, then: false }],
    ['anyOf', { anyOf: [{ type: 'string' }, { $ref: '#/properties/a' }] }],
    ['oneOf', { oneOf: [{ type: 'string' }, { $ref: '#/properties/a' }] }],
  ])('keeps null for a property whose rules refer to themselves by %s', (_keyword, rule) => {
    const a = { type: ['string', 'null'], ...rule }
    const { fromModel: restore, strict } = forOpenAi({ strict: true }).project(closed({ a }))
    expect(strict).toBe(true)
    expect(restore({ a: null })).toEqual({ a: null })
  })

  it('asks all rules of a property that an intersection has two of', () => {
    const a = { type: ['string', 'null'] }
    const allOf = [{ properties: { a: { not: { const: null } } } }]
    const { fromModel: restore } = forOpenAi({ strict: true }).project({ ...closed({ a }), allOf })
    expect(restore({ a: null })).toEqual({})
  })

  it.each([
    ['neither takes null', { type: 'null' }, {}],
    ['one takes null', { const: 'b' }, { a: null }],
  ])('asks the rules of both alternatives of the root for a property: %s', (_name, not, meant) => {
    const of = (rule: object, others: object): JsonSchema =>
      closed({ a: { type: ['string', 'null'], not: rule }, ...others })
    const anyOf = [of({ const: null }, {}), of(not, { b: text })]
    expect(forOpenAi({ strict: true }).project({ anyOf }).fromModel({ a: null })).toEqual(meant)
  })

  it('reads an alternative that is the union itself as no other', () => {
    const union = { anyOf: [closed({ a: text }), { $ref: '#/$defs/union' }] }
    const schema = { ...closed({ it: { $ref: '#/$defs/union' } }), $defs: { union } }
    const { fromModel: restore } = forOpenAi({ strict: true }).project(schema)
    expect(restore({ it: { a: null } })).toEqual({ it: {} })
  })

  it.each([[null], [undefined], ['{"optional":null}'], [7], [[{ optional: null }]]])(
    'leaves %j as it is',
    (input) => {
      expect(fromModel(input)).toEqual(input)
    },
  )

  it('changes nothing it is given', () => {
    const input = Object.freeze({ optional: null, inner: Object.freeze({ optional: null }) })
    fromModel(input)
    expect(input).toEqual({ optional: null, inner: { optional: null } })
  })

  it('bears any depth', () => {
    let deep: unknown = null
    for (let level = 0; level < 50_000; level += 1) deep = { name: null, next: deep }
    expect(() => fromModel({ node: deep })).not.toThrow()
  })

  it('bears what holds itself', () => {
    const loop: Record<string, unknown> = { name: null }
    loop['next'] = loop
    expect(() => fromModel({ node: loop })).not.toThrow()
  })

  it('runs nothing of what it is given', () => {
    const hostile = {
      get optional(): never {
        throw new Error('run')
      },
    }
    const trap = new Proxy({}, { ownKeys: () => expect.fail('run') })
    expect(fromModel(hostile)).toBe(hostile)
    expect(fromModel(trap)).toBe(trap)
  })

  it('leaves a list with holes or names as it is, and reads the rest', () => {
    const holey = { list: Object.assign([], { 1: { optional: null } }), optional: null }
    const named = { list: Object.assign([{ optional: null }], { own: 1 }), optional: null }
    expect(fromModel(holey)).toStrictEqual({ list: holey.list })
    expect(fromModel(named)).toStrictEqual({ list: named.list })
  })

  it('leaves only the part that throws when it is looked at as it is', () => {
    const inner = Proxy.revocable({}, {})
    inner.revoke()
    const given = fromModel({ optional: null, inner: inner.proxy }) as { readonly inner: unknown }
    expect(Object.keys(given)).toEqual(['inner'])
    expect(given.inner).toBe(inner.proxy)
  })

  it('keeps a key that would set the prototype, for validation to refuse', () => {
    const input = JSON.parse('{"__proto__":{"admin":true},"optional":null}') as object
    const given = fromModel(input) as object
    expect(Object.keys(given)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
  })

  it('gives renamed arguments their own names, and only at the root', () => {
    const schema = closed({ $filter: text, 'user id': closed({ 'a b': text }) }, ['$filter'])
    const projected = forAnthropic().project(schema)
    expect(Object.keys(projected.schema.properties ?? {})).toEqual(['_filter', 'user_id'])
    expect(projected.schema.required).toEqual(['_filter'])
    const sent = { _filter: 'x', user_id: { 'a b': 'y' }, other: 1 }
    const given = { $filter: 'x', 'user id': { 'a b': 'y' }, other: 1 }
    expect(projected.fromModel(sent)).toEqual(given)
  })

  it('keeps required the arguments that are not renamed', () => {
    const schema = closed({ $filter: text, top: text }, ['top', '$filter'])
    expect(forAnthropic().project(schema).schema.required).toEqual(['top', '_filter'])
  })

  it('leaves an argument under both of its names for validation to refuse', () => {
    const { fromModel: restore } = forAnthropic().project(closed({ $filter: text, _filter: text }))
    const sent = { _filter: 'own', _filter_2: 'renamed', $filter: 'twice' }
    expect(restore(sent)).toEqual(sent)
  })
})

describe('fromModel of a root that refers to itself', () => {
  it('makes null absent where one alternative of the root requires the property and another does not', () => {
    const { strict, fromModel } = forOpenAi({ strict: true }).project({
      type: 'object',
      properties: { a: { type: 'array', items: { type: 'string' }, prefixItems: [{ $ref: '#' }] } },
      additionalProperties: false,
      anyOf: [{ required: [] }, { required: ['a'] }],
    })
    expect(strict).toBe(true)
    expect(fromModel({ a: [{ a: null }] })).toEqual({ a: [{}] })
  })
})
