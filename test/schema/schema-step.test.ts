import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { JsonValue } from '../../src/schema/json.js'
import { memberNames, stepInto } from '../../src/schema/schema-step.js'

const text: JsonSchema = { type: 'string' }
const closed = (...names: string[]): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  additionalProperties: false,
})

const names = ['a', 'b', '0']

/** Schemas of containers in containers, composed in every way. */
function schemas(): fc.Arbitrary<JsonSchema | boolean> {
  const leaf = fc.constantFrom<JsonSchema | boolean>(text, {}, true, false, closed('a'))
  const { schema } = fc.letrec<{ schema: JsonSchema | boolean }>((tie) => ({
    schema: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.record(
        {
          type: fc.constantFrom('object', 'array', 'string'),
          properties: fc.dictionary(fc.constantFrom(...names), tie('schema'), { maxKeys: 2 }),
          additionalProperties: tie('schema'),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonSchema>,
      fc.record(
        {
          anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
          unevaluatedProperties: fc.boolean(),
          items: tie('schema'),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<JsonSchema>,
    ),
  }))
  return schema
}

describe('stepInto', () => {
  it.each<readonly [string, JsonSchema]>([
    ['a property', closed('a')],
    ['a pattern', { patternProperties: { '^a$': text }, additionalProperties: false }],
    ['any other member', { additionalProperties: text }],
    ['a part of all', { allOf: [closed('a')] }],
    ['one of several', { oneOf: [closed('b'), closed('a')] }],
    ['a reference', { $defs: { x: closed('a') }, $ref: '#/$defs/x' }],
    ['a condition', { if: {}, then: { properties: { a: text } } }],
  ])('leads by %s to what stands there', (_by, schema) => {
    expect(stepInto(schema, 'a', schema)).toEqual({ leads: [text], isClosed: false })
  })

  it.each<readonly [string, JsonSchema]>([
    ['says nothing', {}],
    ['allows what it does not name', { properties: {}, additionalProperties: true }],
    [
      'has a pattern that cannot be run',
      { patternProperties: { '(': text }, additionalProperties: false },
    ],
    ['refers to somewhere else', { $ref: 'https://example.com/a' }],
    ['refers to itself', { $ref: '#' }],
    ['refers dynamically', { $dynamicRef: '#a', additionalProperties: false }],
    [
      'evaluates in a part whatever there is',
      { type: 'object', anyOf: [{ unevaluatedProperties: true }], unevaluatedProperties: false },
    ],
    ['leaves one choice open', { anyOf: [closed('b'), {}] }],
    ['has items', { type: 'array', items: text }],
  ])('is not closed where a schema %s', (_what, schema) => {
    expect(stepInto(schema, '0', schema).isClosed).toBe(false)
  })

  it.each<readonly [string, JsonSchema]>([
    ['names its members', closed('b')],
    ['has a member that nothing meets', { properties: { a: false }, additionalProperties: false }],
    ['is no container', text],
    ['is one of texts and numbers', { type: ['string', 'number'] }],
    ['is a list, which has no names', { type: 'array', items: text }],
    ['closes every choice', { anyOf: [closed('b'), closed('c')] }],
    ['closes one part of all', { allOf: [closed('b'), {}] }],
    ['refers to a closed one', { $defs: { x: closed('b') }, $ref: '#/$defs/x' }],
    ['is closed by what it evaluates', { anyOf: [closed('b'), {}], unevaluatedProperties: false }],
  ])('is closed where a schema %s', (_what, schema) => {
    expect(stepInto(schema, 'a', schema)).toEqual({ leads: [], isClosed: true })
  })

  it('ends on a schema that is composed of itself, many times over', () => {
    const itself: JsonSchema = { $ref: '#' }
    const schema: JsonSchema = { allOf: [itself, closed('b')], anyOf: [itself, itself] }
    expect(stepInto(schema, 'a', schema).isClosed).toBe(true)
  })

  it('ends soon on references that double at each step', () => {
    const twice = (name: string): JsonSchema => ({
      anyOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }],
    })
    const $defs: Record<string, JsonSchema> = { d40: closed('b') }
    for (let at = 0; at < 40; at += 1) $defs[`d${at.toString()}`] = twice(`d${(at + 1).toString()}`)
    const schema: JsonSchema = { $defs, ...twice('d0') }
    expect(stepInto(schema, 'a', schema).isClosed).toBe(false)
  })

  it('ends on a schema that is nested without end', () => {
    let schema: JsonSchema = closed('b')
    for (let depth = 0; depth < 5_000; depth += 1) schema = { allOf: [schema] }
    expect(stepInto(schema, 'a', schema).isClosed).toBe(false)
  })

  it('says closed of nothing that a valid value has: a law', () => {
    const members: readonly JsonValue[] = ['x', 1, {}, null]
    const values = names.flatMap((name) => [
      ...members.map((member): [string, JsonValue] => [name, { [name]: member }]),
      ...members.map((member): [string, JsonValue] => [name, { a: 'x', b: 'x', [name]: member }]),
    ])
    const lists: [string, JsonValue][] = members.map((member) => ['0', [member]])
    fc.assert(
      fc.property(schemas(), (given) => {
        const whole: JsonSchema = typeof given === 'boolean' ? { allOf: [given] } : given
        const shut = names.filter((name) => stepInto(whole, name, whole).isClosed)
        if (shut.length === 0) return
        const violationsOf = compileJsonSchema(whole)
        const there = [...values, ...lists].filter(([name]) => shut.includes(name))
        expect(there.filter(([, value]) => violationsOf(value).length === 0)).toEqual([])
      }),
      { numRuns: 100 },
    )
  })
})

describe('memberNames', () => {
  it('are those of a schema and of what it is composed of, each once', () => {
    const schema = { ...closed('a', 'b'), anyOf: [closed('b', 'c'), true] }
    expect(memberNames(schema, schema)).toEqual(['a', 'b', 'c'])
  })
})
