import { describe, expect, it } from 'vitest'

import {
  ConcurrencyLayer,
  type ConcurrencyLayerOptions,
} from '../../src/layers/concurrency-layer.js'
import { TimeoutLayer } from '../../src/layers/timeout-layer.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { problemsOf } from '../container/problems-of.js'
import { deferred, registryOf, rejection, settled, tool } from '../registry/tools.js'
import { FakeClock } from './fake-clock.js'
import { holding } from './holding.js'

const order = (registry: ToolRegistry) => registry.dispatch('shop/order', {})

function limited(definition: ToolDefinition, options: ConcurrencyLayerOptions): ToolRegistry {
  return registryOf(definition).layer(new ConcurrencyLayer(options))
}

describe('ConcurrencyLayer', () => {
  it('ends a call over the limit as BUSY, and nothing happened [REG-10]', async () => {
    const held = holding()
    const registry = limited(held.definition, { limit: 2 })
    const running = [order(registry), order(registry)]
    await settled()
    const error = await rejection(order(registry))
    expect(error).toMatchObject({ code: 'BUSY', disposition: 'did-not-happen', retryable: false })
    await held.endOne()
    await held.endOne()
    expect(await Promise.all(running)).toHaveLength(2)
  })

  it('gives a slot back whatever the call came to', async () => {
    const failing = tool({ call: () => Promise.reject(new Error('x')) })
    const registry = limited(failing, { limit: 1 })
    const codes = [await rejection(order(registry)), await rejection(order(registry))]
    expect(codes.map(({ code }) => code)).toEqual(['TOOL_FAILED', 'TOOL_FAILED'])
  })

  it('lets calls wait in the order they came', async () => {
    const held = holding()
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock: new FakeClock() })
    const ended: number[] = []
    const calls = [0, 1, 2].map((index) => order(registry).then(() => ended.push(index)))
    await settled()
    for (let left = 3; left > 0; left -= 1) {
      expect(held.running).toBe(1)
      await held.endOne()
    }
    await Promise.all(calls)
    expect(ended).toEqual([0, 1, 2])
  })

  it('lets nobody overtake those who wait', async () => {
    const held = holding()
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock: new FakeClock() })
    const ended: string[] = []
    const first = order(registry).then(() => order(registry).then(() => ended.push('again')))
    await settled()
    const second = order(registry).then(() => ended.push('waited'))
    await settled()
    for (let left = 3; left > 0; left -= 1) await held.endOne()
    await Promise.all([first, second])
    expect(ended).toEqual(['waited', 'again'])
  })

  it('ends a call as BUSY that has waited long enough, and leaves no timer', async () => {
    const [held, clock] = [holding(), new FakeClock()]
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock })
    const first = order(registry)
    await settled()
    const failed = rejection(order(registry))
    await clock.pass(99)
    expect(clock.waiting).toBe(1)
    await clock.pass(1)
    expect((await failed).code).toBe('BUSY')
    await held.endOne()
    expect([await first, clock.waiting]).toMatchObject([{ value: 'done' }, 0])
  })

  it('hands a slot to the next in line when one before it has left', async () => {
    const [held, clock] = [holding(), new FakeClock()]
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock })
    const first = order(registry)
    await settled()
    const impatient = rejection(order(registry))
    await clock.pass(50)
    const patient = order(registry)
    await clock.pass(50)
    expect((await impatient).code).toBe('BUSY')
    await held.endOne()
    await held.endOne()
    expect(await Promise.all([first, patient])).toHaveLength(2)
  })

  it('ends a call whose deadline comes before its turn as TIMED_OUT, and nothing happened', async () => {
    const [held, clock] = [holding(), new FakeClock()]
    await clock.pass(Date.now())
    const registry = limited(held.definition, { limit: 1, waitMs: 600_000, clock })
    const first = order(registry)
    await settled()
    const deadline = new Date(clock.now() + 60_000)
    const failed = rejection(registry.dispatch('shop/order', {}, { deadline }))
    await clock.pass(60_000)
    expect(await failed).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    await held.endOne()
    await first
  })

  it('ends a call that is cancelled while it waits, and starts no body for it', async () => {
    const [held, clock, caller] = [holding(), new FakeClock(), new AbortController()]
    const registry = limited(held.definition, { limit: 1, waitMs: 100, clock })
    const first = order(registry)
    await settled()
    const failed = rejection(registry.dispatch('shop/order', {}, { signal: caller.signal }))
    await settled()
    caller.abort()
    expect(await failed).toMatchObject({ code: 'CANCELLED', disposition: 'did-not-happen' })
    await settled()
    expect(clock.waiting).toBe(0)
    await held.endOne()
    expect([await first, held.running]).toMatchObject([{ value: 'done' }, 0])
  })

  it('starts nothing for an attempt that timed out while it waited', async () => {
    const [held, clock] = [holding(), new FakeClock()]
    const limit = new ConcurrencyLayer({ limit: 1, waitMs: 1_000, clock })
    const direct = registryOf(held.definition).layer(limit)
    const timed = direct.layer(new TimeoutLayer({ timeoutMs: 100, clock }))
    const first = order(direct)
    await settled()
    const failed = rejection(order(timed))
    await clock.pass(100)
    expect(await failed).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    await held.endOne()
    expect([await first, held.running, clock.waiting]).toMatchObject([{ value: 'done' }, 0, 0])
  })

  it('counts a body that goes on after its caller was let go', async () => {
    const [held, clock] = [holding(), new FakeClock()]
    const registry = limited(held.definition, { limit: 1 }).layer(
      new TimeoutLayer({ timeoutMs: 100, clock }),
    )
    const failed = rejection(order(registry))
    await clock.pass(100)
    expect((await failed).code).toBe('TIMED_OUT')
    expect((await rejection(order(registry))).code).toBe('BUSY')
    await held.endOne()
    const again = order(registry)
    await settled()
    await held.endOne()
    expect(await again).toMatchObject({ value: 'done' })
  })

  it('does not count a call of the same tool from inside its body', async () => {
    const inputSchema = { properties: { depth: { type: 'integer' } } } as const
    const recursive = tool({
      inputSchema,
      call: async ({ depth }, context) =>
        depth === 0
          ? 'bottom'
          : (await context.dispatch('shop/order', { depth: Number(depth) - 1 })).status,
    })
    const registry = limited(recursive, { limit: 1 })
    expect(await registry.dispatch('shop/order', { depth: 3 })).toMatchObject({ value: 'output' })
    expect(await registry.dispatch('shop/order', { depth: 0 })).toMatchObject({ value: 'bottom' })
  })

  it('counts a nested call that the body left behind', async () => {
    const [held, gate] = [holding({ name: 'held' }), deferred<undefined>()]
    let left: Promise<unknown> | undefined
    const leaving = tool({
      call: (_args, context) => {
        left ??= gate.promise.then(() => rejection(context.dispatch('shop/order', {})))
        return context.dispatch('shop/held', {})
      },
    })
    const registry = limited(leaving, { limit: 1 }).register(held.definition)
    const first = order(registry)
    await settled()
    await held.endOne()
    await first.catch(() => undefined)
    const second = order(registry)
    await settled()
    gate.resolve(undefined)
    expect(await left).toMatchObject({ code: 'BUSY' })
    await held.endOne()
    await second
  })

  it('is one limit for all registries that have the layer, and one for each tool', async () => {
    const [held, other] = [holding(), tool({ name: 'list' })]
    const registry = limited(held.definition, { limit: 1 }).register(other)
    const first = order(registry.restrictTo(['shop/order']))
    await settled()
    expect((await rejection(order(registry.filter(() => true)))).code).toBe('BUSY')
    expect((await registry.dispatch('shop/list', {})).status).toBe('output')
    await held.endOne()
    await first
  })

  it('has no limit for a tool that is given none', async () => {
    const held = holding()
    const registry = limited(held.definition, { limit: () => undefined })
    const calls = Array.from({ length: 20 }, () => order(registry))
    await settled()
    expect(held.running).toBe(20)
    for (let left = 20; left > 0; left -= 1) await held.endOne()
    await Promise.all(calls)
  })

  it.each([
    [{}, 'the option "limit" is missing.'],
    [{ limit: 0 }, 'the option "limit" has a wrong value.'],
    [{ limit: 1.5 }, 'the option "limit" has a wrong value.'],
    [{ limit: 1, waitMs: -1 }, 'the option "waitMs" has a wrong value.'],
    [{ limit: 1, clock: {} }, 'the option "clock" has a wrong value.'],
  ])('refuses %j', (options, message) => {
    const construct = (): unknown => new ConcurrencyLayer(options as ConcurrencyLayerOptions)
    expect(problemsOf(construct)).toMatchObject([{ subject: 'ConcurrencyLayer', message }])
  })
})
