import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { deepFreeze } from '../../src/schema/deep-freeze.js'
import { embedSchema } from '../../src/schema/embedded-schema.js'
import { JsonSchemaError } from '../../src/schema/json-schema-error.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'

const options = { strict: false, strictNumbers: true, validateFormats: false } as const
const draft07 = 'http://json-schema.org/draft-07/schema#'

type Check = (value: unknown) => boolean

function acceptsAlone(schema: object): Check {
  const isOld = '$schema' in schema && schema.$schema === draft07
  return (isOld ? new Ajv(options) : new Ajv2020(options)).compile(schema)
}

/** Two arguments of one class that have the same schema. */
function acceptsEmbedded(schema: object): Check {
  const [first, second] = ['values1', 'a/b~c %$'].map((name) =>
    embedSchema(schema as JsonSchema, name),
  )
  const document = {
    type: 'object',
    properties: { first: first?.schema, second: second?.schema },
    $defs: { ...first?.definitions, ...second?.definitions, Node: false, a: false, T0: false },
  }
  const validate = new Ajv2020(options).compile(document)
  return (value) => {
    const isAccepted = validate({ first: value })
    expect(validate({ second: value })).toBe(isAccepted)
    return isAccepted
  }
}

const list = { type: 'object', properties: { next: { $ref: '#' }, n: { type: 'integer' } } }

const schemas: readonly (readonly [string, object])[] = [
  ['no reference', { type: 'array', items: { type: 'integer' }, $defs: { a: { type: 'null' } } }],
  ['itself', list],
  ['$defs', { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } }],
  ['definitions', { items: { $ref: '#/definitions/a' }, definitions: { a: { type: 'integer' } } }],
  ['a property', { properties: { n: { type: 'integer' }, next: { $ref: '#/properties/n' } } }],
  ['a choice', { anyOf: [{ type: 'integer' }, { type: 'array', items: { $ref: '#/anyOf/0' } }] }],
  ['a boolean', { items: { $ref: '#/$defs/none' }, $defs: { none: false } }],
  [
    'a name to escape',
    {
      items: { $ref: '#/$defs/a~1b~0c%20%25%C3%A4%23' },
      $defs: { 'a/b~c %ä#': { type: 'integer' } },
    },
  ],
  ['its own $id', { $id: 'https://example.com/node.json', ...list, items: { $ref: 'node.json#' } }],
  ['an $id inside', { items: { $id: 'T0', type: 'array', items: { $ref: 'T0' } } }],
  [
    'what a nested $id means by #',
    { items: { $id: 'T0', type: 'array', items: { $ref: '#/$defs/a' }, $defs: { a: list } } },
  ],
  ['an anchor', { items: { $ref: '#n' }, $defs: { a: { $anchor: 'n', type: 'integer' } } }],
  [
    'keywords that are data',
    { enum: [{ $ref: '#/x', $id: 'y' }, 1, [1]], default: { $schema: 'z' } },
  ],
  ['properties named like keywords', { properties: { $ref: { type: 'integer' }, items: list } }],
  ['its $schema', { $schema: 'https://json-schema.org/draft/2020-12/schema', ...list }],
  [
    'draft-07, references',
    {
      $schema: draft07,
      definitions: { a: { type: 'integer' } },
      $defs: { b: { type: 'array', items: { $ref: '#/definitions/a' } } },
      items: { $ref: '#/$defs/b' },
    },
  ],
  [
    'draft-07, tuples',
    {
      $schema: draft07,
      items: [{ type: 'integer' }, { $ref: '#/items/0' }, { $ref: '#/additionalItems' }],
      additionalItems: { type: 'string' },
    },
  ],
  ['draft-07, lists', { $schema: draft07, items: { type: 'integer' }, additionalItems: false }],
  [
    'draft-07, dependencies',
    { $schema: draft07, dependencies: { n: ['next'], next: { required: ['n', 'x'] } } },
  ],
  ['draft-07, names that depend', { $schema: draft07, dependencies: { n: ['next'] } }],
  [
    'draft-07, one dependency',
    { $schema: draft07, dependencies: { n: { $ref: '#/not' } }, not: {} },
  ],
  [
    'draft-07, an anchor',
    { $schema: draft07, items: { $ref: '#n' }, not: { $id: '#n', type: 'null' } },
  ],
  [
    'draft-07, keywords of later dialects',
    {
      $schema: draft07,
      prefixItems: [false],
      dependentRequired: { n: ['next'] },
      unevaluatedProperties: false,
      contains: { type: 'integer' },
      minContains: 2,
    },
  ],
]

const leaf = fc.constantFrom<unknown>(
  0,
  1,
  1.5,
  'a',
  null,
  { $ref: '#/x', $id: 'y' },
  [1],
  [1, 1, 'a'],
)
const { value: values } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    leaf,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.record({ n: tie('value'), next: tie('value'), x: leaf }, { requiredKeys: [] }),
  ),
}))

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return []
  return [value, ...Object.values(value).flatMap(objectsIn)]
}

describe('embedSchema', () => {
  it.each(schemas)('keeps what a schema means that refers to %s', (_what, schema) => {
    const [alone, embedded] = [acceptsAlone(schema), acceptsEmbedded(schema)]
    fc.assert(
      fc.property(values, (value) => {
        expect(embedded(value)).toBe(alone(value))
      }),
      { numRuns: 500 },
    )
  })

  it.each(schemas)('leaves the author’s schema as it is: %s', (_what, schema) => {
    const before = structuredClone(schema)
    const { schema: copy, definitions } = embedSchema(schema as JsonSchema, 'a')
    deepFreeze([copy, definitions])
    expect(schema).toEqual(before)
    expect(objectsIn(schema).some(Object.isFrozen)).toBe(false)
  })

  it('is inline without references', () => {
    const schema: JsonSchema = {
      $id: 'urn:a',
      $schema: draft07,
      type: 'array',
      items: list.properties.n as JsonSchema,
    }
    expect(embedSchema(schema, 'a')).toEqual({
      schema: { type: 'array', items: { type: 'integer' } },
      definitions: {},
    })
  })

  it('moves into a definition with references', () => {
    expect(embedSchema(list as JsonSchema, 'a/b')).toEqual({
      schema: { $ref: '#/$defs/a~1b' },
      definitions: {
        'a/b': {
          type: 'object',
          properties: { next: { $ref: '#/$defs/a~1b' }, n: { type: 'integer' } },
        },
      },
    })
  })

  it('keeps a property named __proto__', () => {
    const schema = JSON.parse('{"properties":{"__proto__":{"type":"string"}}}') as JsonSchema
    expect(JSON.stringify(embedSchema(schema, 'a').schema)).toBe(JSON.stringify(schema))
  })

  it.each<[string, object, string]>([
    ['another document', { $ref: 'https://example.com/a.json' }, '"https://example.com/a.json"'],
    ['what is no URI', { $ref: 'https://[' }, '"https://["'],
    ['nothing', { $ref: '#/$defs/a' }, '"#/$defs/a"'],
    ['data', { $ref: '#/default', default: {} }, '"#/default"'],
    ['an anchor that is not there', { $ref: '#a' }, '"#a"'],
    ['a pointer that cannot be decoded', { $ref: '#/$defs/%' }, '"#/$defs/%"'],
    ['whoever is calling', { $dynamicRef: '#a', $dynamicAnchor: 'a' }, '"$dynamicRef"'],
    ['another dialect', { $schema: 'urn:x' }, '"$schema" names a dialect'],
    ['two dialects', { not: { $schema: draft07 } }, 'mixes the dialects'],
    [
      'two things of one name',
      { $schema: draft07, $defs: { a: {} }, definitions: { a: {} } },
      'one name in both',
    ],
  ])('refuses a schema that refers to %s', (_what, schema, message) => {
    expect(() => embedSchema(schema as JsonSchema, 'a')).toThrow(JsonSchemaError)
    expect(() => embedSchema(schema as JsonSchema, 'a')).toThrow(message)
  })

  it('refuses a schema that holds itself', () => {
    const schema: Record<string, unknown> = {}
    schema['not'] = schema
    expect(() => embedSchema(schema as JsonSchema, 'a')).toThrow(JsonSchemaError)
  })
})
