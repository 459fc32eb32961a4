import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonValue } from '../../src/schema/json.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import { toolsWith } from './type-project.js'

/** A type: how it is written, values it has, and whether it has a value. */
interface TypeModel {
  readonly text: string
  readonly values: fc.Arbitrary<JsonValue>
  has(value: unknown): boolean
}

const plain: readonly TypeModel[] = [
  { text: 'string', values: fc.string(), has: (value) => typeof value === 'string' },
  { text: 'number', values: fc.integer(), has: (value) => typeof value === 'number' },
  { text: 'boolean', values: fc.boolean(), has: (value) => typeof value === 'boolean' },
  { text: 'null', values: fc.constant(null), has: (value) => value === null },
  ...[["'a'", 'a'] as const, ['1', 1] as const, ['0.5', 0.5] as const, ['true', true] as const].map(
    ([text, literal]) => ({
      text,
      values: fc.constant(literal),
      has: (value: unknown) => value === literal,
    }),
  ),
]

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function arrayOf(element: TypeModel): TypeModel {
  return {
    text: `readonly (${element.text})[]`,
    values: fc.array(element.values, { maxLength: 3 }),
    has: (value) => Array.isArray(value) && value.every((item) => element.has(item)),
  }
}

function mapOf(member: TypeModel): TypeModel {
  return {
    text: `Record<string, ${member.text}>`,
    values: fc.dictionary(fc.constantFrom('a', 'b', 'c'), member.values),
    has: (value) => isRecord(value) && Object.values(value).every((item) => member.has(item)),
  }
}

function tupleOf(first: TypeModel, second: TypeModel): TypeModel {
  return {
    text: `[${first.text}, (${second.text})?]`,
    values: fc.oneof(fc.tuple(first.values), fc.tuple(first.values, second.values)),
    has: (value) =>
      Array.isArray(value) &&
      (value.length === 1 || (value.length === 2 && second.has(value[1]))) &&
      first.has(value[0]),
  }
}

function unionOf(first: TypeModel, second: TypeModel): TypeModel {
  return {
    text: `(${first.text} | ${second.text})`,
    values: fc.oneof(first.values, second.values),
    has: (value) => first.has(value) || second.has(value),
  }
}

function objectOf(needed: TypeModel, optional: TypeModel): TypeModel {
  const members = { a: needed.values, b: optional.values }
  return {
    text: `{ a: ${needed.text}; b?: ${optional.text}; run(): void }`,
    values: fc.record<Record<string, JsonValue>>(members, { requiredKeys: ['a'] }),
    has: (value) =>
      isRecord(value) &&
      Object.keys(value).every((key) => key === 'a' || key === 'b') &&
      needed.has(value['a']) &&
      (!Object.hasOwn(value, 'b') || optional.has(value['b'])),
  }
}

const { type } = fc.letrec<{ type: TypeModel; plain: TypeModel }>((tie) => ({
  plain: fc.constantFrom(...plain),
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('plain'),
    tie('type').map(arrayOf),
    tie('type').map(mapOf),
    fc.tuple(tie('type'), tie('type')).map(([first, second]) => tupleOf(first, second)),
    fc.tuple(tie('type'), tie('type')).map(([first, second]) => unionOf(first, second)),
    fc.tuple(tie('type'), tie('type')).map(([first, second]) => objectOf(first, second)),
  ),
}))

/** Values of the types, each with one thing changed at a random depth, and any JSON. */
function probesOf(models: readonly TypeModel[]): fc.Arbitrary<unknown> {
  const own = fc.oneof(...models.map(({ values }) => values))
  const other = fc.oneof(own, fc.constantFrom<JsonValue[]>(null, {}, [], 'x', 7, { a: 1, z: 1 }))
  const changed = fc
    .tuple(own, other, fc.nat(), fc.nat(3))
    .map(([value, into, at, depth]) => change(value, { into, at, depth }))
  return fc.oneof(own, changed, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<unknown>)
}

interface Change {
  readonly into: JsonValue
  readonly at: number
  readonly depth: number
}

/** Replaces one member somewhere inside, or leaves it out. */
function change(value: JsonValue, { into, at, depth }: Change): JsonValue {
  if (typeof value !== 'object' || value === null || depth === 0) return into
  const keys = Object.keys(value)
  const key = keys[at % Math.max(keys.length, 1)]
  if (key === undefined) return into
  const members = value as Readonly<Record<string, JsonValue>>
  const replaced =
    at % 5 === 0 ? undefined : change(members[key] ?? null, { into, at, depth: depth - 1 })
  const entries = Object.entries(members).map(
    ([name, member]) => [name, name === key ? replaced : member] as const,
  )
  const kept = entries.filter(([, member]) => member !== undefined)
  if (Array.isArray(value)) return kept.map(([, member]) => member ?? null)
  return Object.fromEntries(kept) as JsonValue
}

describe('the schema of a static type', () => {
  const models = fc.array(type, { minLength: 40, maxLength: 40 })

  it('accepts exactly the values of the type, however types are nested', () => {
    fc.assert(
      fc.property(models, (generated) => {
        const members = generated.map(({ text }) => `value!: ${text}`)
        const schemas = toolsWith(members).map((facts) => facts.arguments)
        const probes = fc.sample(probesOf(generated), 150)
        for (const [index, model] of generated.entries()) {
          const validate = compileJsonSchema(schemas[index] ?? {})
          for (const value of probes) {
            const isAccepted = validate({ value }).length === 0
            expect({ type: model.text, value, isAccepted }).toEqual({
              type: model.text,
              value,
              isAccepted: model.has(value),
            })
          }
        }
      }),
      { numRuns: 4, endOnFailure: true },
    )
  }, 60_000)
})
