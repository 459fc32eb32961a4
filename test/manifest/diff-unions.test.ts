import { describe, expect, it } from 'vitest'

import { describeContractChange } from '../../src/manifest/contract/contract-change.js'
import { diffContracts } from '../../src/manifest/contract/diff-contracts.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { contractWith } from './tools.js'

/** The changes of one argument, which has these schemas. */
function argumentDiff(before: JsonSchema, after: JsonSchema): readonly string[] {
  const contractOf = (sku: JsonSchema) =>
    contractWith('inputSchema', { type: 'object', properties: { sku } })
  return diffContracts(contractOf(before), contractOf(after))
    .map(describeContractChange)
    .map((text) => text.replace('inputSchema.properties.', ''))
}

/** A branch of a union that `kind` tells apart. */
function tagged(kind: string, maximum: number): JsonSchema {
  const properties = { kind: { const: kind }, size: { maximum } }
  return { type: 'object', required: ['kind'], properties }
}

describe('diffContracts, of schemas that stand together', () => {
  it.each([
    [
      'a choice of schemas more',
      { anyOf: [{ minimum: 1 }] },
      { anyOf: [{ minimum: 1 }, { type: 'null' }] },
      'sku.anyOf[1]: nothing -> {"type":"null"} (widened)',
    ],
    [
      'a choice of schemas less',
      { anyOf: [{ minimum: 1 }, { type: 'null' }] },
      { anyOf: [{ minimum: 1 }] },
      'sku.anyOf[1]: {"type":"null"} -> nothing (narrowed, breaking)',
    ],
    [
      'a demand less',
      { allOf: [{ minimum: 1 }, { maximum: 2 }] },
      { allOf: [{ minimum: 1 }] },
      'sku.allOf[1]: {"maximum":2} -> nothing (widened)',
    ],
    [
      'a demand that became another',
      { allOf: [{ minimum: 1 }, { maxLength: 3 }] },
      { allOf: [{ maxLength: 2 }, { minimum: 1 }] },
      'sku.allOf[0].maxLength: 3 -> 2 (narrowed, breaking)',
    ],
    [
      'a demand more',
      { allOf: [{ minimum: 1 }] },
      { allOf: [{ minimum: 1 }, { maximum: 2 }] },
      'sku.allOf[1]: nothing -> {"maximum":2} (narrowed, breaking)',
    ],
  ] as const)('tells %s', (_what, before, after, told) => {
    expect(argumentDiff(before, after)).toEqual([told])
  })

  it('pairs the branches of a union by their tag', () => {
    const before = { oneOf: [tagged('box', 1), tagged('bag', 1), tagged('jar', 1)] }
    const after = { oneOf: [tagged('bag', 1), tagged('box', 2), tagged('tin', 1)] }
    const told = argumentDiff(before, after)
    expect(told).toHaveLength(3)
    expect(told[0]).toBe('sku.oneOf[kind="box"].properties.size.maximum: 1 -> 2 (widened)')
    expect(told[1]).toMatch(/^sku\.oneOf\[kind="jar"\]: .* -> nothing \(narrowed, breaking\)$/)
    expect(told[2]).toMatch(/^sku\.oneOf\[kind="tin"\]: nothing -> .* \(widened\)$/)
  })

  it.each([
    ['a union whose branches no tag tells apart', { oneOf: [{ minimum: 1 }] }, { oneOf: [{}] }],
    [
      'a union with two branches of one tag',
      { oneOf: [tagged('box', 1), tagged('box', 2)] },
      { oneOf: [tagged('box', 1), tagged('box', 3)] },
    ],
  ] as const)('calls what cannot be told breaking: %s', (_what, before, after) => {
    expect(argumentDiff(before, after)).toEqual([
      expect.stringMatching(/^sku\.oneOf: .* \(changed, breaking\)$/),
    ])
  })
})
