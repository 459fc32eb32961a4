import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import { layer, rejection } from '../../registry/tools.js'
import { bank, bound, idOf, inTurn, payTool, yes } from './bank.js'

const payment = { id: 'a', amount: 10 }
const parked = async (options: Parameters<typeof bank>[0] = {}, context?: ToolContextInit) => {
  const scene = bank({ approver: parkForApproval, ...options })
  const id = idOf(await scene.registry.dispatch('bank/pay', payment, context))
  const approve = (by = 'ann', tenantId = 'default') =>
    scene.journal.approve({ suspensionId: id, tenantId, by })
  return { ...scene, id, approve }
}

describe('a decision on a call', () => {
  it('[EFF-08] is asked for once, also for a tool that names no effect', async () => {
    const keyless = {
      ...{ server: 'bank', name: 'tip', description: 'Tips.' },
      call: () => 'tipped',
    }
    const { registry, asked } = bank({ tool: { ...keyless, idempotencyKey: undefined } })
    expect(await registry.dispatch('bank/tip', payment)).toMatchObject({ value: 'tipped' })
    expect(asked).toHaveLength(1)
  })

  it('[EFF-08] shows the approver all that will run, and its digest', async () => {
    const { registry, asked, journal } = bank()
    await registry.dispatch('bank/pay', { id: 'a' }, { callId: 'c-1', runId: 'r-1' })
    const [{ call } = { call: undefined }] = await journal.list()
    expect(asked).toMatchObject([
      {
        ...{ tool: 'bank/pay', arguments: { id: 'a', amount: 1 }, callId: 'c-1', runId: 'r-1' },
        argumentsDigest: call?.argumentsDigest,
      },
    ])
    expect(Object.isFrozen(asked[0]?.arguments)).toBe(true)
  })

  it.each([
    ['an unknown question', { suspensionId: 'f'.repeat(32) }, 'unknown'],
    ['a question of another tenant', { tenantId: 'other' }, 'unknown'],
    ['a tool that has changed', { contractDigest: 'sha256:other' }, 'contract-changed'],
  ])('[EFF-08] is not recorded on %s', async (_what, changed, why) => {
    const { id, journal, registry, paid } = await parked()
    const decision = { suspensionId: id, tenantId: 'default', by: 'ann', ...changed }
    expect(await journal.approve(decision)).toMatchObject({ status: 'refused', why })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(paid).toEqual([])
  })

  it.each([{ decision: 'approve' }, { decision: 'approve', decidedBy: 'ann' }, true, null])(
    '[EFF-08] is not forged by resuming with %j',
    async (input) => {
      const { id, registry, paid } = await parked()
      expect(await rejection(registry.resume(id, input))).toMatchObject({ code: 'INVALID_ANSWER' })
      expect(await rejection(registry.resume(id))).toMatchObject({ code: 'INVALID_ANSWER' })
      expect(paid).toEqual([])
    },
  )

  it('[EFF-08] is no answer to a body, and an answer is no decision', async () => {
    const { id, journal } = await parked()
    const said = { suspensionId: id, tenantId: 'default', value: { decision: 'approve' } }
    expect(await journal.answer(said)).toMatchObject({ why: 'not-a-question' })
  })

  it('[EFF-08, G-071] counts once: replayed, it lets nothing run again', async () => {
    const { id, registry, approve, paid } = await parked()
    expect(await approve()).toMatchObject({ status: 'recorded' })
    expect(await approve('eve')).toMatchObject({ status: 'refused', why: 'already-answered' })
    expect(await registry.resume(id)).toMatchObject({ value: 1 })
    expect(await approve()).toMatchObject({ why: 'already-answered' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(paid).toEqual([payment])
  })

  it('[EFF-08] is not used a second time for a call whose first attempt ended in nothing', async () => {
    const { id, registry, approve, paid, journal } = await parked()
    await approve()
    const { recordId = '' } = { recordId: (await journal.list())[0]?.id }
    // While one process looked the record up, another took it up, and nothing came of it.
    const races = ToolRegistry.empty()
      .register(payTool(paid))
      .layer(new IdempotencyLayer(journal))
      .layer(
        layer('slow', async (call, next) => {
          const [answered] = await journal.list({ states: ['answered'] })
          if (answered !== undefined) await endInNothing()
          return next(call)
        }),
      )
    const endInNothing = async () => {
      const [{ call }] = (await journal.list()) as [
        Awaited<ReturnType<typeof journal.list>>[number],
      ]
      const begun = await journal.begin({ intent: 'start', call, recordId })
      if (begun.status !== 'started') throw new Error(begun.status)
      await journal.release({ recordId, attempt: begun.record.attempt }, { isRetryable: false })
    }
    expect(await rejection(races.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(paid).toEqual([])
  })

  it('[EFF-08, G-044] lets no other arguments run under its key', async () => {
    const { registry, approve, paid } = await parked()
    await approve()
    const swapped = registry.dispatch('bank/pay', { id: 'a', amount: 90 })
    expect(await rejection(swapped)).toMatchObject({ code: 'KEY_REUSED' })
    await registry.resumeAnswered()
    expect(paid).toEqual([payment])
  })

  it('[EFF-08] lets no arguments run that a layer puts in their place afterwards', async () => {
    const swap = layer('swap', (call, next) =>
      next({ ...call, definition: call.definition, arguments: { id: 'a', amount: 90 } }),
    )
    const { registry, paid } = bank({ inside: [swap] })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(paid).toEqual([])
  })

  it('[EFF-08, G-044] lets no other tool run that came under the same name', async () => {
    const { journal, approve, id, paid, layers } = await parked()
    await approve()
    const other = payTool(paid, { description: 'Pays twice.', outputSchema: { type: 'integer' } })
    const changed = layers.reduce(
      (all, one) => all.layer(one),
      ToolRegistry.empty().register(other),
    )
    expect(await rejection(changed.resume(id))).toMatchObject({ code: 'CONTRACT_CHANGED' })
    expect(await changed.resumeAnswered()).toMatchObject([
      { result: { status: 'rejected', reason: { code: 'CONTRACT_CHANGED' } } },
    ])
    expect(await rejection(changed.dispatch('bank/pay', payment))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    expect(paid).toEqual([])
    expect(await journal.list({ states: ['answered'] })).toEqual([])
  })

  it('[EFF-08] made under one grant is none under another', async () => {
    const { unbound, approve, id, paid } = await parked({ grant: { approval: 'required' } })
    await approve()
    const stricter = bound(unbound, { approval: 'four-eyes' })
    const context = { principal: { id: 'bot', kind: 'agent' } } as const
    expect(await rejection(stricter.resume(id, undefined, context))).toMatchObject({
      code: 'CONTRACT_CHANGED',
    })
    expect(paid).toEqual([])
  })

  it('[EFF-08] made under one grant starts no further attempt of a call in doubt under another: a person is asked anew', async () => {
    const fails = { effect: 'idempotent', call: () => Promise.reject(new Error('lost')) } as const
    const { registry, unbound, asked } = bank({ tool: fails, grant: { approval: 'required' } })
    const context = { principal: { id: 'bot', kind: 'agent' } } as const
    const pay = (on: ToolRegistry) => rejection(on.dispatch('bank/pay', payment, context))
    expect(await pay(registry)).toMatchObject({ code: 'TOOL_FAILED' })
    expect(await pay(registry)).toMatchObject({ code: 'TOOL_FAILED' })
    expect(asked).toHaveLength(1)
    const stricter = bound(unbound, { approval: 'four-eyes' })
    expect(await pay(stricter)).toMatchObject({ code: 'TOOL_FAILED' })
    expect(await pay(stricter)).toMatchObject({ code: 'TOOL_FAILED' })
    expect(asked.map(({ fourEyes }) => fourEyes)).toEqual([false, true])
  })
})

describe('a no to a call', () => {
  const no = { decision: 'deny', decidedBy: 'ann', reason: 'too much' } as const
  const inRun = { callId: 'c-1', runId: 'r-1' }

  it.each([
    ['of the same call id', payment, inRun],
    ['of the same call id with other arguments', { id: 'b' }, inRun],
    ['of the same tool and arguments in its run', payment, { callId: 'c-2', runId: 'r-1' }],
  ])('[EFF-08] holds for a call %s, with a journal and without', async (_which, input, context) => {
    for (const journal of [undefined, 'none'] as const) {
      const scene = bank({ approver: inTurn(no), ...(journal && { journal }) })
      const denied = await rejection(scene.registry.dispatch('bank/pay', payment, inRun))
      const again = await rejection(scene.registry.dispatch('bank/pay', input, context))
      expect([denied.code, again.code]).toEqual(['APPROVAL_DENIED', 'APPROVAL_DENIED'])
      expect([scene.asked.length, scene.paid]).toEqual([1, []])
    }
  })

  it.each([
    ['in another run', payment, { callId: 'c-1', runId: 'r-2' }],
    ['of other arguments in its run', { id: 'b' }, { callId: 'c-2', runId: 'r-1' }],
  ])('[EFF-08] says nothing of a call %s', async (_which, input, context) => {
    for (const journal of [undefined, 'none'] as const) {
      const approver = inTurn(no, { decision: 'approve', decidedBy: 'ann' })
      const { registry } = bank({ approver, ...(journal && { journal }) })
      await rejection(registry.dispatch('bank/pay', payment, inRun))
      expect(await registry.dispatch('bank/pay', input, context)).toMatchObject({ value: 1 })
    }
  })

  it('[EFF-08, G-060] holds where nobody would be asked any more', async () => {
    const { registry, journal, paid } = bank({ approver: inTurn(no) })
    await rejection(registry.dispatch('bank/pay', payment, inRun))
    const unasked = ToolRegistry.empty()
      .register(payTool(paid))
      .layer(new IdempotencyLayer(journal))
      .layer(new ApprovalLayer(yes(), { when: () => false }))
    const again = unasked.dispatch('bank/pay', payment, inRun)
    expect(await rejection(again)).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(paid).toEqual([])
  })

  it('[EFF-08] said elsewhere stands against a yes that comes after it', async () => {
    const { registry, journal, paid } = bank({
      approver: async ({ suspensionId = '' }) => {
        await journal.deny({ suspensionId, tenantId: 'default', by: 'eve' })
        return { decision: 'approve', decidedBy: 'ann' }
      },
    })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(paid).toEqual([])
  })

  it('[EFF-08] that comes after a yes said elsewhere does not deny what then runs', async () => {
    const { registry, journal, paid } = bank({
      approver: async ({ suspensionId = '' }) => {
        await journal.approve({ suspensionId, tenantId: 'default', by: 'eve' })
        return no
      },
    })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ status: 'output' })
    expect(paid).toEqual([payment])
  })

  it('[EFF-08, G-060] is final: what was denied is never resumed', async () => {
    const { registry, journal, id, paid } = await parked()
    await journal.deny({ suspensionId: id, tenantId: 'default', by: 'ann' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(await rejection(registry.resume(id, false))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(paid).toEqual([])
  })
})

describe('four eyes', () => {
  const grant = { approval: 'four-eyes' } as const
  const context = { principal: { id: 'bot', kind: 'agent', onBehalfOf: 'ann' } } as const

  it.each(['bot', 'ann'])('[EFF-08] are not those of %s, who proposes', async (by) => {
    const scene = bank({ grant, approver: yes(by), journal: 'none' })
    const error = await rejection(scene.registry.dispatch('bank/pay', payment, context))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
    expect(scene.paid).toEqual([])
    const { approve } = await parked({ grant }, context)
    expect(await approve(by)).toMatchObject({ status: 'refused', why: 'own-proposal' })
    expect(await approve('carl')).toMatchObject({ status: 'recorded' })
  })

  it('[EFF-08] are those of somebody else', async () => {
    for (const journal of [undefined, 'none'] as const) {
      const { registry } = bank({ grant, approver: yes('carl'), ...(journal && { journal }) })
      const outcome = await registry.dispatch('bank/pay', payment, context)
      expect(outcome).toMatchObject({ value: 1 })
    }
  })

  it('[EFF-08] cannot be had for a call without a principal, which is not parked', async () => {
    const { registry, asked, journal } = bank({ grant })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'REFUSED' })
    expect([asked, await journal.list()]).toEqual([[], []])
  })

  const edit = inTurn.bind(undefined, {
    ...{ decision: 'edit', decidedBy: 'carl', arguments: { id: 'b' } },
  } as const)

  it.each([
    ['says yes to their own proposal', () => yes('ann')],
    ['edits, and would propose', edit],
  ])('[EFF-08] still have the question that one asked who %s', async (_who, approver) => {
    const scene = bank({ grant, approver: approver() })
    const suspensionId = idOf(await scene.registry.dispatch('bank/pay', payment, context))
    expect(scene.paid).toEqual([])
    await scene.journal.approve({ suspensionId, tenantId: 'default', by: 'carl' })
    expect(await scene.registry.resume(suspensionId)).toMatchObject({ value: 1 })
    expect(scene.paid).toEqual([payment])
  })

  it('[EFF-08] are not those of who edits, without a journal', async () => {
    const scene = bank({ grant, approver: edit(), journal: 'none' })
    const error = await rejection(scene.registry.dispatch('bank/pay', payment, context))
    expect(error).toMatchObject({ code: 'REFUSED' })
    expect(scene.paid).toEqual([])
  })
})
