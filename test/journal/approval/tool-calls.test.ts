import { describe, expect, it } from 'vitest'

import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import { ToolContext } from '../../../src/tools/tool-context.js'
import { deferred, rejection, tool } from '../../registry/tools.js'
import { bank, idOf } from './bank.js'

const payment = { id: 'a', amount: 10 }

/** What a tool comes to that does something from inside its call. */
async function insideACall(work: () => unknown, registry = ToolRegistry.empty()) {
  const outcome = await registry.register(tool({ call: work })).dispatch('shop/order', {})
  return outcome.status === 'output' ? outcome.value : undefined
}

describe('a question', () => {
  it.each(['approve', 'deny'] as const)('[EFF-08] takes no %s from a tool call', async (verb) => {
    const { registry, journal, paid } = bank({ approver: parkForApproval })
    const suspensionId = idOf(await registry.dispatch('bank/pay', payment))
    const said = { suspensionId, tenantId: 'default', by: 'ann' }
    expect(await insideACall(() => journal[verb](said))).toMatchObject({
      ...{ status: 'refused', why: 'inside-a-call' },
    })
    expect(await journal.pending(said)).toHaveLength(1)
    expect(paid).toEqual([])
    expect(await journal[verb](said)).toMatchObject({ status: 'recorded' })
  })

  it('[EFF-08] takes none from what a tool call leaves running', async () => {
    const { registry, journal } = bank({ approver: parkForApproval })
    const suspensionId = idOf(await registry.dispatch('bank/pay', payment))
    const later = deferred<unknown>()
    await insideACall(() => {
      const said = { suspensionId, tenantId: 'default', by: 'ann' }
      setTimeout(() => void journal.approve(said).then(later.resolve, later.reject), 5)
    })
    expect(await later.promise).toMatchObject({ why: 'inside-a-call' })
  })

  it('[EFF-07] of a body takes no answer from a tool call', async () => {
    const journal = memoryJournal()
    const { registry, id } = await asking(journal)
    const said = { suspensionId: id, tenantId: 'default', value: 1 }
    expect(await insideACall(() => journal.answer(said))).toMatchObject({ why: 'inside-a-call' })
    const refused = await insideACall(async () => (await rejection(registry.resume(id, 1))).code)
    expect(refused).toBe('REFUSED')
    expect(await registry.resume(id, 1)).toMatchObject({ value: 1 })
  })

  it('[EFF-08] is decided by an approver, who acts for the host and not for the call', async () => {
    let seen: unknown
    const { registry, journal } = bank({
      approver: async ({ suspensionId = '' }) => {
        try {
          seen = ToolContext.current()
        } catch (error) {
          seen = error
        }
        await journal.approve({ suspensionId, tenantId: 'default', by: 'ann' })
        return { decision: 'park' }
      },
    })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    expect(seen).toBeInstanceOf(Error)
    expect(await registry.resume(id)).toMatchObject({ value: 1 })
  })

  it('[EFF-08] about a call nested in another is decided by the approver, too', async () => {
    const { registry, paid } = bank()
    const outer = tool({ call: (_args, context) => context.dispatch('bank/pay', payment) })
    expect(await registry.register(outer).dispatch('shop/order', {})).toMatchObject({
      value: { status: 'output' },
    })
    expect(paid).toEqual([payment])
  })
})

async function asking(journal: Journal) {
  const question = suspend({ reason: 'How many?', inputSchema: { type: 'integer' } })
  const registry = ToolRegistry.empty()
    .register(tool({ name: 'ask', call: () => question }))
    .layer(new IdempotencyLayer(journal))
  return { registry, id: idOf(await registry.dispatch('shop/ask', {})) }
}
