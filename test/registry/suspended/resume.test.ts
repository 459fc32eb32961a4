import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/memory-journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import { extensionKey } from '../../../src/tools/extension-key.js'
import { suspend } from '../../../src/tools/suspension.js'
import { createContext, type ToolContext } from '../../../src/tools/tool-context.js'
import { idOf } from '../../journal/approval/bank.js'
import { layer, rejection } from '../tools.js'

interface Payment {
  readonly id: string
}

const alice: ToolContextInit = {
  principal: { id: 'alice', kind: 'person' },
  threadId: 'thread-1',
  runId: 'run-1',
}
const mallory: ToolContextInit = {
  principal: { id: 'mallory', kind: 'agent' },
  ...{ threadId: 'thread-2', runId: 'run-2', callerKey: 'k' },
}

/** A registry with `bank/pay`, which asks how, and the contexts its layers and `resume` saw. */
function desk(options: Partial<DefineToolOptions<Payment>> = {}) {
  const journal = memoryJournal()
  const seen: ToolContext[] = []
  const pay = defineTool<Payment>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.' },
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    call: () => suspend({ reason: 'How?', inputSchema: { type: 'string' } }),
    resume(_payment, input, context) {
      seen.push(context)
      return input
    },
    ...options,
  })
  const registry = ToolRegistry.empty()
    .register(pay)
    .layer(new IdempotencyLayer(journal))
    .layer(
      layer('watch', (call, next) => {
        seen.push(call.context)
        return next(call)
      }),
    )
  const ask = async (context: ToolContextInit = alice): Promise<string> => {
    const id = idOf(await registry.dispatch('bank/pay', { id: 'a' }, context))
    seen.length = 0
    return id
  }
  const answered = async (context: ToolContextInit = alice): Promise<string> => {
    const suspensionId = await ask(context)
    const { tenantId = 'default' } = context
    await journal.answer({ suspensionId, tenantId, value: 'cash' })
    return suspensionId
  }
  return { registry, journal, seen, ask, answered }
}

describe('ToolRegistry.resume', () => {
  it('EFF-07 goes on for whoever made the call, and notes who answered', async () => {
    const { registry, journal, seen, ask } = desk()
    await registry.resume(await ask(), 'cash', mallory)
    expect(seen.map(({ principal, threadId, runId }) => ({ principal, threadId, runId }))).toEqual([
      alice,
      alice,
    ])
    expect(await journal.list()).toMatchObject([{ answer: { by: 'mallory' } }])
  })

  it('leaves the signal, the deadline and the extensions to whoever lets it go on', async () => {
    const { registry, seen, ask } = desk()
    const desks = extensionKey<string>('desk')
    const id = await ask()
    const deadline = new Date(Date.now() + 60_000)
    await registry.resume(id, 'cash', createContext({ ...mallory, deadline }).with(desks, 'south'))
    expect(seen.map((context) => [context.deadline, context.get(desks)])).toEqual([
      [deadline, 'south'],
      [deadline, 'south'],
    ])
    const { registry: other, ask: askOther } = desk()
    const signal = AbortSignal.abort()
    const error = await rejection(other.resume(await askOther(), 'cash', { signal }))
    expect(error).toMatchObject({ code: 'CANCELLED' })
  })
})

describe('ToolRegistry.resumeAnswered', () => {
  it('lets the calls of one tenant go on, or those of all', async () => {
    const { registry, answered } = desk()
    await answered({ ...alice, tenantId: 'acme' })
    await answered({ ...alice, tenantId: 'other' })
    expect(await registry.resumeAnswered({ tenantId: 'acme' })).toHaveLength(1)
    expect(await registry.resumeAnswered()).toMatchObject([
      { tool: 'bank/pay', result: { status: 'fulfilled', value: { value: 'cash' } } },
    ])
  })

  it('goes on for whoever made each call', async () => {
    const { registry, seen, answered } = desk()
    await answered()
    await registry.resumeAnswered()
    expect(seen.at(-1)?.principal).toEqual(alice.principal)
  })

  it('passes over a call whose tool is not here', async () => {
    const { registry, answered } = desk()
    const suspensionId = await answered()
    expect(await registry.filter(() => false).resumeAnswered()).toEqual([])
    expect(await registry.resumeAnswered()).toMatchObject([{ suspensionId }])
  })

  it('lets no further call go on once its signal has fired', async () => {
    const gone = new AbortController()
    const { registry, answered } = desk({
      resume(_payment, input) {
        gone.abort()
        return input
      },
    })
    await answered()
    await answered()
    const resumed = await registry.resumeAnswered({ signal: gone.signal })
    expect(resumed).toHaveLength(1)
    expect(await registry.resumeAnswered()).toHaveLength(1)
  })

  it.each([
    ['a signal', { signal: 5 as unknown as AbortSignal }],
    ['a tenant', { tenantId: 5 as unknown as string }],
  ])('refuses %s that is none although nothing was answered', async (_what, options) => {
    const error = await rejection(desk().registry.resumeAnswered(options))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
  })
})
