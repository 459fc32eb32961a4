import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { suspend } from '../../../src/tools/suspension.js'
import { idOf, yes } from '../approval/bank.js'
import { rejection } from '../../registry/tools.js'
import { bankOn } from './two-processes.js'

const reads = { effect: 'read', idempotencyKey: undefined } as const
const read = { id: 'a' }

describe('the record of a call that only reads', () => {
  it('keeps nothing of what was read once a person has approved of it', async () => {
    const journal = memoryJournal()
    const registry = bankOn(journal, { ...reads, call: () => 'the balance' }).layer(
      new ApprovalLayer(yes(), { when: () => true }),
    )
    expect(await registry.dispatch('bank/pay', read)).toMatchObject({ value: 'the balance' })
    const records = await journal.list()
    expect(records).toMatchObject([{ state: 'closed', closedFor: 'read' }])
    expect(JSON.stringify(records)).not.toContain('the balance')
  })

  it('keeps neither the answer it went on with nor what it came to', async () => {
    const journal = memoryJournal()
    const registry = bankOn(journal, {
      ...reads,
      call: () => suspend({ reason: 'Which account?', inputSchema: { type: 'string' } }),
      resume: (_args, account) => ['the balance of', account],
    })
    const id = idOf(await registry.dispatch('bank/pay', read))
    expect(await registry.resume(id, 'A-1')).toMatchObject({ value: ['the balance of', 'A-1'] })
    expect(JSON.stringify(await journal.list())).not.toContain('A-1')
    expect(await rejection(registry.resume(id, 'A-1'))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await registry.resumeAnswered()).toEqual([])
  })
})

describe('who joins a question', () => {
  it('is told how much is left of its time', async () => {
    const clock = { nowMs: Date.UTC(2001, 1, 3) }
    const journal = memoryJournal({ now: () => clock.nowMs })
    const question = { reason: 'Which?', inputSchema: { type: 'string' } } as const
    const registry = bankOn(journal, { call: () => suspend({ ...question, expiresInMs: 10_000 }) })
    const leftMs = async () => {
      const outcome = await registry.dispatch('bank/pay', read)
      return outcome.status === 'suspended' ? outcome.suspension.expiresInMs : undefined
    }
    expect(await leftMs()).toBe(10_000)
    clock.nowMs += 9000
    expect(await leftMs()).toBe(1000)
  })
})
