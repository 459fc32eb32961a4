import { getEventListeners } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deferred, registryOf, rejection, settled, tool } from './tools.js'

const calls = Array.from({ length: 50 }, (_, index) => index)

describe('many calls that one signal cancels', () => {
  const warnings: string[] = []
  const warned = (warning: Error): void => void warnings.push(warning.name)
  beforeEach(() => {
    warnings.length = 0
    process.on('warning', warned)
  })
  afterEach(() => {
    process.off('warning', warned)
    vi.restoreAllMocks()
  })

  it('share one listener, which is gone when the last of them ended', async () => {
    const body = deferred<string>()
    const registry = registryOf(tool({ call: () => body.promise }), tool({ name: 'quick' }))
    const { signal } = new AbortController()
    const dispatched = calls.map(() => registry.dispatch('shop/order', {}, { signal }))
    await registry.dispatch('shop/quick', {}, { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(1)
    body.resolve('done')
    await Promise.all(dispatched)
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
    await settled()
    expect(warnings).toEqual([])
  })

  it('are all cancelled by it, and can be watched for again', async () => {
    const registry = registryOf(tool({ call: () => new Promise(() => undefined) }))
    const controller = new AbortController()
    const { signal } = controller
    await registryOf(tool()).dispatch('shop/order', {}, { signal })
    const dispatched = calls.map(() => rejection(registry.dispatch('shop/order', {}, { signal })))
    await settled()
    controller.abort()
    const codes = (await Promise.all(dispatched)).map(({ code }) => code)
    expect(new Set(codes)).toEqual(new Set(['CANCELLED']))
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('may be nested in one call', async () => {
    const signals: AbortSignal[] = []
    const body = deferred<string>()
    const inner = tool({ name: 'inner', call: () => body.promise })
    const outer = tool({
      call: async (_args, context) => {
        signals.push(context.signal)
        await Promise.all(calls.map(() => context.dispatch('shop/inner', {})))
      },
    })
    const { signal } = new AbortController()
    const dispatched = registryOf(outer, inner).dispatch('shop/order', {}, { signal })
    await settled()
    const counts = [signal, ...signals].map((each) => getEventListeners(each, 'abort').length)
    expect(counts).toEqual([1, 1])
    body.resolve('done')
    await dispatched
    const left = [signal, ...signals].map((each) => getEventListeners(each, 'abort').length)
    expect([left, warnings]).toEqual([[0, 0], []])
  })
})
