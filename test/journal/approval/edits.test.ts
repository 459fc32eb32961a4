import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { PolicyLayer } from '../../../src/layers/policy-layer.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { deferred, rejection } from '../../registry/tools.js'
import { bank, idOf, inTurn, payTool, yes, type Bank } from './bank.js'

const payment = { id: 'a', amount: 10 }
const editTo = (args: unknown) => inTurn({ decision: 'edit', decidedBy: 'ann', arguments: args })
const edited = (args: unknown, options: Bank = {}) => bank({ approver: editTo(args), ...options })

/** What became of each record, the oldest first. */
async function storyOf(journal: Journal) {
  const records = await journal.list()
  return records.map(({ state, closedFor, approval }) => [closedFor ?? state, approval?.decidedBy])
}

describe('a proposal that an approver edits', () => {
  it.each([
    ['its key', { id: 'b', amount: 10 }],
    ['what is not its key', { id: 'a', amount: 9 }],
    ['nothing', payment],
  ])('[EFF-08] runs as a proposal of its own where the edit changes %s', async (_what, args) => {
    const { registry, journal, paid } = edited(args)
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(paid).toEqual([args])
    expect(await storyOf(journal)).toEqual([
      ['withdrawn', undefined],
      ['settled', 'ann'],
    ])
  })

  it('[EFF-08] is asked about once, also for a tool that names no effect', async () => {
    const { registry, asked, paid } = edited({ id: 'b' }, { tool: { idempotencyKey: undefined } })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect([asked.length, paid]).toEqual([1, [{ id: 'b', amount: 1 }]])
  })

  it('[EFF-08] hands the body the key of what runs', async () => {
    const keys: unknown[] = []
    const tool: Bank['tool'] = { call: (_args, context) => keys.push(context.idempotencyKey) }
    await edited({ id: 'b' }, { tool }).registry.dispatch('bank/pay', payment)
    await bank({ tool }).registry.dispatch('bank/pay', { id: 'b' })
    await bank({ tool }).registry.dispatch('bank/pay', payment)
    expect(keys[0]).toBe(keys[1])
    expect(keys[0]).not.toBe(keys[2])
  })

  it.each([
    ['that admit refuses', { id: 'a', amount: 1000 }, 'INVALID_ARGUMENTS'],
    ['that are none', undefined, 'INVALID_ARGUMENTS'],
    ['without a key', { id: '' }, 'MISSING_IDEMPOTENCY_KEY'],
  ])('[EFF-08] is taken back for arguments %s', async (_which, args, code) => {
    const { registry, journal, paid } = edited(args)
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code, disposition: 'did-not-happen' })
    expect([paid, await storyOf(journal)]).toEqual([[], [['withdrawn', undefined]]])
  })

  it.each(['with a journal', 'without'])(
    '[EFF-08] %s is judged by the policy before anything else is recorded',
    async (which) => {
      const when = ({ arguments: { amount } }: { readonly arguments: { amount?: unknown } }) =>
        Number(amount) > 50
      const policy = new PolicyLayer([{ tools: ['bank/pay'], when, decide: 'deny' }], {
        otherwise: 'allow',
      })
      const without = which === 'without' ? ({ journal: 'none' } as const) : {}
      const scene = edited({ id: 'a', amount: 90 }, { outside: [policy], ...without })
      const error = await rejection(scene.registry.dispatch('bank/pay', payment))
      expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
      expect(scene.paid).toEqual([])
      const story = which === 'without' ? [] : [['withdrawn', undefined]]
      expect(await storyOf(scene.journal)).toEqual(story)
    },
  )

  it('[EFF-08] onto a key that is settled is answered from the journal', async () => {
    const approver = inTurn(
      { decision: 'approve', decidedBy: 'ann' },
      { decision: 'edit', decidedBy: 'ann', arguments: { id: 'b' } },
    )
    const { registry, paid } = bank({ approver })
    await registry.dispatch('bank/pay', { id: 'b' }, { callId: 'c-1' })
    expect(await registry.dispatch('bank/pay', payment)).toEqual({
      ...{ status: 'output', value: 1, deduplicatedFrom: 'c-1' },
    })
    expect(paid).toHaveLength(1)
  })

  it('[EFF-08] onto a key that was used with other arguments is refused', async () => {
    const approver = inTurn(
      { decision: 'approve', decidedBy: 'ann' },
      { decision: 'edit', decidedBy: 'ann', arguments: { id: 'b', amount: 7 } },
    )
    const { registry, paid } = bank({ approver })
    await registry.dispatch('bank/pay', { id: 'b' })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'KEY_REUSED' })
    expect(paid).toHaveLength(1)
  })

  it('[EFF-08] onto a key that waits joins that question, which the edit does not decide', async () => {
    const { registry, journal, paid } = edited({ id: 'b' })
    const elsewhere = ToolRegistry.empty()
      .register(payTool(paid))
      .layer(new IdempotencyLayer(journal))
      .layer(new ApprovalLayer(parkForApproval))
    const waits = idOf(await elsewhere.dispatch('bank/pay', { id: 'b' }))
    expect(idOf(await registry.dispatch('bank/pay', payment))).toBe(waits)
    expect(paid).toEqual([])
  })

  it('[EFF-08] onto a key that runs is told so', async () => {
    const running = deferred<string>()
    const { journal, registry } = edited({ id: 'b' })
    const busy = ToolRegistry.empty()
      .register(payTool([], { call: () => running.promise }))
      .layer(new IdempotencyLayer(journal))
      .layer(new ApprovalLayer(yes()))
    const first = busy.dispatch('bank/pay', { id: 'b' })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    running.resolve('paid')
    expect(error).toMatchObject({ code: 'IN_FLIGHT' })
    expect(await first).toMatchObject({ value: 'paid' })
  })

  it('[EFF-08] runs also after its first question was taken back elsewhere', async () => {
    let turn = 0
    const { registry, journal, paid } = bank({
      approver: async ({ suspensionId = '' }) => {
        if (turn++ > 0) return { decision: 'edit', decidedBy: 'ann', arguments: { id: 'b' } }
        await journal.withdraw({ suspensionId, tenantId: 'default', reason: 'a mistake' })
        return { decision: 'approve', decidedBy: 'ann' }
      },
    })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(paid).toEqual([{ id: 'b', amount: 1 }])
  })

  it('[EFF-08] runs without a journal, too', async () => {
    const { registry, paid } = edited({ id: 'b' }, { journal: 'none' })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(paid).toEqual([{ id: 'b', amount: 1 }])
  })
})
