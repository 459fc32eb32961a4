import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { diffManifests } from '../../src/manifest/diff/diff-manifests.js'
import type { Manifest } from '../../src/manifest/manifest.js'
import { manifestDigest } from '../../src/manifest/manifest-digest.js'
import type { JsonObject } from '../../src/schema/json.js'
import { digestA, digestB } from './documents.js'
import { manifestWith } from './tools.js'

describe('diffManifests, as a law', () => {
  const names = fc.constantFrom('a', 'b')
  const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
  const grants = fc.record({
    ref: names.map((name) => `tool://x/${name}`),
    description: names,
    title: optional(names),
    effect: optional(fc.constantFrom('read', 'write')),
    approval: optional(fc.constantFrom('none', 'required')),
    contract: optional(fc.constantFrom(digestA, digestB)),
    idempotencyKey: optional(names),
    completions: optional(fc.constantFrom({}, { trust: ['a'] })),
    arguments: optional(fc.constantFrom({}, { minProperties: 1 })),
  })
  const specs = fc.record({
    tools: fc.uniqueArray(grants, { maxLength: 2, selector: ({ ref }) => ref }),
    servers: fc.uniqueArray(
      names.map((name) => ({ name, transport: { command: name } })),
      { maxLength: 2, selector: ({ name }) => name },
    ),
    agents: fc.uniqueArray(
      fc.record({
        name: names,
        tools: fc.array(fc.constantFrom('@all', '@readonly', 'a?', 'x/b?'), { maxLength: 2 }),
      }),
      { maxLength: 2, selector: ({ name }) => name },
    ),
  })

  it('finds a change exactly where the digests differ', () => {
    fc.assert(
      fc.property(specs, specs, (first, second) => {
        const read = (spec: object): Manifest =>
          manifestWith(JSON.parse(JSON.stringify(spec)) as JsonObject)
        const [before, after] = [read(first), read(second)]
        const isSame = manifestDigest(before) === manifestDigest(after)
        expect(diffManifests(before, after).length === 0).toBe(isSame)
        expect(diffManifests(before, before)).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})
