import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import type { ApprovalDecision } from '../../../src/journal/approval/approver.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { deferred, rejection, settled } from '../../registry/tools.js'
import { bank, idOf, inTurn, type Bank } from './bank.js'

const payment = { id: 'a', amount: 10 }
const approve = { decision: 'approve', decidedBy: 'ann' } as const
const never = () => new Promise<never>(() => undefined)
/** With a journal, and without. */
const both: readonly (readonly [string, Pick<Bank, 'journal'>])[] = [
  ['with a journal', {}],
  ['without a journal', { journal: 'none' }],
]

describe('a question that nobody answers in time', () => {
  it.each(both)('[EFF-08] %s denies the call, and tells the approver', async (_which, kept) => {
    let signal: AbortSignal | undefined
    const approver: Bank['approver'] = (_proposal, given) => {
      signal = given
      return never()
    }
    const { registry, journal, paid } = bank({ approver, approval: { expiresInMs: 30 }, ...kept })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED', disposition: 'did-not-happen' })
    expect(error.message).toContain('nobody decided in time')
    expect([signal?.aborted, paid]).toEqual([true, []])
    expect(await journal.pending({ tenantId: 'default' })).toEqual([])
  })

  it('[EFF-08] is over for the journal, whatever its clock says', async () => {
    const journal = memoryJournal({ now: () => 1000 })
    const { registry } = bank({ approver: never, approval: { expiresInMs: 30 }, journal })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(await journal.list({ states: ['parked', 'answered'] })).toEqual([])
  })

  it('[EFF-08] is not asked again when the answer comes too late by the clock of the journal', async () => {
    let nowMs = 0
    const journal = memoryJournal({ now: () => nowMs })
    const approver = inTurn(approve)
    const late: Bank['approver'] = (...asked) => {
      nowMs = 2000
      return approver(...asked)
    }
    const { registry, paid } = bank({ approver: late, approval: { expiresInMs: 1000 }, journal })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(paid).toEqual([])
  })

  it('[EFF-08] that was answered and not used in time lets nothing run', async () => {
    let nowMs = 0
    const journal = memoryJournal({ now: () => nowMs })
    const park = inTurn({ decision: 'park' })
    const { registry, paid } = bank({ approver: park, approval: { expiresInMs: 1000 }, journal })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    await journal.approve({ suspensionId: id, tenantId: 'default', by: 'ann' })
    nowMs = 2000
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(paid).toEqual([])
  })

  it('[EFF-08] tells the approver until when it stands', async () => {
    const { registry, asked } = bank({ approval: { expiresInMs: 60_000 } })
    await registry.dispatch('bank/pay', payment)
    const leftMs = (asked[0]?.expiresAt?.getTime() ?? 0) - Date.now()
    expect(leftMs).toBeGreaterThan(50_000)
    expect(leftMs).toBeLessThanOrEqual(60_000)
  })
})

describe('a question whose call is given up', () => {
  it.each(both)('[EFF-08] %s is over: a later yes lets nothing run', async (_which, kept) => {
    const said = deferred<ApprovalDecision>()
    const { registry, journal, paid } = bank({ approver: () => said.promise, ...kept })
    const leaving = new AbortController()
    const call = registry.dispatch('bank/pay', payment, { signal: leaving.signal })
    await settled()
    leaving.abort()
    expect(await rejection(call)).toMatchObject({
      code: 'CANCELLED',
      disposition: 'did-not-happen',
    })
    said.resolve(approve)
    await sleep(10)
    expect(paid).toEqual([])
    expect(await journal.list({ states: ['parked', 'answered'] })).toEqual([])
  })

  it.each(['yes', 'edit'])('[EFF-08] takes no %s that comes with the signal', async (said) => {
    const decision = said === 'yes' ? approve : editTo
    const approver: Bank['approver'] = (_proposal, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve(decision))
      })
    const { registry, journal, paid } = bank({ approver })
    const error = await rejection(
      registry.dispatch('bank/pay', payment, { deadline: new Date(Date.now() + 30) }),
    )
    expect(error).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    await sleep(10)
    expect(paid).toEqual([])
    expect(await journal.list({ states: ['parked', 'answered'] })).toEqual([])
  })
  const editTo = { decision: 'edit', decidedBy: 'ann', arguments: { id: 'b' } } as const

  it('[EFF-08] keeps nobody else from being asked about the same call', async () => {
    let turn = 0
    const { registry, paid } = bank({ approver: () => (turn++ === 0 ? never() : approve) })
    const leaving = new AbortController()
    const first = registry.dispatch('bank/pay', payment, { signal: leaving.signal })
    const joined = registry.dispatch('bank/pay', payment)
    await sleep(10)
    leaving.abort()
    expect(await rejection(first)).toMatchObject({ code: 'CANCELLED' })
    expect(await joined).toMatchObject({ value: 1 })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(paid).toHaveLength(1)
  })

  it('[EFF-08] waits for a decision from elsewhere where the approver says so', async () => {
    const approver: Bank['approver'] = (_proposal, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => resolve({ decision: 'park' }))
      })
    const { registry, journal } = bank({ approver })
    const signal = AbortSignal.timeout(20)
    await rejection(registry.dispatch('bank/pay', payment, { signal }))
    await sleep(10)
    expect(await journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })
})

describe('two equal calls that want to be approved', () => {
  it('[EFF-08, G-071] are asked about once, and run once', async () => {
    const said = deferred<ApprovalDecision>()
    const { registry, asked, paid } = bank({ approver: () => said.promise })
    const calls = [1, 2].map(() => registry.dispatch('bank/pay', payment))
    await sleep(10)
    said.resolve(approve)
    const ends = await Promise.allSettled(calls)
    expect(ends.map(({ status }) => status)).toContain('fulfilled')
    expect([asked.length, paid.length]).toEqual([1, 1])
  })

  it('[EFF-08] are denied by one no', async () => {
    const said = deferred<ApprovalDecision>()
    const { registry, asked } = bank({ approver: () => said.promise })
    const calls = [1, 2].map(() => rejection(registry.dispatch('bank/pay', payment)))
    await sleep(10)
    said.resolve({ decision: 'deny', decidedBy: 'ann' })
    const codes = (await Promise.all(calls)).map(({ code }) => code)
    expect([codes, asked.length]).toEqual([['APPROVAL_DENIED', 'APPROVAL_DENIED'], 1])
  })

  it('[EFF-08] that name no effect are two effects, each asked about', async () => {
    const tool = { idempotencyKey: undefined }
    const { registry, asked, paid } = bank({ tool })
    await Promise.all([1, 2].map(() => registry.dispatch('bank/pay', payment)))
    expect([asked.length, paid.length]).toEqual([2, 2])
  })
})

describe('an approver that does not decide', () => {
  const garbage = [undefined, null, 'approve', true, {}, { decision: 'expired' }] as const
  const unsound = [
    { decision: 'given-up' },
    { decision: 'approve' },
    { decision: 'approve', decidedBy: ' ' },
    { decision: 'approve', decidedBy: { id: 'ann' } },
    { decision: 'yes', decidedBy: 'ann' },
    { decision: 'deny', decidedBy: 'ann', reason: { because: 1 } },
  ] as const

  it.each([...garbage, ...unsound])('[EFF-08] but says %j lets nothing run', async (said) => {
    for (const [, kept] of both) {
      const { registry, journal, paid } = bank({ approver: () => said as never, ...kept })
      const error = await rejection(registry.dispatch('bank/pay', payment))
      expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
      expect(paid).toEqual([])
      expect(await journal.list({ states: ['parked', 'answered'] })).toEqual([])
    }
  })

  it('[EFF-08] but throws lets nothing run, and tells the model nothing of it', async () => {
    const approver = (): never => {
      throw new Error('no desk at 10.0.0.7')
    }
    const { registry, paid } = bank({ approver })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect([error.modelText, error.message].join()).not.toContain('10.0.0.7')
    expect(paid).toEqual([])
  })

  it('[EFF-08] is read once: what it says afterwards is not what was checked', async () => {
    let reads = 0
    const said = {
      decision: 'approve',
      get decidedBy() {
        reads += 1
        return reads === 1 ? 'ann' : 'eve'
      },
    } as const
    const { registry, journal } = bank({ approver: () => said })
    await registry.dispatch('bank/pay', payment)
    expect(await journal.list()).toMatchObject([{ approval: { decidedBy: 'ann' } }])
  })
})
