import { describe, expect, it } from 'vitest'

import { contractOf } from '../../src/registry/contract/contract.js'
import { describeContractChange } from '../../src/manifest/contract/contract-change.js'
import { diffContracts } from '../../src/manifest/contract/diff-contracts.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { contractWith, tool } from './tools.js'

type Facts = Parameters<typeof tool>[0]

function diff(before: Facts, after: Facts) {
  return diffContracts(contractOf(tool(before)), contractOf(tool(after)))
}

/** The changes of one argument, which has these schemas. */
function argumentDiff(
  before: JsonSchema | boolean,
  after: JsonSchema | boolean,
): readonly string[] {
  const [first, second] = [before, after].map((sku) => ({
    inputSchema: { type: 'object', properties: { sku } } as const,
  }))
  return diff(first, second)
    .map(describeContractChange)
    .map((text) => text.replace('inputSchema.properties.', ''))
}

const draft07 = 'http://json-schema.org/draft-07/schema#'

describe('diffContracts', () => {
  it('is empty for one contract', () => {
    expect(diff({ description: 'A.' }, { description: 'B.' })).toEqual([])
  })

  it('says where, from what to what, and whether it breaks callers', () => {
    const [before, after] = [1, 0].map((minLength) => ({
      inputSchema: { type: 'object', properties: { sku: { type: 'string', minLength } } } as const,
    }))
    expect(diff(before, after)).toEqual([
      {
        path: 'inputSchema.properties.sku.minLength',
        kind: 'widened',
        before: 1,
        after: 0,
        breaking: false,
      },
    ])
  })

  it.each([
    [
      'a stricter bound',
      { minimum: 1 },
      { minimum: 2 },
      'sku.minimum: 1 -> 2 (narrowed, breaking)',
    ],
    ['a looser bound', { maximum: 1 }, { maximum: 2 }, 'sku.maximum: 1 -> 2 (widened)'],
    ['a new bound', {}, { maxLength: 5 }, 'sku.maxLength: nothing -> 5 (narrowed, breaking)'],
    ['a bound that went', { minItems: 1 }, {}, 'sku.minItems: 1 -> nothing (widened)'],
    ['a bound that says nothing', {}, { minItems: 0 }, 'sku.minItems: nothing -> 0 (wording)'],
    [
      'a type less',
      { type: ['string', 'null'] },
      { type: 'string' },
      'sku.type: ["null","string"] -> "string" (narrowed, breaking)',
    ],
    [
      'a type more',
      { type: 'integer' },
      { type: 'number' },
      'sku.type: "integer" -> "number" (widened)',
    ],
    [
      'another type',
      { type: 'string' },
      { type: 'number' },
      'sku.type: "string" -> "number" (changed, breaking)',
    ],
    ['a new type', {}, { type: 'number' }, 'sku.type: nothing -> "number" (narrowed, breaking)'],
    [
      'a choice less',
      { enum: [1, 2] },
      { enum: [2] },
      'sku.enum: [1,2] -> [2] (narrowed, breaking)',
    ],
    ['a choice more', { enum: [1] }, { enum: [1, 2] }, 'sku.enum: [1] -> [1,2] (widened)'],
    [
      'choices in another order',
      { enum: [1, 2] },
      { enum: [2, 1] },
      'sku.enum: [1,2] -> [2,1] (wording)',
    ],
    ['another constant', { const: 1 }, { const: 2 }, 'sku.const: 1 -> 2 (changed, breaking)'],
    [
      'another pattern',
      { pattern: 'a' },
      { pattern: 'b' },
      'sku.pattern: "a" -> "b" (changed, breaking)',
    ],
    ['a pattern that went', { pattern: 'a' }, {}, 'sku.pattern: "a" -> nothing (widened)'],
    ['a finer step', { multipleOf: 4 }, { multipleOf: 2 }, 'sku.multipleOf: 4 -> 2 (widened)'],
    [
      'a coarser step',
      { multipleOf: 2 },
      { multipleOf: 4 },
      'sku.multipleOf: 2 -> 4 (narrowed, breaking)',
    ],
    [
      'items that must differ',
      {},
      { uniqueItems: true },
      'sku.uniqueItems: nothing -> true (narrowed, breaking)',
    ],
    ['another default', { default: 1 }, { default: 2 }, 'sku.default: 1 -> 2 (changed, breaking)'],
    [
      'another description',
      { description: 'a' },
      { description: 'b' },
      'sku.description: "a" -> "b" (wording)',
    ],
    ['another reference', { $ref: '#' }, {}, 'sku.$ref: "#" -> nothing (changed, breaking)'],
    [
      'a condition',
      {},
      { if: { type: 'string' } },
      'sku.if: nothing -> {"type":"string"} (changed, breaking)',
    ],
    [
      'a rule of nested items',
      { items: { minimum: 1 } },
      { items: { minimum: 2 } },
      'sku.items.minimum: 1 -> 2 (narrowed, breaking)',
    ],
    [
      'a nested property',
      { properties: { a: { minimum: 1 } } },
      { properties: { a: { minimum: 2 } } },
      'sku.properties.a.minimum: 1 -> 2 (narrowed, breaking)',
    ],
    [
      'a property of an open object',
      {},
      { properties: { a: { minimum: 2 } } },
      'sku.properties.a: nothing -> {"minimum":2} (narrowed, breaking)',
    ],
    [
      'an object that is closed',
      {},
      { additionalProperties: false },
      'sku.additionalProperties: nothing -> false (narrowed, breaking)',
    ],
    [
      'one position more of a closed tuple',
      { prefixItems: [true], items: false },
      { prefixItems: [true, true], items: false },
      'sku.prefixItems[1]: nothing -> true (widened)',
    ],
    [
      'steps that lie closer together',
      { multipleOf: 4 },
      { multipleOf: 2 },
      'sku.multipleOf: 4 -> 2 (widened)',
    ],
    [
      'steps that lie further apart',
      { multipleOf: 2 },
      { multipleOf: 4 },
      'sku.multipleOf: 2 -> 4 (narrowed, breaking)',
    ],
    [
      'steps that meet here and there',
      { multipleOf: 2 },
      { multipleOf: 3 },
      'sku.multipleOf: 2 -> 3 (changed, breaking)',
    ],
    [
      'a keyword of the name of a method',
      { constructor: 1 },
      {},
      'sku.constructor: 1 -> nothing (changed, breaking)',
    ],
    [
      'a value where none was allowed',
      false,
      { type: 'string' },
      'sku: false -> {"type":"string"} (widened)',
    ],
  ] as const)('tells %s', (_what, before, after, told) => {
    expect(argumentDiff(before, after)).toEqual([told])
  })

  it.each([
    [
      'a new optional argument widens',
      {},
      { required: [] },
      ['inputSchema.properties.b: nothing -> {} (widened)'],
    ],
    [
      'a new required argument breaks',
      {},
      { required: ['b'] },
      [
        'inputSchema.properties.b: nothing -> {} (widened)',
        'inputSchema.required: [] -> ["b"] (narrowed, breaking)',
      ],
    ],
  ])('%s', (_what, _before, after, told) => {
    const before = { inputSchema: { type: 'object', properties: { a: {} }, required: [] } } as const
    const inputSchema = { type: 'object', properties: { a: {}, b: {} }, ...after } as const
    expect(diff(before, { inputSchema }).map(describeContractChange)).toEqual(told)
  })

  it('tells an argument that was removed as breaking', () => {
    const [before, after] = [{ a: {}, b: {} }, { a: {} }].map((properties) => ({
      inputSchema: { type: 'object', properties } as const,
    }))
    expect(diff(before, after)).toMatchObject([{ kind: 'narrowed', breaking: true, before: {} }])
  })

  it.each([
    ['wider output breaks who reads it', { maximum: 1 }, { maximum: 2 }, true],
    ['narrower output does not', { maximum: 2 }, { maximum: 1 }, false],
    ['a first output schema does not', undefined, { maximum: 1 }, false],
    ['an output schema that went does', { maximum: 1 }, undefined, true],
  ])('%s', (_what, before, after, breaking) => {
    const [first, second] = [before, after].map((outputSchema) => ({ outputSchema }))
    expect(diff(first, second)).toMatchObject([{ breaking }])
  })

  it.each([
    [
      'a worse effect',
      { effect: 'read' },
      { effect: 'write' },
      'effect: "read" -> "write" (widened, breaking)',
    ],
    [
      'a milder effect',
      { effect: 'write' },
      { effect: 'idempotent' },
      'effect: "write" -> "idempotent" (narrowed)',
    ],
    [
      'another source',
      { source: 'scripts' },
      {},
      'source: "scripts" -> "builtin" (changed, breaking)',
    ],
    ['repair', {}, { repairJsonStrings: true }, 'repairsJsonStrings: false -> true (widened)'],
    [
      'no repair',
      { repairJsonStrings: true },
      {},
      'repairsJsonStrings: true -> false (narrowed, breaking)',
    ],
  ] as const)('tells %s', (_what, before, after, told) => {
    expect(diff(before, after).map(describeContractChange)).toEqual([told])
  })

  it.each<readonly [what: string, before: object, after: object]>([
    [
      'how many items may be of a kind that grew',
      { contains: { minimum: 2 }, maxContains: 1 },
      { contains: { minimum: 1 }, maxContains: 1 },
    ],
    [
      'what is ruled out and grew elsewhere',
      { $defs: { a: { minimum: 2 } }, not: { $ref: '#/$defs/a' } },
      { $defs: { a: { minimum: 1 } }, not: { $ref: '#/$defs/a' } },
    ],
    [
      'a property whose name matches a pattern',
      { patternProperties: { a: {} }, additionalProperties: false },
      { patternProperties: { a: {} }, additionalProperties: false, properties: { ab: {} } },
    ],
    [
      'a pattern of names that came',
      { additionalProperties: { minimum: 1 } },
      { additionalProperties: { minimum: 1 }, patternProperties: { a: {} } },
    ],
    [
      'properties that count as seen',
      { anyOf: [{ minimum: 1 }], unevaluatedProperties: false },
      { anyOf: [{ minimum: 1 }, {}], unevaluatedProperties: false },
    ],
    [
      'items position by position, as draft-07 writes them',
      { $schema: draft07, items: [{ minimum: 1 }] },
      { $schema: draft07, items: [{ minimum: 0 }] },
    ],
  ])('calls what cannot be told breaking: %s', (_what, before, after) => {
    const [first, second] = [
      contractWith('inputSchema', before as JsonSchema),
      contractWith('inputSchema', after as JsonSchema),
    ]
    expect(diffContracts(first, second)).toMatchObject([{ kind: 'changed', breaking: true }])
  })

  it('takes the names that another name demands in any order', () => {
    const demand = (names: string[]) => ({ dependentRequired: { card: names } })
    expect(argumentDiff(demand(['name', 'zip']), demand(['zip', 'name']))).toEqual([])
    expect(argumentDiff(demand(['name']), demand(['zip']))).toEqual([
      'sku.dependentRequired: {"card":["name"]} -> {"card":["zip"]} (changed, breaking)',
    ])
  })

  it('clips long values and escapes what a terminal would not show', () => {
    const [told = ''] = argumentDiff(
      { description: 'a' },
      { description: `\u202e${'b'.repeat(200)}` },
    )
    expect(told).toContain('\\u202e')
    expect(told.length).toBeLessThan(150)
  })
})
