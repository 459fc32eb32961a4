import { describe, expect, it } from 'vitest'

import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import { extensionKey } from '../../../src/tools/extension-key.js'
import { suspend } from '../../../src/tools/suspension.js'
import { createContext, type ToolContext } from '../../../src/tools/tool-context.js'
import { bank, idOf } from '../../journal/approval/bank.js'
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
  it('[EFF-07] goes on for whoever made the call, and notes who answered', async () => {
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

describe('a suspended call whose resume is in doubt', () => {
  const lostOnce = (): Partial<DefineToolOptions<Payment>> => {
    let runs = 0
    return {
      resume(_payment, input) {
        if ((runs += 1) === 1) throw new Error('connection lost')
        return input
      },
    }
  }

  it.each(['resume', 'resumeAnswered'] as const)(
    'goes on by %s with its answer where it may happen twice',
    async (verb) => {
      const { registry, ask } = desk({ effect: 'idempotent', ...lostOnce() })
      const id = await ask()
      await rejection(registry.resume(id, 'cash'))
      const outcome =
        verb === 'resume'
          ? { status: 'fulfilled', value: await registry.resume(id) }
          : (await registry.resumeAnswered())[0]?.result
      expect(outcome).toMatchObject({ value: { status: 'output', value: 'cash' } })
    },
  )

  it('goes on with the yes of a person, too', async () => {
    let runs = 0
    const call = (): string => {
      if ((runs += 1) === 1) throw new Error('connection lost')
      return 'paid'
    }
    const tool = { effect: 'idempotent', idempotencyKey: undefined, call } as const
    const { registry, journal } = bank({ tool, approver: parkForApproval })
    const id = idOf(await registry.dispatch('bank/pay', { id: 'a' }))
    await journal.approve({ suspensionId: id, tenantId: 'default', by: 'ann' })
    await rejection(registry.resume(id))
    expect(await registry.resumeAnswered()).toMatchObject([
      { result: { value: { value: 'paid' } } },
    ])
  })

  it('goes on no more where it writes', async () => {
    const { registry, ask } = desk(lostOnce())
    const id = await ask()
    await rejection(registry.resume(id, 'cash'))
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await registry.resumeAnswered()).toEqual([])
  })
})

describe('a call that nobody approved of', () => {
  it.each(['denied', 'expired'] as const)('[EFF-08] row 14: does not go on: %s', async (how) => {
    const clock = { nowMs: Date.UTC(2001, 1, 3) }
    const journal = memoryJournal({ now: () => clock.nowMs })
    const approval = { expiresInMs: 1000 }
    const { registry } = bank({ journal, approval, approver: parkForApproval })
    const id = idOf(await registry.dispatch('bank/pay', { id: 'a' }))
    const decision = { suspensionId: id, tenantId: 'default', by: 'ann' }
    if (how === 'denied') await journal.deny(decision)
    else clock.nowMs += 1000
    const error = await rejection(registry.resume(id))
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED', disposition: 'did-not-happen' })
  })
})

describe('a layer that changes arguments each time it gets them', () => {
  const prefix = layer('prefix', ({ definition, context, arguments: { id } }, next) =>
    next({ definition, context, arguments: { id: `x${id as string}` } }),
  )

  it('lets no suspended call go on, and is named', async () => {
    const { registry, journal } = desk()
    const prefixed = registry.layer(prefix)
    const id = idOf(await prefixed.dispatch('bank/pay', { id: 'a' }))
    const error = await rejection(prefixed.resume(id, 'cash'))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toMatch(/layer "prefix" .* changed the arguments of a suspended call/)
    // What was answered is kept for a registry whose layers let it be.
    expect(await journal.list()).toMatchObject([{ state: 'answered' }])
    expect(await registry.resume(id)).toMatchObject({ value: 'cash' })
  })
})
