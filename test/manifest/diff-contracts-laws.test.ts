import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { digestContract } from '../../src/registry/contract/contract.js'
import { diffContracts } from '../../src/manifest/contract/diff-contracts.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { neighbours, schemas, values } from './schemas.js'
import { contractWith } from './tools.js'

describe('diffContracts, as a law', () => {
  const pairs = fc.oneof(neighbours, fc.tuple(schemas, schemas))
  const numRuns = process.env['TALLYSTICK_LONG'] === undefined ? 250 : 20_000

  it('finds a change exactly where the digests differ', () => {
    fc.assert(
      fc.property(pairs, ([first, second]) => {
        const [before, after] = [
          contractWith('inputSchema', first),
          contractWith('inputSchema', second),
        ]
        const isSame = digestContract(before) === digestContract(after)
        expect(diffContracts(before, after).length === 0).toBe(isSame)
      }),
      { numRuns },
    )
  })

  it.each([
    ['input', 'an accepted value is refused', 'inputSchema'],
    ['output', 'a value comes that was ruled out', 'outputSchema'],
  ] as const)('calls no change of %s harmless under which %s', (_way, _what, member) => {
    fc.assert(
      fc.property(pairs, fc.array(values, { minLength: 4, maxLength: 8 }), (pair, tried) => {
        const [reviewed, proposed] = pair
        const isLost = tried.some((value) => accepts(reviewed, value) && !accepts(proposed, value))
        if (!isLost) return
        // Output loses nothing but gains what its reader did not expect, so its schemas come the other way round.
        const [before, after] =
          member === 'inputSchema' ? [reviewed, proposed] : [proposed, reviewed]
        const changes = diffContracts(contractWith(member, before), contractWith(member, after))
        expect(changes.some(({ breaking }) => breaking)).toBe(true)
      }),
      { numRuns },
    )
  })
})

function accepts(schema: JsonSchema, value: unknown): boolean {
  return compileJsonSchema(schema)(value).length === 0
}
