import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { PolicyLayer } from '../../../src/layers/policy-layer.js'
import { RetryLayer } from '../../../src/layers/retry-layer.js'
import { standardLayers } from '../../../src/layers/standard-layers.js'
import { TimeoutLayer } from '../../../src/layers/timeout-layer.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import { rejection } from '../../registry/tools.js'
import { bank, idOf, inTurn, payTool, yes, type Bank } from './bank.js'

const payment = { id: 'a', amount: 10 }
const both: readonly (readonly [string, Pick<Bank, 'journal'>])[] = [
  ['with a journal', {}],
  ['without a journal', { journal: 'none' }],
]
/** How a tool may have come to be visible. */
const selections: readonly (readonly [string, (all: ToolRegistry) => ToolRegistry])[] = [
  ['all of them', (all) => all.select(['@all'])],
  ['its name', (all) => all.select(['pay'])],
  ['its label', (all) => all.select(['@group:money'])],
  ['its server', (all) => all.select(['@server:bank'])],
  ['restrictTo', (all) => all.restrictTo(['bank/pay'])],
  ['filter', (all) => all.filter(({ mutates }) => mutates)],
]
const allow = (decide: 'allow' | 'ask') => new PolicyLayer([{ tools: ['@all'], decide }])

/** A body that did not happen so often, and may be tried again; then it pays. */
function busyTwice() {
  let attempts = 0
  return {
    call: () => {
      attempts += 1
      const options = { disposition: 'did-not-happen', retryable: true } as const
      if (attempts < 3) throw new ToolFailure('Busy.', options)
      return attempts
    },
  }
}

describe('an approved call', () => {
  it.each(both)('[EFF-08] %s needs no new decision for its next attempts', async (_which, kept) => {
    const inside = [new RetryLayer({ baseDelayMs: 1 })]
    const { registry, asked } = bank({ inside, tool: busyTwice(), ...kept })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 3 })
    expect(asked).toHaveLength(1)
  })

  it('[EFF-08] that may be tried again needs none after its last attempt, in a call to come', async () => {
    const { registry, asked, journal } = bank({ tool: busyTwice() })
    const pay = () => registry.dispatch('bank/pay', payment)
    await rejection(pay())
    expect(await journal.list({ states: ['answered'] })).toHaveLength(1)
    await rejection(pay())
    expect(await pay()).toMatchObject({ value: 3 })
    expect(asked).toHaveLength(1)
  })

  it('[EFF-08] that did not happen for good is asked about anew', async () => {
    const failures = [new ToolFailure('Closed.', { disposition: 'did-not-happen' })]
    const call = () => {
      const failure = failures.pop()
      if (failure !== undefined) throw failure
      return 'paid'
    }
    const { registry, asked } = bank({ tool: { call } })
    await rejection(registry.dispatch('bank/pay', payment))
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 'paid' })
    expect(asked).toHaveLength(2)
  })

  it.each(both)('[EFF-08] %s has all of its time left for its attempts', async (_which, kept) => {
    const approver: Bank['approver'] = () =>
      new Promise((resolve) => {
        setTimeout(() => resolve({ decision: 'approve', decidedBy: 'ann' }), 80)
      })
    const inside = [new TimeoutLayer({ timeoutMs: 60 })]
    const { registry } = bank({ approver, inside, ...kept })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
  })

  it('[EFF-08] goes on from the question of its body without being asked about again', async () => {
    const question = () => suspend({ reason: 'From where?', inputSchema: { type: 'string' } })
    const tool: Bank['tool'] = { call: question, resume: (_args, from) => from }
    const { registry, asked } = bank({ tool, grant: { approval: 'required' } })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    expect(await registry.resume(id, 'A-1')).toMatchObject({ value: 'A-1' })
    expect(asked).toHaveLength(1)
  })

  it('[EFF-08] runs in the place of one that may run without, where its policy asks', async () => {
    for (const decide of ['allow', 'ask'] as const) {
      const scene = bank({ approval: { when: 'granted' }, outside: [allow(decide)] })
      expect(await scene.registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
      expect(scene.asked).toHaveLength(decide === 'ask' ? 1 : 0)
    }
  })

  it.each(['required', 'four-eyes'] as const)(
    '[EFF-08] is what a grant of %s asks for, whatever the layer says',
    async (approval) => {
      const principal = { id: 'bot', kind: 'agent' } as const
      const scene = bank({ grant: { approval }, approval: { when: () => false } })
      await scene.registry.dispatch('bank/pay', payment, { principal })
      expect(scene.asked).toMatchObject([{ fourEyes: approval === 'four-eyes' }])
    },
  )

  it.each(selections)(
    'waits for the same person however its tool was selected: by %s [REG-07]',
    async (_how, narrow) => {
      const tool = { groups: ['money'] }
      for (const scene of [bank({ tool, approver: parkForApproval }), bank({ tool })]) {
        const outcome = await narrow(scene.registry).dispatch('bank/pay', payment)
        expect(scene.asked).toMatchObject([{ tool: 'bank/pay', arguments: payment }])
        expect([outcome.status, scene.paid.length]).toEqual(
          outcome.status === 'suspended' ? ['suspended', 0] : ['output', 1],
        )
      }
    },
  )

  it('[REG-09] hands its decision to no call nested in it', async () => {
    let turn = 0
    const approver: Bank['approver'] = () =>
      turn++ === 0
        ? { decision: 'approve', decidedBy: 'ann' }
        : { decision: 'deny', decidedBy: 'ann' }
    const tool: Bank['tool'] = {
      idempotencyKey: undefined,
      call: async (args, context) => (await rejection(context.dispatch('bank/pay', args))).code,
    }
    for (const [, kept] of both) {
      turn = 0
      const { registry } = bank({ approver, tool, ...kept })
      const outcome = await registry.dispatch('bank/pay', payment)
      expect(outcome).toMatchObject({ value: 'APPROVAL_DENIED' })
    }
  })

  it('[EFF-08] comes out of the standard layers, retried and kept', async () => {
    const journal = memoryJournal()
    const layers = standardLayers({
      ...{
        idempotency: new IdempotencyLayer(journal),
        retry: { baseDelayMs: 1 },
        timeout: { timeoutMs: 5000 },
      },
      ...{
        policy: { rules: [{ tools: ['@all'], decide: 'ask' }] },
        outputLimit: {},
        concurrency: { limit: 2 },
      },
      approval: new ApprovalLayer(yes(), { when: 'granted' }),
    })
    const pay = payTool([], busyTwice())
    const registry = layers.reduce((all, one) => all.layer(one), ToolRegistry.empty().register(pay))
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 3 })
    expect(await journal.list()).toMatchObject([
      { state: 'settled', attempt: 3, approval: { decidedBy: 'ann' } },
    ])
    await journal.close()
  })
})

describe('the calls that somebody is asked about', () => {
  const predicates: readonly (readonly [string, () => boolean | Promise<boolean>, number])[] = [
    ['throws', () => fails(), 1],
    ['rejects', () => Promise.reject(new Error('no')), 1],
    ['answers neither true nor false', () => undefined as never, 1],
    ['promises true', () => Promise.resolve(true), 1],
    ['promises false', () => Promise.resolve(false), 0],
    ['says false', () => false, 0],
  ]
  const fails = (): never => {
    throw new Error('no')
  }

  it.each(predicates)('[EFF-08] are those for which a predicate %s', async (_what, when, times) => {
    const { registry, asked } = bank({ approval: { when } })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(asked).toHaveLength(times)
  })

  it.each(both)('[EFF-08] %s may be reads, too', async (_which, kept) => {
    const tool: Bank['tool'] = { effect: 'read', idempotencyKey: undefined }
    const scene = bank({ tool, approval: { when: () => true }, ...kept })
    expect(await scene.registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect([scene.asked.length, scene.paid.length]).toEqual([1, 1])
  })

  it('[EFF-08] may be reads that wait for a decision from elsewhere', async () => {
    const tool: Bank['tool'] = { effect: 'read', idempotencyKey: undefined }
    const approval = { when: () => true }
    const { registry, journal, paid } = bank({ approver: parkForApproval, tool, approval })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'INVALID_ANSWER' })
    await journal.approve({ suspensionId: id, tenantId: 'default', by: 'ann' })
    expect(await registry.resume(id)).toMatchObject({ value: 1 })
    expect(paid).toEqual([payment])
  })

  it('[EFF-08] are not those that read, unless it is said', async () => {
    const tool: Bank['tool'] = { effect: 'read', idempotencyKey: undefined }
    const { registry, asked } = bank({ tool })
    await registry.dispatch('bank/pay', payment)
    expect(asked).toEqual([])
  })
})

describe('a call that no journal can keep', () => {
  it('[EFF-08] is refused where it has to wait', async () => {
    const { registry, paid } = bank({ approver: parkForApproval, journal: 'none' })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
    expect(error.message).toContain('IdempotencyLayer')
    expect(paid).toEqual([])
  })

  it('[EFF-08] is asked about each time', async () => {
    const { registry, asked } = bank({ journal: 'none' })
    await registry.dispatch('bank/pay', payment)
    await registry.dispatch('bank/pay', payment)
    expect(asked).toHaveLength(2)
  })
})

describe('a call in doubt', () => {
  it('[EFF-01] is found out about before anybody is asked', async () => {
    const journal = memoryJournal({ quietMs: 0 })
    const tool: Bank['tool'] = { call: () => Promise.reject(new Error('lost')) }
    const found: Bank['tool'] = { ...tool, reconcile: () => ({ verdict: 'landed', value: 'paid' }) }
    const approver = inTurn({ decision: 'approve', decidedBy: 'ann' })
    const first = bank({ journal, tool, approver })
    await rejection(first.registry.dispatch('bank/pay', payment))
    const second = bank({ journal, tool: found, approver })
    expect(await second.registry.dispatch('bank/pay', payment)).toMatchObject({ value: 'paid' })
    expect(second.asked).toEqual([])
  })

  it('[EFF-08] that turns out not to have happened runs on the decision it had', async () => {
    const journal = memoryJournal({ quietMs: 0 })
    const bodies = [() => Promise.reject(new Error('lost')), () => 'paid']
    const tool: Bank['tool'] = {
      call: () => bodies.shift()?.(),
      reconcile: () => ({ verdict: 'did-not-happen' }),
    }
    const { registry, asked } = bank({ journal, tool })
    await rejection(registry.dispatch('bank/pay', payment))
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 'paid' })
    expect(asked).toHaveLength(1)
  })
})
