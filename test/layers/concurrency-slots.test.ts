import { describe, expect, it } from 'vitest'

import {
  ConcurrencyLayer,
  type ConcurrencyLayerOptions,
} from '../../src/layers/concurrency-layer.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { deferred, registryOf, rejection, settled, tool } from '../registry/tools.js'
import { FakeClock } from './fake-clock.js'
import { holding } from './holding.js'

function failingClock(): never {
  throw new TypeError('no timer')
}

const order = (registry: ToolRegistry) => registry.dispatch('shop/order', {})

function limited(definition: ToolDefinition, options: ConcurrencyLayerOptions): ToolRegistry {
  return registryOf(definition).layer(new ConcurrencyLayer(options))
}

describe('the slots of a tool', () => {
  it('lets those who wait go first when its limit grows', async () => {
    const [held, limit] = [holding(), { now: 1 }]
    const options = { limit: () => limit.now, waitMs: 100, clock: new FakeClock() }
    const registry = limited(held.definition, options)
    const started: string[] = []
    const watched = registry.observe(({ callId }) => started.push(callId))
    const calls = ['1st', '2nd', '3rd'].map((callId) =>
      watched.dispatch('shop/order', {}, { callId }),
    )
    await settled()
    limit.now = 2
    calls.push(watched.dispatch('shop/order', {}, { callId: '4th' }))
    await settled()
    expect(held.running).toBe(2)
    for (let left = 4; left > 0; left -= 1) await held.endOne()
    await Promise.all(calls)
    expect(started).toEqual(['1st', '2nd', '3rd', '4th'])
  })

  it('starts nobody while more run than its limit has come to be', async () => {
    const [held, limit] = [holding(), { now: 3 }]
    const options = { limit: () => limit.now, waitMs: 100, clock: new FakeClock() }
    const registry = limited(held.definition, options)
    const calls = [1, 2, 3].map(() => order(registry))
    await settled()
    limit.now = 1
    calls.push(order(registry), order(registry))
    const running: number[] = []
    for (let left = 5; left > 0; left -= 1) {
      await held.endOne()
      running.push(held.running)
    }
    expect([running, await Promise.all(calls)]).toMatchObject([[2, 1, 1, 1, 0], { length: 5 }])
  })

  it.each<[string, () => Promise<void>]>([
    ['throws', failingClock],
    ['rejects', () => Promise.reject(new TypeError('no timer'))],
    ['sleeps no time at all', () => undefined as unknown as Promise<void>],
  ])('gives no slot to a call whose clock %s while it waits', async (_how, sleep) => {
    const held = holding()
    const clock = { now: () => 0, sleep }
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock })
    const first = order(registry)
    await settled()
    expect(await rejection(order(registry))).toMatchObject({ disposition: 'did-not-happen' })
    await held.endOne()
    const second = order(registry)
    await settled()
    await held.endOne()
    expect([await first, await second]).toMatchObject([{ value: 'done' }, { value: 'done' }])
  })
})

describe('the slots of a tool whose calls come while others go', () => {
  it('are never more than its limit, however many microtasks lie between them', async () => {
    for (let first = 0; first < 30; first += 3) {
      for (let second = 0; second < 30; second += 1) {
        expect(await mostAtOnce(first, second), `${first.toString()}, ${second.toString()}`).toBe(1)
      }
    }
  }, 30_000)
})

/** One call that ends, and three that come so many microtasks after: how many ran at once. */
async function mostAtOnce(first: number, second: number): Promise<number> {
  const gate = deferred<undefined>()
  const count = { running: 0, most: 0 }
  const slow = tool({
    inputSchema: { type: 'object', properties: { hold: { type: 'boolean' } } },
    call: async ({ hold = false }: { hold?: boolean }) => {
      count.running += 1
      count.most = Math.max(count.most, count.running)
      await (hold ? gate.promise : hops(60))
      count.running -= 1
    },
  })
  const registry = registryOf(slow).layer(new ConcurrencyLayer({ limit: 1 }))
  const held = registry.dispatch('shop/order', { hold: true })
  await hops(20)
  gate.resolve(undefined)
  const later = [first, second, second + 12].map(async (count) => {
    await hops(count)
    return registry.dispatch('shop/order', {})
  })
  await Promise.allSettled([held, ...later])
  return count.most
}

async function hops(count: number): Promise<void> {
  for (let hop = 0; hop < count; hop += 1) await Promise.resolve()
}
