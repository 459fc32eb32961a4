import assert from 'node:assert/strict'

import type { Journal } from '../../journal/journals/journal.js'
import type { JournalRecord } from '../../journal/record/journal-record.js'
import {
  answers,
  approval,
  approves,
  begins,
  isRefused,
  proposes,
  question,
  questionOf,
  stands,
  starts,
  suspends,
  tenantId,
  type CallChanges,
  type Scene,
  type Scenes,
} from './stage.js'

const expiresInMs = 1000
const expiring = { approval: { ...approval, expiresInMs } } as const
const asking = { ...question, expiresInMs }

/** Who may notice that a question has lapsed. */
const readers: Readonly<Record<string, (journal: Journal, parked: JournalRecord) => unknown>> = {
  'who looks it up': (journal, { id }) => journal.find(id),
  'who looks up its question': (journal, parked) => journal.findSuspended(questionOf(parked)),
  'who lists': (journal) => journal.list({ states: ['closed'] }),
  'who lists questions': async (journal) => {
    assert.deepEqual(await journal.pending({ tenantId }), [])
  },
  'who proposes the same': (journal) => proposes(journal),
  'who starts the same': (journal) => starts(journal),
  'who approves': async (journal, parked) => {
    isRefused(await journal.approve({ ...questionOf(parked), by: 'ann' }), 'expired')
  },
  'who denies': async (journal, parked) => {
    isRefused(await journal.deny({ ...questionOf(parked), by: 'ann' }), 'expired')
  },
}

function noticed(who: string): readonly [string, Scene] {
  const scene: Scene = async ({ first, second, advance }) => {
    const parked = await proposes(first, expiring)
    advance(expiresInMs - 1)
    await stands(first, parked, { state: 'parked' })
    advance(1)
    await readers[who]?.(second, parked)
    // What stands in the store, not what the next reader would make of it: both journals see the same.
    const closed = await first.list({ states: ['closed'] })
    assert.deepEqual(
      closed.map(({ id, closedFor }) => [id, closedFor]),
      [[parked.id, 'expired']],
    )
  }
  return [`row 14: a question that lapsed is closed for ${who}`, scene]
}

/** Row 14: a no, and time that says no. */
export const expiryRows: Scenes = {
  'row 14: a no closes the record and frees its key': async ({ first, second }) => {
    const parked = await proposes(first)
    const denied = await second.deny({ ...questionOf(parked), by: 'eve', reason: 'too much' })
    assert.equal(denied.status, 'recorded')
    const said = { closedFor: 'denied', by: 'eve', byReason: 'too much' } as const
    await stands(first, parked, { state: 'closed', ...said })
    assert.deepEqual(await first.pending({ tenantId }), [])
  },

  'row 14: a no holds for the call, whatever it calls': async ({ first, second }) => {
    const parked = await proposes(first)
    await first.deny({ ...questionOf(parked), by: 'eve' })
    const again = { intent: 'propose', approval } as const
    await begins(second, 'denied', again)
    await begins(second, 'denied', { ...again, recordId: parked.id })
    await begins(second, 'denied', { recordId: parked.id })
    await begins(second, 'parked', { ...again, call: { callId: 'call-2' } })
  },

  'row 14: a no holds for the same tool and arguments within the run': async (stage) => {
    const { first, second } = stage
    const inRun = (callId: string, runId: string): CallChanges => ({
      ...{ intent: 'propose', approval, keyDigest: callId },
      call: { callId, runId },
    })
    const parked = await proposes(first, inRun('call-1', 'run-1'))
    await first.deny({ ...questionOf(parked), by: 'eve' })
    await begins(second, 'denied', inRun('call-2', 'run-1'))
    await begins(second, 'parked', inRun('call-3', 'run-2'))
    const other = inRun('call-4', 'run-1')
    await begins(second, 'parked', { ...other, call: { ...other.call, arguments: { invoice: 8 } } })
  },

  'row 14: a no is a no, also to a tool that has changed': async ({ first, second }) => {
    const parked = await proposes(first)
    const said = { ...questionOf(parked), by: 'eve', contractDigest: 'c2' }
    assert.equal((await second.deny(said)).status, 'recorded')
    await stands(first, parked, { state: 'closed', closedFor: 'denied' })
  },

  'row 14: a question that is taken back is no no': async ({ first, second }) => {
    const parked = await proposes(first)
    await first.withdraw({ ...questionOf(parked), reason: 'nobody there' })
    await stands(second, parked, { state: 'closed', closedFor: 'withdrawn' })
    await proposes(second)
  },

  ...Object.fromEntries(Object.keys(readers).map(noticed)),

  'row 14: who waited for a question that lapsed is denied': async ({ first, advance }) => {
    const parked = await proposes(first, expiring)
    advance(expiresInMs)
    await begins(first, 'denied', { recordId: parked.id })
    await begins(first, 'denied', { recordId: parked.id })
  },

  'row 14: an approval that was not used lapses': async ({ first, second, advance }) => {
    const parked = await proposes(first, expiring)
    await approves(first, parked)
    advance(expiresInMs)
    await begins(second, 'denied', { recordId: parked.id })
    await stands(first, parked, { state: 'closed', closedFor: 'expired' })
  },

  'row 14: an approval that was used in time does not lapse': async (stage) => {
    const { first, second, advance } = stage
    await approves(first, await proposes(first, expiring))
    const running = await starts(first)
    advance(expiresInMs)
    await stands(second, running, { state: 'running' })
  },

  'row 14: a write whose question lapsed is in doubt': async ({ first, second, advance }) => {
    const parked = await suspends(first, {}, asking)
    advance(expiresInMs)
    await begins(second, 'in-doubt')
    await stands(first, parked, { state: 'in-doubt', doubt: true })
    isRefused(await first.answer({ ...questionOf(parked), value: 'A-1' }), 'expired')
  },

  'row 14: an idempotent call whose question lapsed is in doubt, and begins once more': async (
    stage,
  ) => {
    const { first, second, advance } = stage
    const idempotent: CallChanges = { call: { effect: 'idempotent' } }
    const parked = await suspends(first, idempotent, asking)
    advance(expiresInMs)
    await stands(second, parked, { state: 'in-doubt', doubt: true })
    const again = await starts(second, idempotent)
    assert.deepEqual([again.id, again.attempt, again.phase], [parked.id, 2, 0])
    isRefused(await first.answer({ ...questionOf(parked), value: 'A-1' }), 'expired')
  },

  'row 14: an idempotent call whose second question lapsed stays in doubt': async (stage) => {
    const { first, second, advance } = stage
    const idempotent: CallChanges = { call: { effect: 'idempotent' } }
    await answers(first, await suspends(first, idempotent))
    const parked = await suspends(first, idempotent, asking)
    advance(expiresInMs)
    await begins(second, 'in-doubt', idempotent)
    await stands(second, parked, { state: 'in-doubt', doubt: true, phase: 2 })
  },

  'row 14: a read whose question lapsed is closed': async ({ first, second, advance }) => {
    const parked = await suspends(first, { call: { effect: 'read' } }, asking)
    advance(expiresInMs)
    await stands(second, parked, { state: 'closed', closedFor: 'expired', doubt: false })
  },

  'row 14: an answer that was given in time is never lost': async (stage) => {
    const { first, second, advance } = stage
    const answered = await answers(first, await suspends(first, {}, asking))
    advance(1000 * expiresInMs)
    await stands(second, answered, { state: 'answered' })
    assert.equal((await starts(second)).answer?.value, 'A-1')
  },
}
