import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { extractFacts, type TypeFacts } from '../../src/types/index.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { createTypeProject, toolSource } from './type-project.js'

interface TypeCase {
  readonly type: string
  readonly before?: string
  readonly schema: JsonSchema
  readonly isOptional?: true
}

const text: JsonSchema = { type: 'string' }
const number: JsonSchema = { type: 'number' }
const isoDate: JsonSchema = { type: 'string', format: 'date-time', 'x-instance': 'Date' }
const bigint: JsonSchema = { type: 'string', pattern: '^-?\\d+$', 'x-instance': 'BigInt' }

/** A closed object all of whose members are required. */
function closed(properties: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const required = Object.keys(properties)
  return {
    type: 'object',
    properties,
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function map(values: JsonSchema): JsonSchema {
  return { type: 'object', additionalProperties: values }
}

const cases: Readonly<Record<string, TypeCase>> = {
  text: { type: 'string', schema: text },
  number: { type: 'number', schema: number },
  boolean: { type: 'boolean', schema: { type: 'boolean' } },
  nothing: { type: 'null', schema: { type: 'null' } },
  unknown: { type: 'unknown', schema: {} },
  any: { type: 'any', schema: {} },
  anyObject: { type: 'object', schema: { type: 'object' } },
  emptyType: { type: '{}', schema: { type: 'object' } },
  emptyClass: { before: 'class Empty {}', type: 'Empty', schema: closed({}) },
  textLiteral: { type: "'a'", schema: { type: 'string', const: 'a' } },
  numberLiteral: { type: '5', schema: { type: 'integer', const: 5 } },
  trueLiteral: { type: 'true', schema: { type: 'boolean', const: true } },
  textLiterals: { type: "'b' | 'a'", schema: { type: 'string', enum: ['a', 'b'] } },
  wholeNumbers: { type: '10 | 9 | -1', schema: { type: 'integer', enum: [-1, 9, 10] } },
  fractions: { type: '0.5 | 2', schema: { type: 'number', enum: [0.5, 2] } },
  mixedLiterals: { type: "1 | 'a' | true", schema: { enum: ['a', 1, true] } },
  stringEnum: {
    before: "enum Color { Red = 'r', Blue = 'b' }",
    type: 'Color',
    schema: { type: 'string', enum: ['r', 'b'] },
  },
  numberEnum: {
    before: 'enum Severity { High = 5, Low = 1 }',
    type: 'Severity',
    schema: { type: 'integer', enum: [5, 1] },
  },
  flagLikeEnum: {
    before: 'enum Level { Low = 1, High = 2 }',
    type: 'Level',
    schema: { type: 'integer', enum: [1, 2] },
  },
  optionalEnum: {
    before: "enum Color { Red = 'r', Blue = 'b' }",
    type: 'Color | null',
    schema: { anyOf: [{ type: 'string', enum: ['r', 'b'] }, { type: 'null' }] },
  },
  mergedEnum: {
    before: "enum Color { Red = 'r' }\nenum Color { Blue = 'b' }",
    type: 'Color',
    schema: { type: 'string', enum: ['r', 'b'] },
  },
  enumOfNumberTexts: {
    before: "enum Code { One = '1st', Two = '2nd' }",
    type: 'Code | undefined | 3',
    isOptional: true,
    schema: { enum: ['1st', '2nd', 3] },
  },
  enumMember: {
    before: "enum Color { Red = 'r', Blue = 'b' }",
    type: 'Color.Blue',
    schema: { type: 'string', const: 'b' },
  },
  computedEnum: { before: "enum Size { S = 'x'.length }", type: 'Size', schema: number },
  constObject: {
    before: "const Modes = { Fast: 'fast', Slow: 'slow' } as const",
    type: '(typeof Modes)[keyof typeof Modes]',
    schema: { type: 'string', enum: ['fast', 'slow'] },
  },
  plainUnion: { type: 'string | number', schema: { anyOf: [{ type: 'number' }, text] } },
  nullable: { type: 'string | null', schema: { anyOf: [text, { type: 'null' }] } },
  undefinedText: { type: 'string | undefined', schema: text, isOptional: true },
  nullableDate: { type: 'Date | null', schema: { anyOf: [isoDate, { type: 'null' }] } },
  template: {
    type: '`id-${string}/${"a" | "b"}.json`',
    schema: {
      anyOf: [
        { type: 'string', pattern: '^id-[^]*\\/a\\.json$' },
        { type: 'string', pattern: '^id-[^]*\\/b\\.json$' },
      ],
    },
  },
  bigints: { type: '`${bigint}`', schema: { type: 'string', pattern: '^-?\\d+$' } },
  templateOfBoth: {
    type: '`a${string}` & `${string}z`',
    schema: {
      allOf: [
        { type: 'string', pattern: '^a[^]*$' },
        { type: 'string', pattern: '^[^]*z$' },
      ],
    },
  },
  templateInTemplate: {
    before: 'type Version = `v${number}`',
    type: '`${Version}-${string}`',
    schema: { type: 'string', pattern: '^v-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?-[^]*$' },
  },
  upperCase: { type: 'Uppercase<string>', schema: text },
  bigint: { type: 'bigint', schema: bigint },
  bigintLiteral: {
    type: '-7n',
    schema: { type: 'string', const: '-7', 'x-instance': 'BigInt' },
  },
  positiveBigintLiteral: {
    type: '7n',
    schema: { type: 'string', const: '7', 'x-instance': 'BigInt' },
  },
  date: { type: 'Date', schema: isoDate },
  ownDate: { before: 'class Day extends Date {}', type: 'Day', schema: isoDate },
  boxed: { type: 'String', schema: text },
  branded: { type: "string & { readonly __brand: 'id' }", schema: text },
  brandedLiterals: {
    type: "('b' | 'a') & { readonly __brand: 'id' }",
    schema: { type: 'string', enum: ['a', 'b'] },
  },
  array: { type: 'string[]', schema: { type: 'array', items: text } },
  readonlyArray: { type: 'readonly number[]', schema: { type: 'array', items: number } },
  arrayOfNothing: { type: 'undefined[]', schema: { type: 'array', items: { not: {} } } },
  arrayClass: {
    before: 'class Tags extends Array<string> {}',
    type: 'Tags',
    schema: { type: 'array', items: text },
  },
  nestedArray: {
    type: '(string | null)[][]',
    schema: {
      type: 'array',
      items: { type: 'array', items: { anyOf: [text, { type: 'null' }] } },
    },
  },
  tuple: {
    type: '[string, number]',
    schema: { type: 'array', prefixItems: [text, number], items: false, minItems: 2 },
  },
  optionalTuple: {
    type: 'readonly [name: string, age?: number]',
    schema: { type: 'array', prefixItems: [text, number], items: false, minItems: 1 },
  },
  restTuple: {
    type: '[string, ...number[]]',
    schema: { type: 'array', prefixItems: [text], items: number, minItems: 1 },
  },
  middleTuple: {
    type: '[string, ...number[], boolean]',
    schema: {
      type: 'array',
      prefixItems: [text],
      items: { anyOf: [{ type: 'boolean' }, number] },
      minItems: 2,
    },
  },
  emptyTuple: { type: '[]', schema: { type: 'array', items: false } },
  map: { type: 'Record<string, number>', schema: map(number) },
  mapOfMaps: {
    type: 'Record<string, Record<string, string[]>>',
    schema: map(map({ type: 'array', items: text })),
  },
  partialMap: { type: 'Partial<Record<string, number>>', schema: map(number) },
  namedMap: {
    type: "Record<'b' | 'a', number>",
    schema: closed({ a: number, b: number }),
  },
  mapOfNothing: { type: 'Record<string, undefined>', schema: map({ not: {} }) },
  numberMap: {
    type: 'Record<number, string>',
    schema: { ...map(text), propertyNames: { pattern: '^-?\\d+(?:\\.\\d+)?$' } },
  },
  templateMap: {
    type: '{ [key: `x-${string}`]: string }',
    schema: { ...map(text), propertyNames: { pattern: '^x-[^]*$' } },
  },
  indexed: {
    before: 'interface Labels { name: string; [key: string]: string }',
    type: 'Labels',
    schema: { ...closed({ name: text }), additionalProperties: text },
  },
  indexedByPattern: {
    type: '{ name: string; [key: `x-${string}`]: string | number }',
    schema: {
      ...closed({ name: text }),
      patternProperties: { '^x-[^]*$': { anyOf: [number, text] } },
    },
  },
  mergedInterface: {
    before: 'interface Labels { name: string }\ninterface Labels { [key: string]: string }',
    type: 'Labels',
    schema: { ...closed({ name: text }), additionalProperties: text },
  },
  intersection: {
    type: '{ a: string } & { b: number }',
    schema: closed({ a: text, b: number }),
  },
  picked: {
    before: 'interface User { name: string; age: number; mail: string }',
    type: "Pick<User, 'name' | 'age'>",
    schema: closed({ age: number, name: text }),
  },
  generic: {
    before: 'class Page<T> { items!: Record<string, T>; first!: T }',
    type: 'Page<number>',
    schema: closed({ items: map(number), first: number }),
  },
  inheritedGeneric: {
    before: `class Page<T> { items!: Record<string, T> }
      class Numbers extends Page<number> { total!: number }`,
    type: 'Numbers',
    schema: closed({ total: number, items: map(number) }),
  },
  presence: {
    type: '{ a?: string; b: string | null; c?: string | null; d: string | undefined; e: unknown }',
    schema: {
      ...closed({
        a: text,
        b: { anyOf: [text, { type: 'null' }] },
        c: { anyOf: [text, { type: 'null' }] },
        d: text,
        e: {},
      }),
      required: ['b', 'e'],
    },
  },
  neverPresent: { type: '{ a: string; b?: never; c: undefined }', schema: closed({ a: text }) },
  union: {
    before: `class Card { kind!: 'card'; number!: string }
      class Cash { kind!: 'cash' }`,
    type: 'Card | Cash',
    schema: {
      anyOf: [
        closed({ kind: { type: 'string', const: 'card' }, number: text }),
        closed({ kind: { type: 'string', const: 'cash' } }),
      ],
    },
  },
}

function sourceOf(name: string, { type, before = '' }: TypeCase): string {
  return toolSource(name, `  value!: ${type}`, before)
}

describe('the static type of an argument', () => {
  let folder: string
  let facts: TypeFacts

  beforeAll(() => {
    const sources = Object.entries(cases).map(([name, typeCase]) => [
      `src/${name}.ts`,
      sourceOf(name, typeCase),
    ])
    folder = createTypeProject(Object.fromEntries(sources) as Record<string, string>)
    facts = extractFacts({ project: folder })
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  it.each(Object.entries(cases))(
    'is written as JSON Schema: %s',
    (name, { schema, isOptional }) => {
      const { arguments: args } = facts.tools[`types/${name}`] ?? {}
      expect(args?.properties).toEqual({ value: schema })
      expect(args?.required).toEqual(isOptional === true ? undefined : ['value'])
    },
  )
})
