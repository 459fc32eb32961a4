import { setTimeout as sleep } from 'node:timers/promises'

import { describe, expect, it } from 'vitest'

import type { Approver } from '../../../src/journal/approval/approver.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { ConcurrencyLayer } from '../../../src/layers/concurrency-layer.js'
import { ToolFailure } from '../../../src/errors/tool-failure.js'
import type { ToolEvent } from '../../../src/tools/tool-event.js'
import { layerError } from '../../../src/registry/call/layer-error.js'
import { deferred, layer, rejection } from '../../registry/tools.js'
import { bank, idOf, yes } from './bank.js'

const payment = { id: 'a', amount: 10 }
/** Nothing finds the record of such a call again but its question. */
const keyless = { idempotencyKey: undefined }

const approveAs = (journal: Journal, suspensionId = '') =>
  journal.approve({ suspensionId, tenantId: 'default', by: 'bob' })

/** An approver before whom somebody else decides. */
function afterYesElsewhere(journal: Journal, approver: Approver): Approver {
  return async (proposal, signal) => {
    await approveAs(journal, proposal.suspensionId)
    return approver(proposal, signal)
  }
}

const statesOf = async (journal: Journal) =>
  (await journal.list()).map(({ state, closedFor }) => closedFor ?? state)

/** Ends the first call in nothing, before its body. */
function busyOnce(disposition: 'did-not-happen' | 'in-doubt' = 'did-not-happen') {
  let calls = 0
  return layer('busy', (call, next) => {
    if (calls++ > 0) return next(call)
    throw layerError(call, { code: 'BUSY', disposition, why: 'it is busy.' })
  })
}

/** A journal that fails at these verbs. */
function failing(journal: Journal, ...verbs: readonly (keyof Journal)[]): Journal {
  return new Proxy(journal, {
    get: (target, verb: keyof Journal) => {
      if (verbs.includes(verb)) return () => Promise.reject(new Error('disk full'))
      const value = Reflect.get(target, verb) as unknown
      return typeof value === 'function' ? (value.bind(target) as unknown) : value
    },
  })
}

describe('a call that somebody approved elsewhere while it was asked about', () => {
  it.each([{ id: 'a', amount: 5 }, { id: 'b', amount: 5 }, payment])(
    '[EFF-08] runs once and as approved, whatever an edit to %j says',
    async (args) => {
      for (const tool of [keyless, {}]) {
        const journal = memoryJournal()
        const edit: Approver = () => ({ decision: 'edit', decidedBy: 'ann', arguments: args })
        const approver = afterYesElsewhere(journal, edit)
        const { registry, paid } = bank({ journal, tool, approver })
        expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
        await registry.resumeAnswered()
        expect(paid).toEqual([payment])
      }
    },
  )

  it('[EFF-08] does not run as edited after a no', async () => {
    const journal = memoryJournal()
    const { registry, paid } = bank({
      journal,
      approver: async ({ suspensionId = '' }) => {
        await journal.deny({ suspensionId, tenantId: 'default', by: 'bob' })
        return { decision: 'edit', decidedBy: 'ann', arguments: { id: 'b' } }
      },
    })
    expect(await rejection(registry.dispatch('bank/pay', payment))).toMatchObject({
      code: 'APPROVAL_DENIED',
    })
    expect(paid).toEqual([])
  })

  it('[EFF-08] runs although the approver failed', async () => {
    const journal = memoryJournal()
    const approver = afterYesElsewhere(journal, () => {
      throw new Error('no desk')
    })
    const { registry, paid } = bank({ journal, tool: keyless, approver })
    expect(await registry.dispatch('bank/pay', payment)).toMatchObject({ value: 1 })
    expect(await registry.resumeAnswered()).toEqual([])
    expect(paid).toEqual([payment])
  })

  it('[EFF-08] does not run after its caller was told that it was cancelled', async () => {
    const journal = memoryJournal()
    const leaving = new AbortController()
    const approver = afterYesElsewhere(journal, () => {
      leaving.abort()
      return new Promise(() => undefined)
    })
    const { registry, paid } = bank({ journal, tool: keyless, approver })
    const call = registry.dispatch('bank/pay', payment, { signal: leaving.signal })
    expect(await rejection(call)).toMatchObject({
      ...{ code: 'CANCELLED', disposition: 'did-not-happen' },
    })
    await sleep(10)
    expect(await registry.resumeAnswered()).toEqual([])
    expect([paid, await statesOf(journal)]).toEqual([[], ['withdrawn']])
  })
})

describe('a yes that nothing came of', () => {
  it('[EFF-08] is over when the caller is told that nothing happened', async () => {
    for (const tool of [keyless, {}]) {
      const { registry, paid, asked } = bank({ tool, inside: [busyOnce()] })
      const pay = () => registry.dispatch('bank/pay', payment)
      expect(await rejection(pay())).toMatchObject({
        ...{ code: 'BUSY', disposition: 'did-not-happen' },
      })
      expect(await registry.resumeAnswered()).toEqual([])
      expect(await pay()).toMatchObject({ value: 1 })
      expect([paid, asked.length]).toEqual([[payment], 2])
    }
  })

  it('[EFF-08] is over when its call is cancelled or out of time in a queue', async () => {
    const running = deferred<string>()
    const { registry, journal } = bank({
      tool: { ...keyless, call: () => running.promise },
      inside: [new ConcurrencyLayer({ limit: 1, waitMs: 60_000 })],
    })
    const first = registry.dispatch('bank/pay', payment)
    await sleep(10)
    const signal = AbortSignal.timeout(20)
    const deadline = new Date(Date.now() + 20)
    const left = [{ signal }, { deadline }].map((context) =>
      rejection(registry.dispatch('bank/pay', payment, context)),
    )
    expect((await Promise.all(left)).map(({ code }) => code)).toEqual(['CANCELLED', 'TIMED_OUT'])
    await sleep(20)
    expect(await statesOf(journal)).toEqual(['running', 'withdrawn', 'withdrawn'])
    running.resolve('paid')
    expect(await first).toMatchObject({ value: 'paid' })
  })

  it('[EFF-08] is over for a call that may be tried again, where nothing would find it', async () => {
    const options = { disposition: 'did-not-happen', retryable: true } as const
    const call = () => {
      throw new ToolFailure('Busy.', options)
    }
    const { registry, journal } = bank({ tool: { ...keyless, call } })
    await rejection(registry.dispatch('bank/pay', payment))
    expect(await statesOf(journal)).toEqual(['withdrawn'])
  })

  it('[EFF-08] stays where the call may have happened', async () => {
    const { registry, journal } = bank({ inside: [busyOnce('in-doubt')] })
    await rejection(registry.dispatch('bank/pay', payment))
    expect(await statesOf(journal)).toEqual(['answered'])
  })

  it('[EFF-08] stays where it was said to a call that nobody waits for', async () => {
    const park: Approver = () => ({ decision: 'park' })
    const { registry, journal, paid } = bank({ approver: park, inside: [busyOnce()] })
    const id = idOf(await registry.dispatch('bank/pay', payment))
    await approveAs(journal, id)
    // Another call takes it up, and is turned away.
    expect(await rejection(registry.dispatch('bank/pay', payment))).toMatchObject({ code: 'BUSY' })
    expect(await statesOf(journal)).toEqual(['answered'])
    expect(await registry.resume(id)).toMatchObject({ value: 1 })
    expect(paid).toEqual([payment])
  })

  it('[EFF-08] is reported when it cannot be taken back', async () => {
    const journal = failing(memoryJournal(), 'withdraw')
    const { registry } = bank({ journal, inside: [busyOnce()] })
    const events: ToolEvent[] = []
    const told = registry.observe((event) => events.push(event))
    expect(await rejection(told.dispatch('bank/pay', payment))).toMatchObject({ code: 'BUSY' })
    expect(events.map(({ type }) => type)).toContain('unsettled')
  })
})

describe('a question that cannot be taken back', () => {
  it('[EFF-08] hides not what the approver failed with', async () => {
    const cause = new Error('no desk')
    const { registry } = bank({
      journal: failing(memoryJournal(), 'withdraw'),
      approver: () => {
        throw cause
      },
    })
    const events: ToolEvent[] = []
    const told = registry.observe((event) => events.push(event))
    expect(await rejection(told.dispatch('bank/pay', payment))).toMatchObject({
      ...{ code: 'LAYER_FAILED', disposition: 'did-not-happen', cause },
    })
    expect(events).toMatchObject([
      { type: 'unsettled', error: { cause: { message: 'disk full' } } },
      { type: 'terminal' },
    ])
  })

  it('[EFF-08] lets no edit run in its place', async () => {
    const { registry, paid } = bank({
      journal: failing(memoryJournal(), 'withdraw'),
      approver: () => ({ decision: 'edit', decidedBy: 'ann', arguments: { id: 'b' } }),
    })
    expect(await rejection(registry.dispatch('bank/pay', payment))).toMatchObject({
      code: 'JOURNAL_UNAVAILABLE',
    })
    expect(paid).toEqual([])
  })
})

describe('a yes that cannot be recorded', () => {
  it('[EFF-08] leaves no question behind that a later yes would let run', async () => {
    const journal = failing(memoryJournal(), 'approve')
    const { registry } = bank({ journal, approver: yes() })
    expect(await rejection(registry.dispatch('bank/pay', payment))).toMatchObject({
      ...{ code: 'JOURNAL_UNAVAILABLE', disposition: 'did-not-happen' },
    })
    expect(await statesOf(journal)).toEqual(['withdrawn'])
  })
})
