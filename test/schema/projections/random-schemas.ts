import fc from 'fast-check'

import type { JsonSchema } from '../../../src/schema/json-schema.js'

const names = ['a', 'b', 'c'] as const
const anyName = fc.constantFrom(...names)
const scalar = fc.constantFrom<unknown>('', 'x', 'yy', 0, 1, 2, 7, 1.5, true, false)

/** Schemas of arguments, with whatever servers put into theirs. */
export function anySchema(objects: Objects = 'any'): fc.Arbitrary<JsonSchema> {
  const { schema, object, array } = fc.letrec<Ties>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      { weight: 4, arbitrary: objects === 'any' ? leaf : typedLeaf },
      { weight: 2, arbitrary: tie('object') },
      { weight: 1, arbitrary: tie('array') },
      { weight: 1, arbitrary: combinedOf(tie('schema')) },
    ),
    object: objectOf(tie('schema'), objects),
    array: arrayOf(tie('schema')),
  }))
  return fc
    .tuple(objectOf(schema, objects), fc.option(presenceRule, { nil: undefined }), array, object)
    .map(([root, union, leafy, node]) => ({
      ...(root as object),
      type: 'object',
      ...(union && { [union[0]]: union[1].map((each) => declared(each, root)) }),
      $defs: { leafy, node },
    })) as fc.Arbitrary<JsonSchema>
}

/** Alternatives that differ in what they require. */
const presenceRule = fc.tuple(
  fc.constantFrom('anyOf', 'oneOf'),
  fc.array(
    fc.uniqueArray(anyName, { maxLength: 2 }).map((required) => ({ required })),
    { minLength: 1, maxLength: 3 },
  ),
)

function arrayOf(schema: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.record(
    {
      type: fc.constantFrom<unknown>('array', ['array', 'null']),
      items: schema,
      prefixItems: fc.array(schema, { minLength: 1, maxLength: 2 }),
      minItems: fc.nat(2),
      maxItems: fc.nat(3),
      uniqueItems: fc.boolean(),
    },
    { requiredKeys: ['type', 'items'] },
  )
}

function combinedOf(schema: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(
      fc.constantFrom('anyOf', 'oneOf', 'allOf'),
      fc.array(schema, { minLength: 1, maxLength: 3 }),
      fc.constantFrom({}, { description: 'One or the other' }, { not: { const: 'x' } }),
    )
    .map(([keyword, schemas, others]) => ({ ...others, [keyword]: schemas }))
}

/** A rule on presence that can be met: it asks for no property that a closed object does not take. */
function declared(rule: { readonly required: readonly string[] }, object: unknown): unknown {
  const { properties = {} } = object as JsonSchema
  return { required: rule.required.filter((name) => Object.hasOwn(properties, name)) }
}

interface Ties {
  readonly schema: unknown
  readonly object: unknown
  readonly array: unknown
}

/** Closed objects hold no free maps and nothing without a type: most of them can be sent strictly. */
type Objects = 'any' | 'closed'

function objectOf(schema: fc.Arbitrary<unknown>, objects: Objects): fc.Arbitrary<unknown> {
  const closed = fc.constant(false)
  return fc.record(
    {
      type: fc.constantFrom<unknown>('object', 'object', 'object', ['object', 'null']),
      properties: fc.dictionary(anyName, schema, { maxKeys: 3 }),
      required: fc.uniqueArray(anyName, { maxLength: 2 }),
      additionalProperties:
        objects === 'any' ? fc.oneof({ weight: 6, arbitrary: closed }, schema) : closed,
      ...(objects === 'any' && { patternProperties: fc.constant({ '^c': { type: 'integer' } }) }),
      minProperties: fc.nat(1),
      description: fc.constantFrom('An object', 'An object.'),
    },
    { requiredKeys: ['type', 'properties', 'additionalProperties'] },
  )
}

const leaf: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(true, {}, { $ref: '#/$defs/leafy' }, { $ref: '#/$defs/node' }),
  fc.constantFrom<unknown>({ $ref: '#' }, { $ref: '#/$defs/node', description: 'Once more' }),
  fc.record(
    {
      type: fc.constantFrom<unknown>('string', ['string', 'null'], ['string', 'integer']),
      minLength: fc.nat(1),
      maxLength: fc.integer({ min: 1, max: 3 }),
      pattern: fc.constantFrom('^[a-z]*$', '^(?!q)', 'y*'),
      format: fc.constantFrom('date-time', 'uri', 'odd'),
      default: fc.constant('x'),
      title: fc.constant('Text'),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom<unknown>('number', 'integer', ['number', 'null'], undefined),
      minimum: fc.integer({ min: -1, max: 1 }),
      exclusiveMaximum: fc.integer({ min: 2, max: 9 }),
      exclusiveMinimum: fc.constantFrom(-1, -0.5),
      multipleOf: fc.constantFrom(1, 0.5),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      enum: fc.uniqueArray(fc.oneof(scalar, fc.constant(null)), { minLength: 1, maxLength: 4 }),
      description: fc.constant('Listed'),
    },
    { requiredKeys: ['enum'] },
  ),
  scalar.map((value) => ({ const: value })),
  fc.constantFrom<unknown>({ type: 'boolean' }, { type: 'null' }, { type: 'boolean', not: {} }),
)

const typedLeaf = leaf.filter((schema) => {
  const { type, enum: values, const: only, $ref } = Object(schema) as JsonSchema
  return [type, values, only, $ref].some((each) => each !== undefined)
})

/** Values that a schema is likely to accept, and some that it is not. */
export function instanceOf(schema: unknown, root: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if (typeof schema !== 'object' || schema === null || depth > 5) return anyValue
  const node = schema as JsonSchema
  if (typeof node.$ref === 'string') return instanceOf(resolve(node.$ref, root), root, depth + 1)
  if (node.enum !== undefined) return fc.constantFrom(...(node.enum as readonly unknown[]))
  if (node.const !== undefined) return fc.constant(node.const)
  const [first] = [node.allOf, node.anyOf, node.oneOf].filter((list) => list !== undefined)
  if (first !== undefined && node.properties === undefined)
    return fc.oneof(...first.map((part) => instanceOf(part, root, depth + 1)))
  const types: readonly unknown[] = [node.type].flat()
  return fc.oneof(...types.map((type) => ofType(type, node, { root, depth })))
}

const anyValue = fc.oneof(scalar, fc.constantFrom<unknown>(null, [], {}, ['x'], { a: 1 }))

interface Place {
  readonly root: JsonSchema
  readonly depth: number
}

function ofType(type: unknown, node: JsonSchema, place: Place): fc.Arbitrary<unknown> {
  if (type === 'object') return objectValue(node, place)
  if (type === 'array') return arrayValue(node, place)
  if (type === 'string') return fc.constantFrom('x', 'yy', 'abc', '')
  if (type === 'integer' || type === 'number') return fc.constantFrom(0, 1, 2, 3, 0.5)
  return type === 'null' ? fc.constant(null) : anyValue
}

function objectValue(node: JsonSchema, { root, depth }: Place): fc.Arbitrary<unknown> {
  const entries = Object.entries(node.properties ?? {}).map(([name, property]) => [
    name,
    instanceOf(property, root, depth + 1),
  ])
  const known = Object.fromEntries(entries) as Record<string, fc.Arbitrary<unknown>>
  const requiredKeys = (node.required ?? []).filter((name) => name in known)
  return fc.record(known, { requiredKeys })
}

function arrayValue(node: JsonSchema, { root, depth }: Place): fc.Arbitrary<unknown> {
  const [one = node.items, two = node.items] = node.prefixItems ?? []
  const parts = [one, two, node.items].map((part) => instanceOf(part, root, depth + 1))
  return fc.tuple(fc.nat(3), ...parts).map(([length, ...items]) => items.slice(0, length))
}

function resolve(reference: string, root: JsonSchema): unknown {
  return reference === '#' ? root : root.$defs?.[reference.replace('#/$defs/', '')]
}
