import { describe, expect, it } from 'vitest'

import type { ToolEvent } from '../../src/tools/tool-event.js'
import { layerRank, type ToolLayer } from '../../src/tools/tool-layer.js'
import { layer, passing, registryOf, rejection, settled, tool } from './tools.js'

const swallowed =
  'layer "swallowing" broke its contract: it answered a call that had been cancelled.'

const counter = tool({ call: () => 'done' })

describe('a layer that swallows cancellation', () => {
  it('is named to whoever watches, and its answer reaches nobody', async () => {
    const events: ToolEvent[] = []
    const stop = new AbortController()
    const waiting = layer('waiting', async (call, next) => {
      stop.abort()
      await settled()
      return next(call)
    })
    const swallowing = layer('swallowing', (call, next) =>
      next(call).catch(() => ({ status: 'output', value: 'all is well' }) as const),
    )
    const registry = registryOf(counter)
      .layer(waiting)
      .layer(swallowing)
      .observe((event) => events.push(event))
    const error = await rejection(registry.dispatch('shop/order', {}, { signal: stop.signal }))
    expect(error.code).toBe('CANCELLED')
    await expect.poll(() => events).toHaveLength(2)
    expect(events).toMatchObject([
      { type: 'terminal', code: 'CANCELLED' },
      { type: 'broken-layer', error: { code: 'LAYER_FAILED' } },
    ])
    expect(events).toMatchObject([
      {},
      { error: { message: expect.stringContaining(swallowed) as string } },
    ])
  })
})

describe('the layers of a registry', () => {
  it('are composed once, for all calls and all narrowed registries', async () => {
    let reads = 0
    const watched: ToolLayer = {
      name: 'watched',
      get [layerRank]() {
        reads += 1
        return undefined
      },
      handle: (call, next) => next(call),
    }
    const registry = registryOf(counter).layer(passing('inner')).layer(watched)
    await registry.dispatch('shop/order', {})
    const composed = reads
    await registry.dispatch('shop/order', {})
    await registry.restrictTo(['shop/order']).dispatch('shop/order', {})
    expect(composed).toBeGreaterThan(0)
    expect(reads).toBe(composed)
  })
})
