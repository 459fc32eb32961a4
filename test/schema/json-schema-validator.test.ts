import { describe, expect, it } from 'vitest'

import { JsonSchemaError } from '../../src/schema/json-schema-error.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

const lines: JsonSchema = {
  type: 'object',
  properties: {
    lines: {
      type: 'array',
      items: {
        type: 'object',
        properties: { qty: { type: 'integer', minimum: 1 }, 'unit price': { type: 'number' } },
        required: ['qty'],
        additionalProperties: false,
      },
    },
  },
}

function messages(schema: JsonSchema, value: unknown): readonly string[] {
  return compileJsonSchema(schema)(value).map(({ message }) => message)
}

describe('compileJsonSchema', () => {
  it('reports no violations of a valid value', () => {
    expect(compileJsonSchema(lines)({ lines: [{ qty: 1 }] })).toEqual([])
  })

  it('names path, keyword and expectation of every violation', () => {
    const value = { lines: [{ qty: 0, 'unit price': 'secret' }, {}, { qty: 1, sku: 'secret' }] }
    expect(compileJsonSchema(lines)(value)).toEqual([
      { path: 'lines[0].qty', keyword: 'minimum', message: 'lines[0].qty must be at least 1.' },
      {
        path: 'lines[0]["unit price"]',
        keyword: 'type',
        message: 'lines[0]["unit price"] must be a number.',
      },
      { path: 'lines[1].qty', keyword: 'required', message: 'lines[1].qty is required.' },
      {
        path: 'lines[2]',
        keyword: 'additionalProperties',
        message: 'lines[2] must not have the property "sku".',
        property: 'sku',
      },
    ])
  })

  it.each<[JsonSchema, unknown, string]>([
    [{ type: ['string', 'null'] }, 4242, 'The value must be a string or null.'],
    [{ type: ['array', 'boolean'] }, 4242, 'The value must be an array or a boolean.'],
    [{ type: ['integer', 'object'] }, '4242', 'The value must be an integer or an object.'],
    [{ enum: ['a', 1, null] }, 4242, 'The value must be one of "a", 1, null.'],
    [
      { enum: Array.from({ length: 21 }, (_, index) => index) },
      4242,
      'The value must be one of 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, ….',
    ],
    [{ const: { a: 1 } }, 4242, 'The value must be the value in its schema.'],
    [{ maximum: 9 }, 4242, 'The value must be at most 9.'],
    [{ exclusiveMinimum: 9999 }, 4242, 'The value must be greater than 9999.'],
    [{ exclusiveMaximum: 0 }, 4242, 'The value must be less than 0.'],
    [{ multipleOf: 5 }, 4242, 'The value must be a multiple of 5.'],
    [{ minLength: 9 }, '4242', 'The value must have at least 9 characters.'],
    [{ maxLength: 1 }, '4242', 'The value must have at most 1 characters.'],
    [{ minItems: 1 }, [], 'The value must have at least 1 items.'],
    [{ maxItems: 1 }, [4242, 4242], 'The value must have at most 1 items.'],
    [{ minProperties: 1 }, {}, 'The value must have at least 1 properties.'],
    [{ maxProperties: 0 }, { a: 4242 }, 'The value must have at most 0 properties.'],
    [{ pattern: '^a' }, '4242', 'The value must match the pattern "^a".'],
    [{ uniqueItems: true }, [4242, 4242], 'The value must not hold the same item twice.'],
    [
      { contains: { const: 1 } },
      [4242],
      'The value must hold at least 1 items of the expected form.',
    ],
    [
      { contains: { const: 4242 }, maxContains: 2 },
      [4242, 4242, 4242],
      'The value must hold at least 1 and at most 2 items of the expected form.',
    ],
    [{ not: {} }, 4242, 'The value must not be what its schema excludes.'],
    [{ dependentRequired: { a: ['b'] } }, { a: 4242 }, 'b is required beside "a".'],
    [{ properties: { a: false } }, { a: 4242 }, 'a is not allowed.'],
    [{ unevaluatedProperties: false }, { a: 4242 }, 'The value must not have the property "a".'],
    [{ prefixItems: [true], items: false }, [1, 4242], 'The value must have at most 1 items.'],
    [{ if: true, then: { const: 1 } }, 4242, 'The value must be 1.'],
  ])('words a violation of %j without the value', (schema, value, message) => {
    const [first] = messages(schema, value)
    expect(first).toBe(message)
    expect(messages(schema, value).join()).not.toContain('4242')
  })

  it('speaks of the branch a value was meant for, or of all types', () => {
    const nullable: JsonSchema = { anyOf: [{ type: 'string', minLength: 3 }, { type: 'null' }] }
    expect(messages(nullable, 'ab')).toEqual(['The value must have at least 3 characters.'])
    expect(messages(nullable, 5)).toEqual(['The value must be a string or null.'])
    const either: JsonSchema = { oneOf: [{ minimum: 5 }, { multipleOf: 7 }] }
    expect(messages(either, 3)).toContain(
      'The value must match exactly one of the forms in its schema.',
    )
  })

  it('refuses NaN and infinities as numbers', () => {
    expect(messages({ type: 'number' }, Number.NaN)).toHaveLength(1)
    expect(messages({ type: 'number' }, Infinity)).toHaveLength(1)
  })

  it('takes decimal multiples as people do', () => {
    expect(messages({ multipleOf: 0.01 }, 0.07)).toEqual([])
    expect(messages({ multipleOf: 0.01 }, 0.075)).toHaveLength(1)
  })

  it('sees own members only', () => {
    expect(messages({ required: ['toString'] }, {})).toEqual(['toString is required.'])
    expect(messages({ properties: { constructor: { type: 'string' as const } } }, {})).toEqual([])
  })

  it('takes format for an annotation', () => {
    expect(messages({ type: 'string', format: 'email' }, 'no address')).toEqual([])
  })

  it('reads patterns with the flag u, and those without it that need none', () => {
    expect(messages({ pattern: '^.$' }, '😀')).toEqual([])
    expect(messages({ pattern: '^a\\_b$' }, 'a_b')).toEqual([])
  })

  it('compares unique items by value, and many of them in good time', () => {
    expect(
      messages({ uniqueItems: true }, [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ]),
    ).toHaveLength(1)
    const many = Array.from({ length: 50_000 }, (_, index) => ({ index }))
    expect(messages({ uniqueItems: true }, many)).toEqual([])
  })

  it('reports at most 100 violations', () => {
    const value = Array.from({ length: 1000 }, () => 'x')
    expect(messages({ items: { type: 'number' } }, value)).toHaveLength(100)
  })

  it('refuses a value on which the check overflows the stack', () => {
    const schema: JsonSchema = {
      $ref: '#/$defs/list',
      $defs: { list: { items: { $ref: '#/$defs/list' } } },
    }
    let deep: unknown[] = []
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(compileJsonSchema(schema)(deep)).toEqual([
      { path: '', keyword: 'schema', message: 'The value must match its schema.' },
    ])
  })

  it('knows draft-07 where the schema says so', () => {
    const tuple: JsonSchema = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      items: [{ type: 'string' }] as unknown as JsonSchema,
      additionalItems: false,
    }
    expect(messages(tuple, ['a'])).toEqual([])
    expect(messages(tuple, ['a', 1])).toEqual(['The value must have at most 1 items.'])
  })

  it('fills in defaults on demand', () => {
    const schema: JsonSchema = { properties: { a: { default: 5 } } }
    const filled = {}
    compileJsonSchema(schema, { fillDefaults: true })(filled)
    expect(filled).toMatchObject({ a: 5 })
    const untouched = {}
    compileJsonSchema(schema)(untouched)
    expect(untouched).toEqual({})
  })

  it('compiles a schema object once', () => {
    expect(compileJsonSchema(lines)).toBe(compileJsonSchema(lines))
    expect(compileJsonSchema(lines, { fillDefaults: true })).not.toBe(compileJsonSchema(lines))
  })

  it('keeps the ids of two schemas apart', () => {
    const first: JsonSchema = {
      $id: 'urn:example:a',
      $defs: { x: { $id: 'urn:example:x', type: 'string' } },
      $ref: 'urn:example:x',
    }
    const second: JsonSchema = {
      $id: 'urn:example:a',
      $defs: { x: { $id: 'urn:example:x', type: 'number' } },
      $ref: 'urn:example:x',
    }
    expect(messages(first, 'a')).toEqual([])
    expect(messages(second, 1)).toEqual([])
    expect(() => compileJsonSchema({ $ref: 'urn:example:x' })).toThrow(JsonSchemaError)
  })

  it.each<[string, JsonSchema, string]>([
    [
      'a reference to elsewhere',
      { $ref: 'https://example.com/a.json' },
      'refers to what it does not hold: "https://example.com/a.json"',
    ],
    ['a reference to nothing', { $ref: '#/$defs/a' }, 'not hold: "#/$defs/a"'],
    [
      'a wrong keyword',
      { properties: { a: { minLength: -1 } } },
      'properties.a.minLength must be at least 0',
    ],
    ['a wrong type', { type: 'text' as 'string' }, 'type must be one of'],
    ['a broken pattern', { pattern: '(' }, 'Invalid regular expression'],
    [
      'another dialect',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      '"$schema" names a dialect',
    ],
    ['no object', true as unknown as JsonSchema, 'the schema is not an object'],
  ])('refuses a schema with %s', (_what, schema, message) => {
    expect(() => compileJsonSchema(schema)).toThrow(JsonSchemaError)
    expect(() => compileJsonSchema(schema)).toThrow(message)
  })

  it('leaves the schema as it is', () => {
    const schema = Object.freeze({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'string' as const,
    })
    expect(messages(schema, 'a')).toEqual([])
    expect(schema).toEqual({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'string',
    })
  })
})
