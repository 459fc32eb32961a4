import { describe, expect, it } from 'vitest'

import { assertManifest } from '../../src/manifest/check/check-manifest.js'
import { contractBook } from '../../src/manifest/contract/contract-book.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import { problemsOf } from './problems-of.js'
import { manifestOf, registryOf, tool } from './tools.js'

describe('assertManifest', () => {
  it('throws every disagreement at once, with place, message and fix', () => {
    const manifest = manifestOf({ effect: 'read', approval: 'required' })
    const registry = registryOf(tool(), tool({ name: 'pay' }))
    const problems = problemsOf(() => assertManifest(registry, manifest))
    expect(problems.map(({ subject }) => subject)).toEqual([
      'manifest:1:111',
      'manifest:1:111',
      'manifest',
    ])
    expect(problems.every(({ fix }) => fix !== '')).toBe(true)
  })

  it('lets halves that match pass', () => {
    expect(() => assertManifest(registryOf(tool()), manifestOf({}))).not.toThrow()
  })

  it.each([
    [5, '', undefined],
    [7, '; and 2 more', 'f'],
  ])('tells of %i changes the first five where a start fails', (count, rest, untold) => {
    const properties = Object.fromEntries(
      'abcdefg'
        .slice(0, count)
        .split('')
        .map((name) => [name, {}]),
    )
    const [reviewed, changed] = [
      tool({ inputSchema: { type: 'object' } }),
      tool({ inputSchema: { type: 'object', properties } }),
    ]
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    const [problem] = problemsOf(() => assertManifest(registryOf(changed), manifest, { contracts }))
    expect(problem?.message).toContain('inputSchema.properties.e: nothing -> {}')
    expect(problem?.message.endsWith(`(widened)${rest}.`)).toBe(true)
    expect(problem?.message).not.toContain(`properties.${untold ?? '?'}:`)
  })
})
