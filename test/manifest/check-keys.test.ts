import { describe, expect, it } from 'vitest'

import { checkManifest } from '../../src/manifest/check/check-manifest.js'
import { layerRank, type LayerRank, type ToolLayer } from '../../src/tools/tool-layer.js'
import { manifestOf, registryOf, tool } from './tools.js'

function named(name: string, rank: LayerRank): ToolLayer {
  return { name, [layerRank]: rank, handle: (call, next) => next(call) }
}

const closed = {
  type: 'object',
  properties: { sku: { type: 'string' } },
  additionalProperties: false,
} as const

describe('checkManifest, of keys', () => {
  it.each([
    ['of a tool whose code can declare one', tool(), 'its code is at hand to declare one'],
    [
      'beside that of the code',
      tool({ source: 'mcp', idempotencyKey: 'sku' }),
      'its code declares one already',
    ],
  ])('reports a granted key %s [MAN-02, EFF-02]', (_what, definition, why) => {
    const registry = registryOf(definition).layer(named('keys', 'idempotency'))
    const found = checkManifest(registry, manifestOf({ idempotencyKey: 'sku' }))
    expect(found).toMatchObject([{ kind: 'key-of-code', severity: 'medium' }])
    expect(found[0]?.message).toContain(why)
  })

  it.each(['mcp', 'scripts'] as const)(
    'takes a key for a tool of %s, and reports one that no arguments can have [MAN-02, EFF-02]',
    (source) => {
      const registry = registryOf(tool({ source, inputSchema: closed })).layer(
        named('keys', 'idempotency'),
      )
      expect(checkManifest(registry, manifestOf({ idempotencyKey: '/sku' }))).toEqual([])
      const found = checkManifest(registry, manifestOf({ idempotencyKey: 'sku.id' }))
      expect(found).toMatchObject([{ kind: 'key-without-argument' }])
    },
  )
})
