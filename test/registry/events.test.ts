import { describe, expect, it } from 'vitest'
import { ToolError } from '../../src/errors/tool-error.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { suspend } from '../../src/tools/suspension.js'
import { layer, observed, passing, registryOf, rejection, tool } from './tools.js'

const throwing = tool({
  name: 'throws',
  call: () => {
    throw new Error('x')
  },
})

const parking = layer('journal', async (call, next) => {
  const outcome = await next(call)
  if (outcome.status === 'output') return outcome
  return { status: 'suspended', suspension: { ...outcome.suspension, id: 's-1' } }
})

const suspending = tool({
  name: 'suspends',
  call: () => suspend({ reason: 'ask', inputSchema: {} }),
})

type Case = readonly [string, string, (registry: ToolRegistry) => Promise<unknown>]

const calls: readonly Case[] = [
  ['an output', 'output', (r) => r.dispatch('shop/order', {})],
  ['a suspension', 'suspended', (r) => r.dispatch('shop/suspends', {})],
  ['a failure', 'failed', (r) => r.dispatch('shop/throws', {})],
  ['refused arguments', 'failed', (r) => r.dispatch('shop/order', { no: 1 })],
  ['an unknown tool', 'failed', (r) => r.dispatch('shop/none', {})],
  ['a refused context', 'failed', (r) => r.dispatch('shop/order', {}, { tenantId: '' })],
  [
    'a cancelled call',
    'failed',
    (r) => r.dispatch('shop/order', {}, { signal: AbortSignal.abort() }),
  ],
]

describe('ToolRegistry.observe', () => {
  it.each(calls)('reports %s exactly once [DIS-08]', async (_kind, status, call) => {
    const registry = registryOf(tool(), suspending, throwing).layer(parking).layer(passing('p'))
    const { registry: watched, events } = observed(registry)
    await call(watched).catch(() => undefined)
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ type: 'terminal', status, repaired: [], habits: [] })
    expect(Object.isFrozen(events[0])).toBe(true)
  })

  it('reports the tool, the call, the tenant and the duration [DIS-08]', async () => {
    const { registry, events } = observed(registryOf(tool()))
    await registry.dispatch('shop__order', {}, { callId: 'c-9', tenantId: 'acme' })
    const durationMs = expect.closeTo(0, -3)
    const facts = { tool: 'shop/order', callId: 'c-9', tenantId: 'acme', durationMs }
    expect(events).toMatchObject([facts])
  })

  it('reports the code, the reference and the error of a failure [DIS-08]', async () => {
    const { registry, events } = observed(registryOf(throwing))
    const error = await rejection(registry.dispatch('shop/throws', {}))
    const { reference, callId } = error
    expect(events).toMatchObject([{ code: 'TOOL_FAILED', reference, callId, error }])
  })

  it('reports a context that is refused with an id of its own', async () => {
    const { registry, events } = observed(registryOf(tool()))
    const context = { callId: 7, tenantId: 'x' } as unknown as { callId: string }
    const error = await rejection(registry.dispatch('shop/order', {}, context))
    expect(error).toMatchObject({ code: 'REFUSED', cause: { name: 'DefinitionError' } })
    expect(events).toMatchObject([{ code: 'REFUSED', tool: 'shop/order', callId: error.callId }])
  })

  it('reports what was repaired', async () => {
    const inputSchema = { properties: { ids: { type: 'array' } } } as const
    const repairing = tool({ inputSchema, repairJsonStrings: true })
    const { registry, events } = observed(registryOf(repairing))
    await registry.dispatch('shop/order', { ids: '[1]' })
    expect(events).toMatchObject([{ status: 'output', repaired: ['ids'] }])
  })

  it('reports nested calls as calls of their own', async () => {
    const outer = tool({ name: 'outer', call: (_args, c) => c.dispatch('shop/order', {}) })
    const { registry, events } = observed(registryOf(tool(), outer))
    await registry.dispatch('shop/outer', {})
    expect(events.map((event) => event.tool)).toEqual(['shop/order', 'shop/outer'])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('sink')
      },
    ],
    ['rejects', () => Promise.reject(new Error('sink'))],
    [
      'returns a thenable that throws',
      () => ({
        get then() {
          throw new Error('sink')
        },
      }),
    ],
  ])('drops what a sink that %s throws, and tells the next sink [DIS-08]', async (_kind, sink) => {
    const { registry, events } = observed(registryOf(tool(), throwing).observe(sink))
    expect((await registry.dispatch('shop/order', {})).status).toBe('output')
    expect((await rejection(registry.dispatch('shop/throws', {}))).code).toBe('TOOL_FAILED')
    expect(events).toHaveLength(2)
  })

  it('gives a new registry; the one it was called on stays silent, narrowed ones report [DIS-08]', async () => {
    const silent = registryOf(tool())
    const { registry, events } = observed(silent)
    await silent.dispatch('shop/order', {})
    expect(events).toHaveLength(0)
    await registry
      .filter(() => true)
      .restrictTo(['shop/order'])
      .dispatch('shop/order', {})
    expect(events).toHaveLength(1)
  })

  it('refuses a sink that is no function', () => {
    expect(() => registryOf().observe({} as never)).toThrow('observe: the sink is not a function.')
  })

  it('is told before the caller', async () => {
    const { registry, events } = observed(registryOf(throwing))
    await registry.dispatch('shop/throws', {}).catch((error: unknown) => {
      expect(ToolError.is(error)).toBe(true)
      expect(events).toHaveLength(1)
    })
    expect.assertions(2)
  })
})
