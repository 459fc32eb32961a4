import { describe, expect, it } from 'vitest'

import { ToolFailure, type ToolFailureOptions } from '../../src/errors/tool-failure.js'
import { RetryLayer, type RetryLayerOptions } from '../../src/layers/retry-layer.js'
import type { Effect } from '../../src/tools/effect.js'
import type { ToolContextInit } from '../../src/tools/tool-context.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, observed, registryOf, rejection, settled, tool } from '../registry/tools.js'
import { FakeClock, hastyClock } from './fake-clock.js'

interface Trial {
  readonly effect?: Effect
  readonly fail: (run: number) => unknown
  readonly options?: RetryLayerOptions
  readonly context?: ToolContextInit
}

/** Dispatches a tool that fails as told, on a clock where nothing takes time. */
async function attempt({ effect = 'read', fail, options, context }: Trial) {
  let runs = 0
  const call = (): unknown => {
    runs += 1
    return fail(runs)
  }
  const clock = hastyClock()
  const retry = new RetryLayer({ clock, random: () => 1, ...options })
  const registry = registryOf(tool({ effect, mutates: effect !== 'read', call })).layer(retry)
  const outcome: unknown = await registry
    .dispatch('shop/order', {}, context)
    .catch((e: unknown) => e)
  return { runs, outcome, sleptMs: clock.sleptMs }
}

function declare(options: ToolFailureOptions): () => never {
  return () => {
    throw new ToolFailure('declared', options)
  }
}

function breakDown(): never {
  throw new Error('unforeseen')
}

const didNotHappen = { disposition: 'did-not-happen' } as const

const failures: readonly (readonly [Effect, string, number, () => unknown])[] = [
  ['read', 'an unforeseen error', 3, breakDown],
  ['idempotent', 'an unforeseen error', 3, breakDown],
  ['write', 'an unforeseen error', 1, breakDown],
  ['read', 'a declared failure', 1, declare({})],
  ['read', 'a failure that is retryable', 3, declare({ retryable: true })],
  ['idempotent', 'a failure that is retryable', 3, declare({ retryable: true })],
  ['write', 'one that is retryable and in doubt', 1, declare({ retryable: true })],
  ['write', 'one that landed', 1, declare({ retryable: true, disposition: 'landed' })],
  [
    'write',
    'one that is retryable and did not happen',
    3,
    declare({ retryable: true, ...didNotHappen }),
  ],
  ['write', 'one that only did not happen', 1, declare(didNotHappen)],
  ['read', 'an output that is no JSON', 1, () => 1n],
]

describe('RetryLayer', () => {
  it.each(failures)(
    'tries a tool of effect %s on %s %d times [REG-10]',
    async (effect, _what, runs, fail) => {
      expect((await attempt({ effect, fail })).runs).toBe(runs)
    },
  )

  it('does not try a write again once an attempt is in doubt [DIS-08a, DIS-08c]', async () => {
    const fail = (run: number): never =>
      declare({ retryable: true, disposition: run === 1 ? 'did-not-happen' : 'in-doubt' })()
    const { runs, outcome } = await attempt({ effect: 'write', fail, options: { attempts: 9 } })
    expect([runs, outcome]).toMatchObject([2, { disposition: 'in-doubt' }])
  })

  it('gives the outcome of the attempt that succeeds', async () => {
    const fail = (run: number): unknown => (run < 3 ? breakDown() : run)
    expect(await attempt({ fail })).toMatchObject({ runs: 3, outcome: { value: 3 } })
  })

  it('waits twice as long each time, up to the longest', async () => {
    const options = { attempts: 6, baseDelayMs: 100, maxDelayMs: 500 }
    const { sleptMs } = await attempt({ fail: breakDown, options })
    expect(sleptMs).toEqual([100, 200, 400, 500, 500])
  })

  it('waits 100 ms first and 5000 ms at most, unless told otherwise', async () => {
    const { sleptMs } = await attempt({ fail: breakDown, options: { attempts: 9 } })
    expect(sleptMs).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000])
  })

  it.each([
    ['no time at all', 0, 0],
    ['a millisecond', 1, 500],
    ['as long as can be', Number.MAX_VALUE, 500],
  ])(
    'waits for a number of ms after however many attempts: from %s on',
    async (_what, baseDelayMs, longestMs) => {
      const options = { attempts: 1_100, baseDelayMs, maxDelayMs: 500 }
      const { sleptMs } = await attempt({ fail: breakDown, options })
      expect([sleptMs.length, sleptMs.every(Number.isFinite)]).toEqual([1_099, true])
      expect(sleptMs.at(-1)).toBe(longestMs)
    },
  )

  it.each([Number.NaN, -1, 2, Infinity])(
    'takes %s that was drawn for the longest wait',
    async (drawn) => {
      const options = { attempts: 2, random: () => drawn }
      expect((await attempt({ fail: breakDown, options })).sleptMs).toEqual([100])
    },
  )

  it('draws each wait at random from nothing up', async () => {
    const drawn = [0, 0.5]
    const options = { random: () => drawn.shift() ?? 1 }
    expect((await attempt({ fail: breakDown, options })).sleptMs).toEqual([0, 100])
  })

  it('waits at least as long as the failure asks for', async () => {
    const fail = declare({ retryable: true, retryAfterMs: 60_000 })
    const options = { attempts: 2, random: () => 0 }
    expect((await attempt({ fail, options })).sleptMs).toEqual([60_000])
  })

  it('lets the last failure stand where the wait would go past the deadline', async () => {
    const clock = new FakeClock()
    await clock.pass(Date.now())
    const deadline = new Date(Date.now() + 60_000)
    const fail = declare({ retryable: true, retryAfterMs: 120_000 })
    const { runs, outcome } = await attempt({ fail, options: { clock }, context: { deadline } })
    expect([runs, outcome]).toMatchObject([1, { code: 'TOOL_FAILED', modelText: 'declared' }])
    expect(clock.waiting).toBe(0)
  })

  it('stops when the signal fires while it waits, and leaves no timer', async () => {
    const clock = new FakeClock()
    const caller = new AbortController()
    const trial = attempt({
      fail: breakDown,
      options: { clock },
      context: { signal: caller.signal },
    })
    await clock.pass(0)
    expect(clock.waiting).toBe(1)
    caller.abort()
    expect(await trial).toMatchObject({ runs: 1, outcome: { code: 'CANCELLED' } })
    expect(clock.waiting).toBe(0)
  })

  it('hands the same context to every attempt, so that all have one key', async () => {
    const seen = new Set<unknown>()
    const looking = layer('looks', (call, next) => (seen.add(call.context), next(call)))
    const retry = new RetryLayer({ clock: hastyClock() })
    const registry = registryOf(tool({ mutates: false, call: breakDown }))
      .layer(looking)
      .layer(retry)
    await rejection(registry.dispatch('shop/order', {}))
    expect(seen.size).toBe(1)
  })

  it('has nothing late to tell of a call that is cancelled before another attempt has started', async () => {
    const [clock, caller] = [hastyClock(), new AbortController()]
    const queueing = layer('queues', async (call, next) => {
      if (runs > 0)
        await new Promise((resolve) => call.context.signal.addEventListener('abort', resolve))
      return next(call)
    })
    let runs = 0
    const reading = tool({ mutates: false, call: () => ((runs += 1), breakDown()) })
    const { registry, events } = observed(
      registryOf(reading).layer(queueing).layer(new RetryLayer({ clock })),
    )
    const failed = rejection(registry.dispatch('shop/order', {}, { signal: caller.signal }))
    await settled()
    caller.abort()
    await failed
    await settled()
    expect(events).toMatchObject([{ type: 'terminal', code: 'CANCELLED' }])
  })

  it('makes one terminal event of all attempts', async () => {
    const retry = new RetryLayer({ clock: hastyClock() })
    const { registry, events } = observed(
      registryOf(tool({ mutates: false, call: breakDown })).layer(retry),
    )
    await rejection(registry.dispatch('shop/order', {}))
    expect(events).toMatchObject([{ type: 'terminal', code: 'TOOL_FAILED' }])
  })

  it.each([
    ['attempts', 0],
    ['attempts', 1.5],
    ['baseDelayMs', -1],
    ['maxDelayMs', Number.NaN],
    ['clock', { now: () => 0 }],
    ['random', 0.5],
    ['name', ''],
  ])('refuses %s of %s', (option, value) => {
    const construct = (): unknown => new RetryLayer({ [option]: value })
    expect(problemsOf(construct)).toMatchObject([
      { subject: 'RetryLayer', message: `the option "${option}" has a wrong value.` },
    ])
  })
})
