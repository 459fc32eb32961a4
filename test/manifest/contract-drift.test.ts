import { describe, expect, it } from 'vitest'

import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { contractBook, faultyBook } from '../../src/manifest/contract/contract-book.js'
import { contractDigest } from '../../src/registry/contract/contract.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { digestA, digestB } from './documents.js'
import { manifestOf, registryOf, tool } from './tools.js'

/** A tool of a foreign server that publishes this. */
function foreign(schema: JsonSchema): ToolDefinition {
  return tool({ source: 'mcp', inputSchema: { type: 'object', ...schema } })
}

describe('checkManifest, of contracts', () => {
  it('reports a contract that is not the reviewed one, with what changed in it [MAN-02]', () => {
    const reviewed = tool({
      inputSchema: { type: 'object', properties: { sku: { maxLength: 9 } } },
    })
    const changed = tool({ inputSchema: { type: 'object', properties: { sku: { maxLength: 5 } } } })
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    const [found] = checkManifest(registryOf(changed), manifest, { contracts })
    expect(found).toMatchObject({
      kind: 'contract-drift',
      message: 'shop/order: its contract is another one than was reviewed.',
      changes: [
        { path: 'inputSchema.properties.sku.maxLength', before: 9, after: 5, breaking: true },
      ],
    })
  })

  it('reports a changed contract when what was reviewed is not at hand, and says so', () => {
    const [found] = checkManifest(registryOf(tool()), manifestOf({ contract: digestA }))
    expect(found).not.toHaveProperty('changes')
    expect(found?.message).toContain('the reviewed contract is not at hand')
    expect(found?.fix).toContain('`tallystick manifest update`')
  })

  it.each([
    [
      'only words changed',
      { properties: { a: { description: 'A' } } },
      { properties: { a: { description: 'B' } } },
      'low',
    ],
    ['an optional argument came', { properties: {} }, { properties: { a: {} } }, 'medium'],
    ['a dialect was named', {}, { $schema: 'http://json-schema.org/draft-07/schema#' }, 'medium'],
  ])('tells how bad it is that of a foreign tool %s', (_what, before, after, severity) => {
    const [reviewed, changed] = [foreign(before), foreign(after)]
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    expect(checkManifest(registryOf(changed), manifest, { contracts })).toMatchObject([
      { kind: 'contract-drift', severity },
    ])
  })

  it('tells that it is bad when a tool names the effect of its calls otherwise [MAN-04]', () => {
    const [reviewed, changed] = [tool({ idempotencyKey: 'sku' }), tool()]
    const manifest = manifestOf({ contract: contractDigest(reviewed) })
    const contracts = contractBook([reviewed])
    expect(checkManifest(registryOf(changed), manifest, { contracts })).toMatchObject([
      { kind: 'contract-drift', severity: 'high', changes: [{ path: 'keyRule' }] },
    ])
  })

  it('does not take a foreign tool for changed when its keys come in another order', () => {
    const first = foreign({ properties: { a: {}, b: {} } })
    const second = foreign({ properties: { b: {}, a: {} } })
    const manifest = manifestOf({ contract: contractDigest(first) })
    expect(checkManifest(registryOf(second), manifest)).toEqual([])
  })

  it.each([
    ['cannot be used', undefined],
    ['has another contract there', [digestA]],
  ])('says that the contracts file %s, where what changed cannot be said', (_what, digests) => {
    const contracts = faultyBook([], { message: 'a.contracts.json: it is broken', digests })
    const manifest = manifestOf({ contract: digestA })
    const [found] = checkManifest(registryOf(tool()), manifest, { contracts })
    expect(found?.message).toBe(
      'shop/order: its contract is another one than was reviewed. ' +
        'What changed cannot be said: a.contracts.json: it is broken.',
    )
    expect(found?.fix).toContain('restore that file')
  })

  it('holds no fault of the contracts file against a tool that it does not touch', () => {
    const fault = { message: 'it is broken', digests: [digestB] }
    const contracts = faultyBook([], fault)
    const manifest = manifestOf({ contract: digestA })
    const [found] = checkManifest(registryOf(tool()), manifest, { contracts })
    expect(found?.message).toContain('the reviewed contract is not at hand')
    expect(checkManifest(registryOf(tool()), manifestOf({}), { contracts })).toEqual([])
  })

  it('does not take a contract of other rules for a changed tool', () => {
    const manifest = manifestOf({ contract: digestA.replace('c1', 'c2') })
    const [found] = checkManifest(registryOf(tool()), manifest)
    expect(found?.message).toContain('by other rules')
  })
})
