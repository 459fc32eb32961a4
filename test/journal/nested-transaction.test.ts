import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../src/journal/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/memory-journal.js'
import { ScopedToolLayer } from '../../src/layers/scoped-tool-layer.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'

const args = {
  type: 'object',
  properties: { id: { type: 'string' } },
  required: ['id'],
} as const

/** An order that books inside its own transaction, and may fail afterwards. */
function shop({ fails }: { readonly fails: boolean }) {
  const journal = memoryJournal()
  const book = defineTool({
    ...{ server: 'shop', name: 'book', description: 'Books.', idempotencyKey: 'id' },
    ...{ inputSchema: args, call: () => 'booked' },
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
})
