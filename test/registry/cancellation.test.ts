import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ToolContext } from '../../src/tools/tool-context.js'
import { deferred, layer, observed, registryOf, rejection, settled, tool } from './tools.js'

/** A tool whose body waits, and what it was given. */
function waitingTool(options: { readonly mutates?: boolean } = {}): {
  readonly definition: ReturnType<typeof tool>
  readonly contexts: readonly ToolContext[]
  readonly body: ReturnType<typeof deferred<string>>
} {
  const contexts: ToolContext[] = []
  const body = deferred<string>()
  const call = (_args: object, context: ToolContext): Promise<string> => {
    contexts.push(context)
    return body.promise
  }
  return { definition: tool({ ...options, call }), contexts, body }
}

describe('cancellation by a signal', () => {
  it('before the start is CANCELLED, did-not-happen, and the body does not run [DIS-05]', async () => {
    const { definition, contexts } = waitingTool()
    const signal = AbortSignal.abort()
    const error = await rejection(registryOf(definition).dispatch('shop/order', {}, { signal }))
    expect(error).toMatchObject({ code: 'CANCELLED', disposition: 'did-not-happen' })
    expect(contexts).toEqual([])
  })

  it.each([
    ['in-doubt for a tool that mutates', true, 'in-doubt'],
    ['did-not-happen for a read', false, 'did-not-happen'],
  ])(
    'after the start lets the caller go at once, %s [DIS-05]',
    async (_kind, mutates, expected) => {
      const { definition, contexts } = waitingTool({ mutates })
      const controller = new AbortController()
      const { signal } = controller
      const dispatched = registryOf(definition).dispatch('shop/order', {}, { signal })
      await settled()
      expect(contexts[0]?.signal.aborted).toBe(false)
      controller.abort('enough')
      expect(await rejection(dispatched)).toMatchObject({
        code: 'CANCELLED',
        disposition: expected,
      })
      expect(contexts[0]?.signal).toMatchObject({ aborted: true, reason: 'enough' })
    },
  )

  it('shows a fired signal to a body that looks for it only later', async () => {
    const { definition, contexts } = waitingTool()
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registryOf(definition).dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    await rejection(dispatched)
    expect(contexts[0]?.signal.aborted).toBe(true)
  })

  it('during the preparation is did-not-happen, and the body never runs [DIS-05]', async () => {
    const { definition, contexts } = waitingTool()
    const making = deferred<undefined>()
    const slow = {
      ...definition,
      prepare: async (...args: Parameters<typeof definition.prepare>) => {
        await making.promise
        return definition.prepare(...args)
      },
    }
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registryOf(slow).dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    expect(await rejection(dispatched)).toMatchObject({ disposition: 'did-not-happen' })
    making.resolve(undefined)
    await settled()
    expect(contexts).toEqual([])
  })

  it('while a layer waits keeps the body from ever starting', async () => {
    const { definition, contexts } = waitingTool()
    const approval = deferred<undefined>()
    const waiting = layer('approval', async (call, next) => {
      await approval.promise
      return next(call)
    })
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registryOf(definition).layer(waiting).dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    expect(await rejection(dispatched)).toMatchObject({ disposition: 'did-not-happen' })
    approval.resolve(undefined)
    await settled()
    expect(contexts).toEqual([])
  })

  it('after the body returned is landed', async () => {
    const held = deferred<undefined>()
    const slowOut = layer('slow out', async (call, next) => {
      const outcome = await next(call)
      await held.promise
      return outcome
    })
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registryOf(tool()).layer(slowOut).dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    expect(await rejection(dispatched)).toMatchObject({ code: 'CANCELLED', disposition: 'landed' })
    held.resolve(undefined)
  })

  it('of an outer call cancels the inner one, and not the reverse', async () => {
    const { definition, contexts } = waitingTool()
    const outer = tool({
      name: 'outer',
      call: (_args, context) => context.dispatch('shop/order', {}),
    })
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registryOf(definition, outer).dispatch('shop/outer', {}, { signal })
    await settled()
    controller.abort('stop')
    await rejection(dispatched)
    expect(contexts[0]?.signal).toMatchObject({ aborted: true, reason: 'stop' })
  })

  it('leaves no listener behind, however the call ends', async () => {
    const { definition } = waitingTool()
    const controller = new AbortController()
    const { signal } = controller
    const listeners = (): number => getEventListeners(signal, 'abort').length
    const registry = registryOf(tool({ name: 'quick' }), definition)
    await registry.dispatch('shop/quick', {}, { signal })
    expect(listeners()).toBe(0)
    const dispatched = registry.dispatch('shop/order', {}, { signal })
    expect(listeners()).toBe(1)
    controller.abort()
    await rejection(dispatched)
    expect(listeners()).toBe(0)
  })

  it('is reported once, and the body that went on is reported as late [DIS-08]', async () => {
    const { definition, body } = waitingTool()
    const { registry, events } = observed(registryOf(definition))
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registry.dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    const { callId } = await rejection(dispatched)
    body.resolve('done after all')
    await settled()
    expect(events).toMatchObject([
      { type: 'terminal', status: 'failed', code: 'CANCELLED', callId },
      { type: 'late', status: 'output', callId, tool: 'shop/order' },
    ])
  })

  it('reports a body that fails late with its error, and no rejection is left unhandled', async () => {
    const { definition, body } = waitingTool()
    const { registry, events } = observed(registryOf(definition))
    const controller = new AbortController()
    const { signal } = controller
    const dispatched = registry.dispatch('shop/order', {}, { signal })
    await settled()
    controller.abort()
    await rejection(dispatched)
    const cause = new Error('late')
    body.reject(cause)
    await settled()
    expect(events[1]).toMatchObject({ type: 'late', status: 'failed', error: { cause } })
  })
})

describe('a deadline', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function inMs(delayMs: number): Date {
    return new Date(Date.now() + delayMs)
  }

  it('in the past is TIMED_OUT, did-not-happen, and the body does not run [DIS-05]', async () => {
    const { definition, contexts } = waitingTool()
    const context = { deadline: inMs(0) }
    const error = await rejection(registryOf(definition).dispatch('shop/order', {}, context))
    expect(error).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    expect(contexts).toEqual([])
  })

  it('that passes lets the caller go, fires the signal and leaves no timer [DIS-05]', async () => {
    const { definition, contexts } = waitingTool()
    const context = { deadline: inMs(1000) }
    const dispatched = rejection(registryOf(definition).dispatch('shop/order', {}, context))
    await vi.advanceTimersByTimeAsync(999)
    expect(contexts[0]?.signal.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await dispatched).toMatchObject({ code: 'TIMED_OUT', disposition: 'in-doubt' })
    expect(contexts[0]?.signal).toMatchObject({ aborted: true, reason: { name: 'TimeoutError' } })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('beyond what one timer can hold is kept', async () => {
    const { definition } = waitingTool()
    const days = 24 * 60 * 60 * 1000
    const context = { deadline: inMs(30 * days) }
    const dispatched = rejection(registryOf(definition).dispatch('shop/order', {}, context))
    const ended = vi.fn()
    void dispatched.then(ended)
    await vi.advanceTimersByTimeAsync(29 * days)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(days)
    expect(await dispatched).toMatchObject({ code: 'TIMED_OUT' })
  })

  it('leaves no timer behind when the call ends before it', async () => {
    await registryOf(tool()).dispatch('shop/order', {}, { deadline: inMs(1000) })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is inherited by nested calls', async () => {
    const { definition, contexts } = waitingTool()
    const outer = tool({ name: 'outer', call: (_args, c) => c.dispatch('shop/order', {}) })
    const deadline = inMs(1000)
    const dispatched = rejection(
      registryOf(definition, outer).dispatch('shop/outer', {}, { deadline }),
    )
    await vi.advanceTimersByTimeAsync(1000)
    await dispatched
    expect(contexts[0]?.deadline).toEqual(deadline)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a call that nothing can cancel', () => {
  it('makes no signal until its body reads one', async () => {
    let made = 0
    const Original = AbortController
    vi.stubGlobal('AbortController', function () {
      made += 1
      return new Original()
    })
    const reads = tool({ name: 'reads', call: (_args, context) => context.signal.aborted })
    const registry = registryOf(tool(), reads)
    await registry.dispatch('shop/order', {})
    expect(made).toBe(0)
    expect(await registry.dispatch('shop/reads', {})).toMatchObject({ value: false })
    expect(made).toBe(1)
    vi.unstubAllGlobals()
  })
})
