import { describe, expect, it } from 'vitest'

import { createAjv } from '../../src/schema/ajv-instance.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

function messages(schema: JsonSchema, value: unknown): readonly string[] {
  return compileJsonSchema(schema)(value).map(({ message }) => message)
}

describe('compileJsonSchema on large values', () => {
  const integers: JsonSchema = { type: 'array', items: { type: 'integer' } }
  const node: JsonSchema = {
    type: 'object',
    properties: { c: { type: 'array', items: { $ref: '#/$defs/node' } } },
  }
  const longKey = '/'.repeat(400_000)
  const many = Array<string>(20_000).fill('x')

  it.each<[string, JsonSchema, unknown, number]>([
    [
      'many wrong items under a long key',
      { additionalProperties: integers },
      { [longKey]: many },
      1,
    ],
    [
      'many right items under a long key',
      { additionalProperties: { items: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } },
      { [longKey]: many },
      0,
    ],
    [
      'many items that match the second form under a long key',
      { additionalProperties: { items: { anyOf: [{ type: 'null' }, { minLength: 1 }] } } },
      { [longKey]: many },
      0,
    ],
    [
      'many wrong items behind a reference',
      { $ref: '#/$defs/node', $defs: { node } },
      { c: Array(90_000).fill(1) },
      100,
    ],
    [
      'many items behind a reference, none the one that is sought',
      { contains: { $ref: '#/$defs/node' }, $defs: { node } },
      Array(90_000).fill(1),
      100,
    ],
    [
      'many keys that are too long',
      { propertyNames: { maxLength: 5 } },
      Object.fromEntries(many.map((_, index) => [`${index.toString()}/`.repeat(50), 1])),
      50,
    ],
  ])(
    'checks %s in time and memory that grow with the value only',
    (_what, schema, value, count) => {
      const validate = compileJsonSchema(schema)
      const start = process.cpuUsage()
      expect(validate(value).length).toBe(count)
      expect(process.cpuUsage(start).user).toBeLessThan(2_000_000)
    },
  )

  it('looks at no more of a key than it shows', () => {
    const closed = Array<JsonSchema>(100).fill({ additionalProperties: false })
    const value = { ['x'.repeat(20_000_000)]: 1 }
    const start = process.cpuUsage()
    expect(new Set(messages({ allOf: closed }, value))).toEqual(
      new Set([`The value must not have the property "${'x'.repeat(64)}…".`]),
    )
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000)
  })

  it('names every key on the way, whatever it holds', () => {
    const keys = ['a/b~c', '', '~1', '~:3:abc', '~:', '0', ':', 'ä😀', '__proto__x', 'plain']
    const schema: JsonSchema = {
      $ref: '#/$defs/a',
      $defs: {
        a: {
          anyOf: [{ additionalProperties: { $ref: '#/$defs/a' }, type: 'object' }, { const: 1 }],
        },
      },
    }
    const deep = keys.reduceRight<unknown>((inside, key) => ({ [key]: inside }), 'x')
    const path = '["a/b~c"][""]["~1"]["~:3:abc"]["~:"]["0"][":"]["ä😀"].__proto__x.plain'
    expect(compileJsonSchema(schema)(deep).map((violation) => violation.path)).toContain(path)
  })

  it('takes the text of Ajv’s code in a schema for text', () => {
    const texts = [
      'vErrors = vErrors === null ? a.errors : vErrors.concat(a.errors);',
      '\nvErrors = vErrors === null ? a.errors : vErrors.concat(a.errors);\n',
      '/" + key0.replace(/~/g, "~0").replace(/\\//g, "~1")',
    ]
    for (const text of texts) {
      expect(messages({ const: text }, text)).toEqual([])
      expect(
        messages({ properties: { [text]: { const: 1 } }, required: [text] }, { [text]: 1 }),
      ).toEqual([])
    }
  })

  it('counts what fails behind references, however much there is', () => {
    const wrong: JsonSchema = { items: { $ref: '#/$defs/no' } }
    const schema: JsonSchema = { anyOf: [wrong, { maxItems: 1 }], $defs: { no: { type: 'null' } } }
    expect(messages(schema, many)).toHaveLength(100)
    expect(messages(schema, ['x'])).toEqual([])
    expect(messages({ not: wrong, $defs: { no: { type: 'null' } } }, many)).toEqual([])
  })
})

describe('createAjv', () => {
  it('makes code that neither escapes keys nor copies errors', () => {
    const schema: JsonSchema = {
      $defs: { a: { $dynamicAnchor: 'a', additionalProperties: { $ref: '#' } } },
      items: { $dynamicRef: '#a' },
      additionalProperties: { items: { $ref: '#/$defs/a' }, propertyNames: { pattern: 'a' } },
    }
    const code = createAjv('2020-12', {}).compile(schema).toString()
    expect(code).toContain('vErrors.push(')
    expect(code).not.toMatch(/\.concat\(|\.replace\(/)
  })
})
