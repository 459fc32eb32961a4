import { beforeAll, describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { extractFacts, type ToolTypeFacts } from '../../src/types/index.js'
import { toolSource, toolsWith, typeProject } from './type-project.js'

const text: JsonSchema = { type: 'string' }
const isoDate: JsonSchema = { type: 'string', format: 'date-time' }
const orNull = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: 'null' }] })
const declarations = `
  class Receipt {
    id = ''
    note?: string
    late: string | undefined
    extra: unknown
    private secret = 1
    get total() { return 1 }
    print() {}
    constructor(public paidAt: Date) {}
  }
  class Money { amount = 1; toJSON() { return '1 EUR' } }
  class Wrapped { inner = 1; toJSON() { return { money: new Money(), at: new Date() } } }
  class Box<T> { value!: T; toJSON(): T { return this.value } }
  interface Empty {}
  enum Access { Read = 1, Write = 2, Run = 4 }
  enum Shifted { None, Read = 1 << 0, Write = 1 << 1 }
  enum Composed { Read = 1, Write = 2, Both = Read | Write }
  enum Counted { Open, Late, Closed }
  enum Bit { Only = 1 << 4 }
  enum Single { Only = 4 }
  enum Fraction { Half = 0.5, Double = 2 }
  interface Node { name: string; children: Node[] }
`

const receipt: JsonSchema = {
  type: 'object',
  properties: { id: text, note: text, late: text, extra: {}, paidAt: isoDate },
  required: ['id', 'paidAt'],
}

const partialReceipt: JsonSchema = {
  type: 'object',
  properties: { extra: {}, id: text, late: text, note: text, paidAt: isoDate },
}

/** What `call` is declared to return, and the output of such a tool. */
const outputs: readonly (readonly [returned: string, output: JsonSchema | undefined])[] = [
  ['string', text],
  ['Promise<string>', text],
  ['PromiseLike<Promise<string>>', text],
  ['Promise<string> | number', { anyOf: [{ type: 'number' }, text] }],
  ['void', undefined],
  ['Promise<void>', undefined],
  ['undefined', undefined],
  ['never', undefined],
  ['unknown', undefined],
  ['Promise<any>', undefined],
  ['Suspension', undefined],
  ['Promise<Suspension | void>', undefined],
  ['Promise<string | Suspension>', text],
  ['Promise<Suspension> | string', text],
  ['null', { type: 'null' }],
  ['string | undefined', orNull(text)],
  ['Promise<string | void>', orNull(text)],
  ['Date', isoDate],
  ['Receipt', receipt],
  ['Promise<Receipt | Suspension>', receipt],
  ['Receipt[]', { type: 'array', items: receipt }],
  ['(string | undefined)[]', { type: 'array', items: orNull(text) }],
  [
    '(string | number | undefined)[]',
    { type: 'array', items: { anyOf: [{ type: 'number' }, text, { type: 'null' }] } },
  ],
  ['undefined[]', { type: 'array', items: { type: 'null' } }],
  ['(undefined | void)[]', { type: 'array', items: { type: 'null' } }],
  [
    '[string, number?]',
    { type: 'array', prefixItems: [text, orNull({ type: 'number' })], items: false, minItems: 1 },
  ],
  ['Record<string, string | undefined>', { type: 'object', additionalProperties: text }],
  ['Record<string, undefined>', { type: 'object', additionalProperties: { not: {} } }],
  ['Partial<Receipt>', partialReceipt],
  ["Pick<Receipt, 'id' | 'print'>", { type: 'object', properties: { id: text }, required: ['id'] }],
  ['Money', text],
  [
    'Wrapped',
    { type: 'object', properties: { money: text, at: isoDate }, required: ['money', 'at'] },
  ],
  ['Box<Date>', isoDate],
  ['Box<Money[]>', { type: 'array', items: text }],
  ['object', { type: ['object', 'array'] }],
  ['object | null', { anyOf: [{ type: 'array' }, { type: 'object' }, { type: 'null' }] }],
  ['{}', undefined],
  ['Empty', undefined],
  ['Object', undefined],
  ['NonNullable<unknown>', undefined],
  ['Promise<{} | null>', undefined],
  [
    '{ some: {}; any: Empty[]; more: object }',
    {
      type: 'object',
      properties: {
        some: {},
        any: { type: 'array', items: {} },
        more: { type: ['object', 'array'] },
      },
      required: ['some', 'any', 'more'],
    },
  ],
  ['Access', { type: 'integer' }],
  ['Access | null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ["Access | 'none'", { anyOf: [{ type: 'string', const: 'none' }, { type: 'integer' }] }],
  ['Access.Read', { type: 'integer', const: 1 }],
  ['Access.Read | Access.Write', { type: 'integer', enum: [1, 2] }],
  ['Shifted', { type: 'integer' }],
  ['Composed', { type: 'integer' }],
  ['Counted', { type: 'integer', enum: [0, 1, 2] }],
  ['Bit | null', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
  ['Single | null', { anyOf: [{ type: 'integer', const: 4 }, { type: 'null' }] }],
  ['Fraction', { type: 'number', enum: [0.5, 2] }],
  [
    '{ a?: string; b: string | null }',
    { type: 'object', properties: { a: text, b: orNull(text) }, required: ['b'] },
  ],
  [
    'Node',
    {
      $ref: '#/$defs/Node',
      $defs: {
        Node: {
          type: 'object',
          properties: { name: text, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
          required: ['name', 'children'],
        },
      },
    },
  ],
]

describe('the output that a type has', () => {
  let facts: readonly ToolTypeFacts[]

  beforeAll(() => {
    const members = outputs.map(([returned]) => `call(): ${returned} { throw new Error() }`)
    facts = toolsWith(members, declarations)
  })

  it.each(outputs.map(([returned, output], index) => [returned, output, index] as const))(
    'is what JSON makes of what `call` resolves to: %s',
    (_returned, output, index) => {
      expect(facts[index]?.output).toEqual(output)
    },
  )

  it('is inferred where nothing is declared', () => {
    const body =
      "async call() { if (Math.random() > 1) return suspend; return { ok: true as boolean, rows: ['a'] } }"
    const [tool] = toolsWith([body], 'declare const suspend: Suspension')
    expect(tool?.output).toEqual({
      type: 'object',
      properties: { ok: { type: 'boolean' }, rows: { type: 'array', items: text } },
      required: ['ok', 'rows'],
    })
  })

  it('is none where a class has no `call`', () => {
    const source = toolSource('one', 'value!: string').replace('call(): void {}', '')
    const project = typeProject({ 'src/one.ts': source })
    expect(extractFacts({ project }).tools['types/one']).toEqual({
      ...{ class: 'OneTool', file: 'src/one.ts' },
      arguments: expect.objectContaining({ properties: { value: text } }) as unknown,
    })
  })

  it.each([
    [
      'an inherited method',
      'value!: string',
      'class Base { call(): string { return "" } }',
      ' extends Base',
    ],
    ['an arrow function', 'call = async (): Promise<string> => ""', '', ''],
  ])('is read of %s', (_title, members, before, base) => {
    const source = toolSource('one', members, before).replace('class OneTool', `$&${base}`)
    const project = typeProject({
      'src/one.ts': base === '' ? source : source.replace('call(): void {}', ''),
    })
    expect(extractFacts({ project }).tools['types/one']?.output).toEqual(text)
  })
})

/** What `call` returns, and what is said of it. */
const refused: readonly (readonly [returned: string, found: string])[] = [
  ['bigint', 'the output has a bigint, which JSON cannot carry.'],
  [
    '{ rows: { total: bigint }[] }',
    'the output has a bigint at rows[].total, which JSON cannot carry.',
  ],
  ['{ "odd key": symbol }', 'the output has a symbol at ["odd key"], which JSON cannot carry.'],
  ['{ run: () => void }', 'the output has a function at run, which JSON cannot carry.'],
  [
    'Record<string, Map<string, number>>',
    'the output has an instance of Map at [*], which JSON cannot carry.',
  ],
  ['Set<string>', 'the output has an instance of Set, which JSON cannot carry.'],
  ['[Uint8Array]', 'the output has an instance of Uint8Array at [], which JSON cannot carry.'],
  [
    '{ late: Promise<string> }',
    'the output has an instance of Promise at late, which JSON cannot carry.',
  ],
  ['TypeError', 'the output has an instance of TypeError, which JSON cannot carry.'],
  ['Loop', 'the output has an instance of Loop, which JSON cannot carry.'],
  ['OwnMap | string', 'the output has an instance of OwnMap, which JSON cannot carry.'],
  [
    'AsyncGenerator<string>',
    'the output has an instance of AsyncGenerator, which JSON cannot carry.',
  ],
  ['{ when: Missing }', 'the output has a type at when that the compiler cannot find.'],
]

describe('an output that JSON cannot carry', () => {
  it('is a problem that names the tool and the place, all of them at once', () => {
    const before = `class OwnMap extends Map<string, string> {}
      interface Loop extends PromiseLike<Loop> {}`
    const members = refused.map(([returned]) => `call(): ${returned} { throw new Error() }`)
    const messages = problemsOf(() => toolsWith(members, before)).map(({ message }) => message)
    expect(messages.toSorted()).toEqual(refused.map(([, found]) => found).toSorted())
  })

  it('is named with its class and file, and with what to return', () => {
    const [problem] = problemsOf(() =>
      toolsWith(['call(): Map<string, number> { throw new Error() }']),
    )
    expect(problem).toMatchObject({
      subject: 'types/tool0 (class Tool0Tool, src/tool0.ts)',
      fix: expect.stringContaining('Object.fromEntries'),
    })
  })

  it('is a method of an object literal, but not one of a class or an interface', () => {
    const literal = 'call() { return { id: 1, print() {} } }'
    expect(problemsOf(() => toolsWith([literal]))[0]?.message).toContain('a function at print')
    const before = 'interface Printed { id: number; print(): void }'
    const [tool] = toolsWith(['call(): Printed { throw new Error() }'], before)
    expect(Object.keys(tool?.output?.properties ?? {})).toEqual(['id'])
  })

  it('is no problem in arguments', () => {
    expect(() => toolsWith(['value!: Map<string, bigint>'])).not.toThrow()
  })
})

function problemsOf(run: () => unknown): DefinitionError['problems'] {
  try {
    run()
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  throw new Error('Nothing was thrown.')
}
