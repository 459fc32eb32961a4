import { describe, expect, it } from 'vitest'

import type { ApprovalDecision, Approver } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import { deferred, layer, rejection, settled } from '../../registry/tools.js'
import { bank, idOf, inTurn, payTool, yes, type Bank } from './bank.js'

const payment = { id: 'a', amount: 10 }
const approve = { decision: 'approve', decidedBy: 'ann' } as const
const park = { decision: 'park' } as const

/** An idempotent call in doubt that nobody was asked about, in a registry that asks from now on. */
async function inDoubt(...said: readonly ApprovalDecision[]) {
  let nowMs = 0
  const calls: string[] = []
  const call = () => {
    if (calls.push('call') === 1) throw new Error('lost')
    return 'paid'
  }
  const tool: Bank['tool'] = { effect: 'idempotent', call }
  const journal = memoryJournal({ now: () => nowMs })
  const before = ToolRegistry.empty()
    .register(payTool([], tool))
    .layer(new IdempotencyLayer(journal))
  await rejection(before.dispatch('bank/pay', payment))
  const approval = { expiresInMs: 1000 }
  const scene = bank({ tool, journal, approval, approver: inTurn(...said) })
  const pay = (context?: { callId: string; runId: string }) =>
    scene.registry.dispatch('bank/pay', payment, context)
  const record = async () => (await journal.list())[0]
  return { ...scene, calls, pay, record, before, pass: (ms: number) => (nowMs += ms) }
}

describe('a call in doubt that nobody has approved of', () => {
  it('[EFF-08] is asked about, and runs as the next attempt of its record', async () => {
    const { pay, asked, record } = await inDoubt(approve)
    const { id } = (await record()) ?? {}
    expect(await pay()).toMatchObject({ value: 'paid' })
    expect(asked).toHaveLength(1)
    expect(await record()).toMatchObject({ id, attempt: 2, state: 'settled', doubt: true })
    expect(await pay()).toMatchObject({ value: 'paid', deduplicatedFrom: expect.any(String) })
  })

  it('[EFF-08] waits, and goes on from elsewhere', async () => {
    const { pay, journal, registry, record } = await inDoubt(park)
    const suspensionId = idOf(await pay())
    expect(idOf(await pay())).toBe(suspensionId)
    expect(await record()).toMatchObject({ attempt: 1, state: 'parked', doubt: true })
    await journal.approve({ suspensionId, tenantId: 'default', by: 'bob' })
    expect(await registry.resume(suspensionId)).toMatchObject({ value: 'paid' })
  })

  it('[EFF-08] is as much in doubt after a no, which holds for its run', async () => {
    const { pay, calls, record, asked, before } = await inDoubt(
      { decision: 'deny', decidedBy: 'ann' },
      approve,
    )
    const inRun = { callId: 'c-1', runId: 'r-1' }
    expect(await rejection(pay(inRun))).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(await record()).toMatchObject({ attempt: 1, state: 'in-doubt', doubt: true })
    expect(await rejection(pay(inRun))).toMatchObject({ code: 'APPROVAL_DENIED' })
    const unasked = before.dispatch('bank/pay', payment, inRun)
    expect(await rejection(unasked)).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect([calls.length, asked.length]).toEqual([1, 1])
    expect(await pay()).toMatchObject({ value: 'paid' })
  })

  it('[EFF-08] is as much in doubt when nobody decides, or uses what was decided, in time', async () => {
    const { pay, journal, record, calls, pass, registry } = await inDoubt(park, park, approve)
    await pay()
    pass(1000)
    const suspensionId = idOf(await pay())
    await journal.approve({ suspensionId, tenantId: 'default', by: 'bob' })
    pass(1000)
    expect(await registry.resumeAnswered()).toEqual([])
    expect(await record()).toMatchObject({ attempt: 1, state: 'in-doubt', doubt: true })
    expect(calls).toHaveLength(1)
    expect(await pay()).toMatchObject({ value: 'paid' })
  })

  it('[EFF-08] is as much in doubt when the question is taken back, with its yes or without', async () => {
    const fails: Approver = () => {
      throw new Error('no desk')
    }
    const busy = layer('busy', () => Promise.reject(new Error('no')))
    for (const [approver, inside] of [
      [fails, []],
      [yes(), [busy]],
    ] as const) {
      const { journal, record } = await inDoubt()
      const tool: Bank['tool'] = { effect: 'idempotent' }
      const { registry } = bank({ tool, journal, approver, inside })
      expect(await rejection(registry.dispatch('bank/pay', payment))).toMatchObject({
        code: 'LAYER_FAILED',
      })
      expect(await record()).toMatchObject({ state: 'in-doubt', doubt: true, attempt: 1 })
      const { paid, registry: works } = bank({ tool, journal })
      expect(await works.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
      expect(paid).toHaveLength(1)
    }
  })

  it('[EFF-08] is as much in doubt when its tool has changed since the yes', async () => {
    const { pay, journal, record, paid, layers } = await inDoubt(park, approve)
    const suspensionId = idOf(await pay())
    await journal.approve({ suspensionId, tenantId: 'default', by: 'bob' })
    const other = payTool(paid, { effect: 'idempotent', outputSchema: { type: 'integer' } })
    const changed = layers.reduce(
      (all, one) => all.layer(one),
      ToolRegistry.empty().register(other),
    )
    const payChanged = () => changed.dispatch('bank/pay', payment)
    expect(await rejection(payChanged())).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(await record()).toMatchObject({ state: 'in-doubt', doubt: true })
    expect(await payChanged()).toMatchObject({ value: 1 })
  })

  it('[EFF-08] is settled by an earlier attempt that comes late', async () => {
    const lands = deferred<string>()
    const leaving = new AbortController()
    const call = () => {
      leaving.abort()
      return lands.promise
    }
    const tool: Bank['tool'] = { effect: 'idempotent', call }
    const journal = memoryJournal()
    const before = ToolRegistry.empty()
      .register(payTool([], tool))
      .layer(new IdempotencyLayer(journal))
    const { signal } = leaving
    expect(await rejection(before.dispatch('bank/pay', payment, { signal }))).toMatchObject({
      code: 'CANCELLED',
    })
    await settled()
    const [held] = await journal.list()
    const claim = { recordId: held?.id ?? '', attempt: 1 }
    if (held?.state === 'running') await journal.hold(claim)
    const { registry } = bank({ tool, journal, approver: inTurn(park) })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    await journal.settle(claim, { status: 'output', value: 'landed' })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 'landed' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    lands.resolve('landed')
  })

  it('[EFF-08] goes on with what its body was answered', async () => {
    let lost = true
    const tool: Bank['tool'] = {
      effect: 'idempotent',
      call: () => suspend({ reason: 'From where?', inputSchema: { type: 'string' } }),
      resume: (_args, from) => {
        if (lost) throw new Error('lost')
        return from
      },
    }
    const journal = memoryJournal()
    const before = ToolRegistry.empty()
      .register(payTool([], tool))
      .layer(new IdempotencyLayer(journal))
    const id = idOf(await before.dispatch('bank/pay', payment))
    await rejection(before.resume(id, 'A-1'))
    lost = false
    const { registry, asked } = bank({ tool, journal })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 'A-1' })
    expect(asked).toHaveLength(1)
  })
})
