import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { ScopedToolLayer } from '../../src/layers/scoped-tool-layer.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { suspend } from '../../src/tools/suspension.js'
import { rejection } from '../registry/tools.js'

const args = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
} as const

/** An order that books inside its own transaction, and may fail afterwards. */
function shop({ fails, asks = false }: { readonly fails: boolean; readonly asks?: boolean }) {
  const journal = memoryJournal()
  const question = { reason: 'Which seat?', inputSchema: { type: 'string' } } as const
  const book = defineTool({
    ...{ server: 'shop', name: 'book', description: 'Books.', idempotencyKey: 'id' },
    ...{ inputSchema: args, call: () => (asks ? suspend(question) : 'booked') },
  })
  const order = defineTool<{ id: string }>({
    ...{ server: 'shop', name: 'order', description: 'Orders.', inputSchema: args },
    async call({ id }, context) {
      await context.dispatch('shop/book', { id })
      if (fails) throw new Error('out of paper')
      return 'ordered'
    },
  })
  const scope = { wrap: (_context: unknown, run: () => Promise<unknown>) => run() }
  const registry = ToolRegistry.empty()
    .register(book, order)
    .layer(new ScopedToolLayer(scope))
    .layer(new IdempotencyLayer(journal))
  const stateOf = async (tool: string) =>
    (await journal.list()).filter(({ call }) => call.tool === tool).map(({ state }) => state)
  return { registry, stateOf }
}

describe('the record of a call nested in a transaction', () => {
  it('is settled when the transaction round it was committed', async () => {
    const { registry, stateOf } = shop({ fails: false })
    await registry.dispatch('shop/order', { id: 'a' })
    expect(await stateOf('shop/book')).toEqual(['settled'])
  })

  it('is in doubt when the transaction round it was rolled back', async () => {
    const { registry, stateOf } = shop({ fails: true })
    await expect(registry.dispatch('shop/order', { id: 'a' })).rejects.toMatchObject({
      code: 'TOOL_FAILED',
    })
    expect(await stateOf('shop/book')).toEqual(['in-doubt'])
    await expect(registry.dispatch('shop/book', { id: 'a' })).rejects.toMatchObject({
      code: 'IN_DOUBT',
    })
  })

  it('asks no question that may be rolled back, and says why', async () => {
    const { registry, stateOf } = shop({ fails: false, asks: true })
    const { cause } = await rejection(registry.dispatch('shop/order', { id: 'a' }))
    expect(cause).toMatchObject({ code: 'UNSUSPENDABLE', disposition: 'in-doubt' })
    expect((cause as Error).message).toMatch(/inside the transaction of a call round it/)
    expect(await stateOf('shop/book')).toEqual(['in-doubt'])
    // Outside of one it waits, although its own scope is a transaction, too.
    expect(await registry.dispatch('shop/book', { id: 'b' })).toMatchObject({ status: 'suspended' })
  })
})
