import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { deferred } from '../../registry/tools.js'
import { suspend } from '../../../src/tools/suspension.js'
import type { ToolEvent } from '../../../src/tools/tool-event.js'

type Body = DefineToolOptions<{ id: string; amount?: number }>

/** A registry with one tool, `bank/pay`, keyed by `id`, over a journal. */
function bank(
  options: Partial<Body> & Pick<Body, 'call'>,
  { journal = memoryJournal(), waitMs }: { journal?: Journal; waitMs?: number } = {},
) {
  const pay = defineTool<{ id: string; amount?: number }>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, amount: { type: 'integer', default: 1 } },
      required: ['id'],
    },
    ...options,
  })
  const events: ToolEvent[] = []
  const registry = ToolRegistry.empty()
    .register(pay)
    .layer(new IdempotencyLayer(journal, { waitMs }))
    .observe((event) => events.push(event))
  return { registry, journal, events }
}

describe('IdempotencyLayer', () => {
  it('[EFF-02] runs the body of a key once, and answers the same call from the journal', async () => {
    let count = 0
    const { registry } = bank({ call: () => (count += 1) })
    const first = await registry.dispatch('bank/pay', { id: 'a' }, { callId: 'c1' })
    expect(first).toEqual({ status: 'output', value: 1 })
    // EFF-06: a default that is spelled out makes no other call.
    const again = await registry.dispatch('bank/pay', { amount: 1, id: 'a' })
    expect(again).toEqual({ status: 'output', value: 1, deduplicatedFrom: 'c1' })
    await expect(registry.dispatch('bank/pay', { id: 'a', amount: 2 })).rejects.toMatchObject({
      code: 'KEY_REUSED',
      disposition: 'did-not-happen',
    })
    expect(await registry.dispatch('bank/pay', { id: 'b' })).toEqual({ status: 'output', value: 2 })
  })

  it('frees the key of what did not happen, and holds that of what nobody knows', async () => {
    const failures = [
      new ToolFailure('Closed.', { disposition: 'did-not-happen' }),
      new Error('connection lost'),
    ]
    const { registry } = bank({
      call: () => {
        const failure = failures.shift()
        if (failure !== undefined) throw failure
        return 'paid'
      },
    })
    const pay = () => registry.dispatch('bank/pay', { id: 'a' })
    await expect(pay()).rejects.toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'did-not-happen',
    })
    await expect(pay()).rejects.toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
    await expect(pay()).rejects.toMatchObject({ code: 'IN_DOUBT', disposition: 'in-doubt' })
    expect(failures).toEqual([])
  })

  it('[EFF-03] lets the second of two equal calls of a batch wait for the first', async () => {
    let count = 0
    const { registry } = bank({
      async call() {
        await new Promise((resolve) => setTimeout(resolve, 20))
        return (count += 1)
      },
    })
    const call = { tool: 'bank/pay', input: { id: 'a' } }
    const results = await registry.dispatchAll([call, call])
    expect(results).toMatchObject([
      { status: 'fulfilled', value: { value: 1 } },
      { status: 'fulfilled', value: { value: 1, deduplicatedFrom: expect.any(String) as string } },
    ])
    const both = await Promise.allSettled(
      [1, 2].map(() => registry.dispatch('bank/pay', { id: 'b' })),
    )
    expect(both).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { code: 'IN_FLIGHT', retryAfterMs: 1000 } },
    ])
    expect(count).toBe(2)
  })

  it.each([
    ['waits for it as long as it was told to', 5000, { status: 'fulfilled' }],
    ['says that it is in flight once it has waited so long', 60, { status: 'rejected' }],
  ] as const)('[EFF-03] beside a call of its key %s', async (_what, waitMs, second) => {
    const body = deferred<string>()
    const { registry } = bank({ call: () => body.promise }, { waitMs })
    const pay = () => registry.dispatch('bank/pay', { id: 'a' })
    const both = Promise.allSettled([pay(), pay()])
    const startedAtMs = performance.now()
    setTimeout(() => body.resolve('paid'), 250)
    const [first, other] = await both
    expect(first).toMatchObject({ status: 'fulfilled', value: { value: 'paid' } })
    expect(other).toMatchObject(second)
    expect(performance.now() - startedAtMs).toBeGreaterThanOrEqual(240)
  })

  it('[EFF-07] parks a body that asks, and goes on with the answer by resume alone', async () => {
    let calls = 0
    const { registry, journal } = bank({
      call() {
        calls += 1
        return suspend({ reason: 'How much?', inputSchema: { type: 'integer' } })
      },
      resume: ({ id }, input, context) => ({ id, input, key: context.idempotencyKey }),
    })
    const outcome = await registry.dispatch('bank/pay', { id: 'a' }, { tenantId: 'acme' })
    if (outcome.status !== 'suspended') throw new Error('not suspended')
    const { id = '' } = outcome.suspension
    expect(await journal.pending({ tenantId: 'acme' })).toMatchObject([{ suspensionId: id }])
    expect(await journal.pending({ tenantId: 'other' })).toEqual([])
    await expect(registry.resume(id, 0, { tenantId: 'other' })).rejects.toMatchObject({
      code: 'UNKNOWN_SUSPENSION',
    })
    await expect(registry.resume(id, 'x', { tenantId: 'acme' })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
    })
    const done = await registry.resume(id, 0, { tenantId: 'acme' })
    expect(done).toMatchObject({ status: 'output', value: { id: 'a', input: 0 } })
    await expect(registry.resume(id, 0, { tenantId: 'acme' })).rejects.toMatchObject({
      code: 'ALREADY_ANSWERED',
    })
    expect(calls).toBe(1)
  })
})
