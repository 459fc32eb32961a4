import { describe, expect, it } from 'vitest'

import { ConcurrencyLayer } from '../../src/layers/concurrency-layer.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer, type ToolScope } from '../../src/layers/scoped-tool-layer.js'
import { TimeoutLayer, type TimeoutLayerOptions } from '../../src/layers/timeout-layer.js'
import type { ToolContext } from '../../src/tools/tool-context.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { problemsOf } from '../container/problems-of.js'
import { deferred, observed, registryOf, rejection, settled, tool } from '../registry/tools.js'
import { FakeClock, hastyClock } from './fake-clock.js'

/** A tool that waits to be told what it comes to, and the contexts its bodies got. */
function slow(options: Parameters<typeof tool>[0] = {}) {
  const body = deferred<string>()
  const contexts: ToolContext[] = []
  const call = (_args: unknown, context: ToolContext) => (contexts.push(context), body.promise)
  return { body, contexts, definition: tool({ call, ...options }) }
}

type Body = ReturnType<typeof deferred<string>>

/** Two attempts of 100 ms each, with 100 ms between them. */
function retried(definition: ToolDefinition, clock: FakeClock): ToolRegistry {
  return timed(definition, clock).layer(new RetryLayer({ attempts: 2, random: () => 1, clock }))
}

function timed(
  definition: ToolDefinition,
  clock: FakeClock,
  timeoutMs: TimeoutLayerOptions['timeoutMs'] = 100,
): ToolRegistry {
  return registryOf(definition).layer(new TimeoutLayer({ timeoutMs, clock }))
}

describe('TimeoutLayer', () => {
  it.each([
    ['a write', {}, 'in-doubt', false],
    ['an idempotent tool', { effect: 'idempotent' }, 'in-doubt', true],
    ['a read', { mutates: false }, 'did-not-happen', true],
  ] as const)(
    'ends %s that takes too long as TIMED_OUT, %s [REG-10, DIS-08a]',
    async (_what, facts, disposition, retryable) => {
      const clock = new FakeClock()
      const { body, definition } = slow(facts)
      const failed = rejection(timed(definition, clock).dispatch('shop/order', {}))
      await clock.pass(100)
      expect(await failed).toMatchObject({ code: 'TIMED_OUT', disposition, retryable })
      body.resolve('late')
    },
  )

  it('fires the signal of the attempt with a TimeoutError, and not that of the call', async () => {
    const clock = new FakeClock()
    const caller = new AbortController()
    const { body, contexts, definition } = slow()
    const failed = rejection(
      timed(definition, clock).dispatch('shop/order', {}, { signal: caller.signal }),
    )
    await settled()
    const signal = contexts[0]?.signal
    await clock.pass(100)
    await failed
    expect(signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } })
    expect(caller.signal.aborted).toBe(false)
    body.resolve('late')
  })

  it('leaves a call alone that is in time, and no timer behind', async () => {
    const clock = new FakeClock()
    const { body, contexts, definition } = slow()
    const done = timed(definition, clock).dispatch('shop/order', {})
    await clock.pass(99)
    body.resolve('in time')
    expect(await done).toMatchObject({ value: 'in time' })
    expect([clock.waiting, contexts[0]?.signal.aborted]).toEqual([0, false])
  })

  it('leaves no timer behind when the body fails, and passes its failure on', async () => {
    const clock = new FakeClock()
    const { body, definition } = slow()
    const failed = rejection(timed(definition, clock).dispatch('shop/order', {}))
    await settled()
    body.reject(new Error('x'))
    expect((await failed).code).toBe('TOOL_FAILED')
    expect(clock.waiting).toBe(0)
  })

  it('reports what a body still comes to as a late event', async () => {
    const clock = new FakeClock()
    const { body, definition } = slow()
    const { registry, events } = observed(timed(definition, clock))
    const failed = rejection(registry.dispatch('shop/order', {}))
    await clock.pass(100)
    await failed
    body.resolve('late')
    await settled()
    expect(events).toMatchObject([
      { type: 'terminal', code: 'TIMED_OUT' },
      { type: 'late', status: 'output' },
    ])
  })

  it.each([
    ['an output', 'output', (body: Body) => body.resolve('late')],
    ['a failure', 'failed', (body: Body) => body.reject(new Error('late'))],
  ])(
    'reports %s of an attempt that was given up while its call lives',
    async (_what, status, end) => {
      const [clock, first] = [new FakeClock(), deferred<string>()]
      let runs = 0
      const call = (): unknown => ((runs += 1) === 1 ? first.promise : 'second')
      const { registry, events } = observed(retried(tool({ effect: 'idempotent', call }), clock))
      const done = registry.dispatch('shop/order', {}, { callId: 'c-1' })
      await clock.pass(100)
      end(first)
      await clock.pass(100)
      expect(await done).toMatchObject({ value: 'second' })
      expect(events).toMatchObject([
        { type: 'late', status, callId: 'c-1', tool: 'shop/order' },
        { type: 'terminal', status: 'output', callId: 'c-1' },
      ])
    },
  )

  it('reports a body that ends because its attempt was given up', async () => {
    const clock = new FakeClock()
    const listening = (_args: unknown, { signal }: ToolContext): Promise<unknown> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true })
      })
    const { registry, events } = observed(timed(tool({ call: listening }), clock))
    const failed = rejection(registry.dispatch('shop/order', {}))
    await clock.pass(100)
    await failed
    expect(events).toMatchObject([
      { type: 'late', status: 'failed', error: { cause: { message: 'stopped' } } },
      { type: 'terminal', code: 'TIMED_OUT' },
    ])
  })

  it('reports a body that was in time where its COMMIT was not, as what that came to', async () => {
    const [clock, commit] = [new FakeClock(), deferred<undefined>()]
    const wrap: ToolScope['wrap'] = (_context, run) => run().then(() => commit.promise)
    const scope = new ScopedToolLayer({ wrap })
    const scoped = registryOf(tool())
      .layer(scope)
      .layer(new TimeoutLayer({ timeoutMs: 100, clock }))
    const { registry, events } = observed(scoped)
    const failed = rejection(registry.dispatch('shop/order', {}))
    await clock.pass(100)
    expect(await failed).toMatchObject({ code: 'TIMED_OUT', disposition: 'in-doubt' })
    commit.reject(new Error('COMMIT failed'))
    await settled()
    expect(events).toMatchObject([
      { type: 'terminal', code: 'TIMED_OUT' },
      { type: 'late', status: 'failed', error: { code: 'TOOL_FAILED', disposition: 'in-doubt' } },
    ])
  })

  it('reports nothing late of an attempt whose body was never started', async () => {
    const clock = new FakeClock()
    const waiting = new ConcurrencyLayer({ limit: 1, waitMs: 1_000, clock })
    const { body, definition } = slow()
    const direct = registryOf(definition).layer(waiting)
    const { registry, events } = observed(direct.layer(new TimeoutLayer({ timeoutMs: 100, clock })))
    const first = direct.dispatch('shop/order', {})
    const failed = rejection(registry.dispatch('shop/order', {}))
    await clock.pass(100)
    await failed
    body.resolve('done')
    await first
    await settled()
    expect(events).toMatchObject([{ type: 'terminal', code: 'TIMED_OUT' }])
  })

  it('gives each tool its own limit, and none where it has none', async () => {
    const clock = new FakeClock()
    const [quick, endless] = [slow({ name: 'quick' }), slow({ name: 'endless' })]
    const timeoutMs = ({ id }: ToolDefinition) => (id.name === 'quick' ? 10 : undefined)
    const registry = timed(quick.definition, clock, timeoutMs).register(endless.definition)
    const failed = rejection(registry.dispatch('shop/quick', {}))
    const done = registry.dispatch('shop/endless', {})
    await clock.pass(1_000_000)
    expect((await failed).code).toBe('TIMED_OUT')
    endless.body.resolve('done')
    expect(await done).toMatchObject({ value: 'done' })
    quick.body.resolve('late')
  })

  it('counts anew for each attempt', async () => {
    let runs = 0
    const never = new Promise(() => undefined)
    const reading = tool({ mutates: false, call: () => ((runs += 1) < 3 ? never : 'third') })
    const registry = registryOf(reading)
      .layer(new TimeoutLayer({ timeoutMs: 1 }))
      .layer(new RetryLayer({ clock: hastyClock() }))
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'third' })
  })

  it.each([0, -1, Number.NaN, Infinity, '5'])(
    'fails a call whose tool is given %s',
    async (limit) => {
      const registry = timed(tool(), new FakeClock(), () => limit as number)
      const error = await rejection(registry.dispatch('shop/order', {}))
      expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
      expect(error.message).toContain('`timeoutMs` gave no limit for it')
    },
  )

  it.each([
    [{}, 'the option "timeoutMs" is missing.'],
    [{ timeoutMs: 0 }, 'the option "timeoutMs" has a wrong value.'],
    [{ timeoutMs: Infinity }, 'the option "timeoutMs" has a wrong value.'],
    [{ timeoutMs: 1, clock: {} }, 'the option "clock" has a wrong value.'],
  ])('refuses %j', (options, message) => {
    const construct = (): unknown => new TimeoutLayer(options as TimeoutLayerOptions)
    expect(problemsOf(construct)).toMatchObject([{ subject: 'TimeoutLayer', message }])
  })
})
