import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { createContext } from '../../src/tools/tool-context.js'
import { suspend } from '../../src/tools/suspension.js'
import { deferred, layer, registryOf, tool } from './tools.js'

/** Echoes its number, and notes when its body starts and ends. */
function counting(): {
  readonly registry: ReturnType<typeof registryOf>
  readonly notes: string[]
} {
  const notes: string[] = []
  const echo = tool({
    inputSchema: { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] },
    call: async ({ n }: { n: number }) => {
      notes.push(`start ${n.toString()}`)
      for (let tick = n; tick < 9; tick += 1) await Promise.resolve()
      notes.push(`end ${n.toString()}`)
      return n
    },
  })
  return { registry: registryOf(echo), notes }
}

function callsOf(
  ...inputs: readonly unknown[]
): { readonly tool: string; readonly input: unknown }[] {
  return inputs.map((n) => ({ tool: 'shop/order', input: { n } }))
}

describe('ToolRegistry.dispatchAll', () => {
  it('starts in order, runs together and answers by index [DIS-07]', async () => {
    const { registry, notes } = counting()
    const results = await registry.dispatchAll(callsOf(1, 2, 3))
    expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
      { status: 'output', value: 1 },
      { status: 'output', value: 2 },
      { status: 'output', value: 3 },
    ])
    expect(notes).toEqual(['start 1', 'start 2', 'start 3', 'end 3', 'end 2', 'end 1'])
  })

  it('runs no more at once than it is told [DIS-07]', async () => {
    const { registry, notes } = counting()
    await registry.dispatchAll(callsOf(1, 2, 3), { concurrency: 1 })
    expect(notes).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3', 'end 3'])
  })

  it('settles each call for itself: refused, unknown and suspended ones stop no other [DIS-07]', async () => {
    let suspensions = 0
    const ask = tool({
      name: 'ask',
      call: () => {
        suspensions += 1
        return suspend({ reason: 'which one?', inputSchema: { type: 'string' } })
      },
    })
    const parking = layer('parking', async (call, next) => {
      const outcome = await next(call)
      if (outcome.status !== 'suspended') return outcome
      return { ...outcome, suspension: { ...outcome.suspension, id: 's-1' } }
    })
    const { registry } = counting()
    const results = await registry
      .register(ask)
      .layer(parking)
      .dispatchAll([
        ...callsOf('one'),
        { tool: 'shop/none', input: {} },
        { tool: 'shop/ask', input: {} },
        ...callsOf(4),
      ])
    expect(results).toMatchObject([
      { status: 'rejected', reason: { code: 'INVALID_ARGUMENTS' } },
      { status: 'rejected', reason: { code: 'UNKNOWN_TOOL' } },
      { status: 'fulfilled', value: { status: 'suspended' } },
      { status: 'fulfilled', value: { status: 'output', value: 4 } },
    ])
    expect(suspensions).toBe(1)
  })

  it('refuses the second call of a call id and runs the first [DIS-07]', async () => {
    const { registry, notes } = counting()
    const [first, second] = callsOf(7, 8).map((call) => ({ ...call, context: { callId: 'c-1' } }))
    const results = await registry.dispatchAll([first, second].filter((call) => call !== undefined))
    expect(results).toMatchObject([
      { status: 'fulfilled' },
      {
        status: 'rejected',
        reason: { code: 'REFUSED', disposition: 'did-not-happen', callId: 'c-1' },
      },
    ])
    expect(notes).toEqual(['start 7', 'end 7'])
  })

  it('gives calls without an id one of their own each', async () => {
    const seen: string[] = []
    const watch = tool({ call: (_args, { callId }) => seen.push(callId) })
    const call = { tool: 'shop/order', input: {}, context: { tenantId: 'acme' } }
    await registryOf(watch).dispatchAll([call, call])
    expect(new Set(seen).size).toBe(2)
  })

  it('runs every call of a context that was made without a call id, inside a body, too', async () => {
    const context = createContext({ tenantId: 'acme' })
    const { registry } = counting()
    const calls = callsOf(8, 9).map((call) => ({ ...call, context }))
    const outside = await registry.dispatchAll(calls)
    const outer = tool({
      name: 'outer',
      call: async (_args, own) => {
        const inner = callsOf(8, 9).map((call) => ({ ...call, context: own.child() }))
        return (await registry.dispatchAll(inner)).map(({ status }) => status)
      },
    })
    const inside = await registry.register(outer).dispatch('shop/outer', {})
    expect(outside.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    expect(inside).toMatchObject({ value: ['fulfilled', 'fulfilled'] })
  })

  it('carries out the calls it was given, whatever becomes of the list', async () => {
    const calls = callsOf(8)
    const growing = tool({ call: () => calls.push(...callsOf(9)) })
    await expect(registryOf(growing).dispatchAll(calls)).resolves.toHaveLength(1)
  })

  it('is done with nothing to do', async () => {
    await expect(counting().registry.dispatchAll([])).resolves.toEqual([])
  })

  it('lets a slow call hold up only its own lane', async () => {
    const gate = deferred<number>()
    const slow = tool({ name: 'slow', call: () => gate.promise })
    const { registry, notes } = counting()
    const done = registry
      .register(slow)
      .dispatchAll([{ tool: 'shop/slow', input: {} }, ...callsOf(8, 9)], { concurrency: 2 })
    while (notes.length < 4) await new Promise(setImmediate)
    expect(notes).toEqual(['start 8', 'end 8', 'start 9', 'end 9'])
    gate.resolve(1)
    await expect(done).resolves.toHaveLength(3)
  })

  it.each([
    ['calls that are no list', 'shop/order', {}],
    ['a concurrency of 0', [], { concurrency: 0 }],
    ['half a call at once', [], { concurrency: 0.5 }],
    ['a concurrency that is a text', [], { concurrency: '2' }],
    ['an option that is unknown', [], { concurency: 2 }],
    ['options that are no object', [], null],
    ['a call that is null', [null], {}],
    ['a call that is missing', Array.of(...callsOf(1), undefined), {}],
    ['a hole among the calls', new Array(1), {}],
    ['a call without a tool', [{ input: {} }], {}],
  ])('refuses %s before anything runs', async (_what, calls, options) => {
    const { registry } = counting()
    await expect(registry.dispatchAll(calls as never, options as never)).rejects.toThrow(
      DefinitionError,
    )
  })

  it('names every call that names no tool, and runs none of the others', async () => {
    const { registry, notes } = counting()
    const dispatched = registry.dispatchAll([null, ...callsOf(1), { input: {} }] as never)
    await expect(dispatched).rejects.toThrow(/call 0 is no object .*\n.*call 2 is no object/)
    expect(notes).toEqual([])
  })
})
