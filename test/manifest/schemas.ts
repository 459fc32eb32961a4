import fc from 'fast-check'

import type { JsonSchema } from '../../src/schema/json-schema.js'

type SubSchema = JsonSchema | boolean

const smallNumber = fc.integer({ min: 0, max: 3 })
const typeNames = fc.constantFrom(
  'string',
  'number',
  'integer',
  'object',
  'array',
  'null',
  'boolean',
)
const leaf = fc.oneof(smallNumber, fc.constantFrom('a', 'b', 'ab', null, true))
const names = fc.constantFrom('a', 'b', 'c')

const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  type: fc.oneof(typeNames, fc.uniqueArray(typeNames, { minLength: 1, maxLength: 3 })),
  enum: fc.uniqueArray(leaf, { minLength: 1, maxLength: 3 }),
  const: leaf,
  minimum: smallNumber,
  exclusiveMaximum: smallNumber,
  multipleOf: fc.integer({ min: 1, max: 4 }),
  minLength: smallNumber,
  maxLength: smallNumber,
  pattern: fc.constantFrom('a', '^b'),
  maxItems: smallNumber,
  uniqueItems: fc.boolean(),
  required: fc.uniqueArray(names, { maxLength: 2 }),
  maxContains: smallNumber,
  description: fc.constantFrom('a', 'b'),
  default: leaf,
}

/** Keywords that hold schemas, over these. */
function nestingKeywords(
  sub: fc.Arbitrary<SubSchema>,
): Readonly<Record<string, fc.Arbitrary<unknown>>> {
  const list = fc.array(sub, { minLength: 1, maxLength: 2 })
  return {
    properties: fc.dictionary(names, sub, { maxKeys: 2 }),
    patternProperties: fc.dictionary(fc.constantFrom('a', '^[bc]'), sub, { maxKeys: 1 }),
    ...{ additionalProperties: sub, propertyNames: sub, items: sub, contains: sub, not: sub },
    ...{ prefixItems: list, allOf: list, anyOf: list, unevaluatedProperties: sub },
    oneOf: fc.oneof(
      list,
      fc.uniqueArray(branchOf(sub), { minLength: 1, maxLength: 3, selector: tagOf }),
    ),
  }
}

function branchOf(sub: fc.Arbitrary<SubSchema>): fc.Arbitrary<JsonSchema> {
  return fc.tuple(fc.constantFrom('x', 'y', 'z'), sub).map(([kind, a]) => ({
    type: 'object',
    required: ['kind'],
    properties: { kind: { const: kind }, a },
  }))
}

function tagOf({ properties }: JsonSchema): string {
  return JSON.stringify(properties?.['kind'])
}

/** One to three keywords, so that two schemas often differ in one only. */
function schemaOver(
  members: Readonly<Record<string, fc.Arbitrary<unknown>>>,
): fc.Arbitrary<JsonSchema> {
  const member = fc.oneof(
    ...Object.entries(members).map(([name, value]) => fc.tuple(fc.constant(name), value)),
  )
  return fc.array(member, { maxLength: 3 }).map((entries) => Object.fromEntries(entries))
}

const flat = schemaOver(keywords)
const flatOrBoolean = fc.oneof(
  { weight: 4, arbitrary: flat },
  { weight: 1, arbitrary: fc.boolean() },
)
const nested = schemaOver({ ...keywords, ...nestingKeywords(flatOrBoolean) })
const deep = schemaOver({ ...keywords, ...nestingKeywords(fc.oneof(nested, fc.boolean())) })

const referring = fc
  .tuple(nested, fc.constantFrom('items', 'not', 'additionalProperties'))
  .map(([part, keyword]): JsonSchema => ({ $defs: { part }, [keyword]: { $ref: '#/$defs/part' } }))

/** Schemas over few names and small values, with and without references. */
export const schemas: fc.Arbitrary<JsonSchema> = fc.oneof(flat, nested, deep, referring)

/** A schema, and one that differs from it in one keyword at most. */
export const neighbours: fc.Arbitrary<readonly [JsonSchema, JsonSchema]> = fc
  .tuple(nested, schemaOver({ ...keywords, ...nestingKeywords(flatOrBoolean) }))
  .map(([first, second]) => {
    const [entry] = Object.entries(second)
    return [first, entry === undefined ? {} : { ...first, [entry[0]]: entry[1] }] as const
  })

const plainValue = fc.oneof(leaf, fc.constantFrom('', 'bb', 1.5, -1, 'x', 'y'))

function containersOf(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const keys = fc.constantFrom('a', 'b', 'c', 'kind')
  return fc.oneof(
    plainValue,
    fc.array(value, { maxLength: 3 }),
    fc.dictionary(keys, value, { maxKeys: 3 }),
  )
}

/** Values that such schemas tell apart. */
export const values: fc.Arbitrary<unknown> = containersOf(containersOf(plainValue))
