import assert from 'node:assert/strict'

import type { JournalRecord } from '../../journal/record/journal-record.js'
import {
  answers,
  approves,
  begins,
  claimOf,
  leaves,
  output,
  proposes,
  stands,
  starts,
  suspends,
  times,
  type CallChanges,
  type Scenes,
  type Stage,
} from './stage.js'

const idempotent: CallChanges = { call: { effect: 'idempotent' } }
const landed = { verdict: 'landed', result: output } as const
const didNotHappen = { verdict: 'did-not-happen' } as const

/** A call in doubt whose quiet time is over. */
async function inDoubt(stage: Stage, running: Promise<JournalRecord>): Promise<JournalRecord> {
  const record = await running
  await stage.first.hold(claimOf(record))
  stage.advance(times.quietMs)
  return record
}

/** Starts with what a person said before. */
async function startsAnswered({ first }: Stage, changes: CallChanges): Promise<JournalRecord> {
  await answers(first, await suspends(first, changes))
  return starts(first, changes)
}

/** Rows 6 to 8: what a call meets whose holder is gone, or whose result nobody knows. */
export const takeOverRows: Scenes = {
  'row 6: a write whose lease lapsed is in doubt': async ({ first, second, advance }) => {
    const record = await starts(first)
    advance(times.leaseMs)
    const met = await begins(second, 'in-doubt')
    assert.equal(met.record.id, record.id)
    await stands(second, record, { state: 'in-doubt', doubt: true, attempt: 1 })
  },

  'row 6: a write past its deadline and the grace is in doubt, though its holder lives': async (
    stage,
  ) => {
    const { first, second, now, advance } = stage
    const record = await starts(first, { deadlineMs: now() + 1000 })
    advance(1000 + times.graceMs - 1)
    await begins(second, 'in-flight')
    advance(1)
    await begins(second, 'in-doubt')
    await stands(first, record, { state: 'in-doubt', doubt: true })
  },

  'row 6: a write in doubt is told to who proposes': async ({ first, second, advance }) => {
    await starts(first)
    advance(times.leaseMs)
    await begins(second, 'in-doubt', { intent: 'propose' })
  },

  'row 6: a tool that has become a write is in doubt as one': async (stage) => {
    await starts(stage.first, idempotent)
    stage.advance(times.leaseMs)
    await begins(stage.second, 'in-doubt')
  },

  'row 7: nobody looks into a write before its quiet time is over': async (stage) => {
    const { first, second, now, advance } = stage
    const deadlineMs = now() + 1000
    const record = await starts(first, { deadlineMs })
    await first.hold(claimOf(record))
    advance(1000 + times.quietMs - 1)
    assert.equal((await begins(second, 'in-doubt')).isQuiet, false)
    await leaves(second, record, async () => {
      const { status } = await second.reconcile(claimOf(record), landed)
      assert.equal(status, 'stale')
    })
    advance(1)
    assert.equal((await begins(second, 'in-doubt')).isQuiet, true)
  },

  'row 7: a write that turns out to have landed is settled': async (stage) => {
    const record = await inDoubt(stage, starts(stage.first))
    await stage.second.reconcile(claimOf(record), landed)
    await stands(stage.first, record, { state: 'settled', result: output, by: 'reconcile' })
    await begins(stage.second, 'settled')
  },

  'row 7: a write that turns out not to have happened frees its key': async (stage) => {
    const record = await inDoubt(stage, starts(stage.first))
    await stage.second.reconcile(claimOf(record), didNotHappen)
    await stands(stage.first, record, { state: 'closed', doubt: false, by: 'reconcile' })
    assert.notEqual((await starts(stage.second)).id, record.id)
  },

  'row 7: a resume that turns out not to have happened keeps its answer': async (stage) => {
    const record = await inDoubt(stage, startsAnswered(stage, {}))
    await stage.second.reconcile(claimOf(record), didNotHappen)
    await stands(stage.first, record, { state: 'answered', doubt: false, phase: 1 })
    const again = await starts(stage.second)
    assert.deepEqual([again.id, again.answer?.value], [record.id, 'A-1'])
  },

  'row 7: an approved call that turns out not to have happened keeps its approval': async (
    stage,
  ) => {
    await approves(stage.first, await proposes(stage.first))
    const record = await inDoubt(stage, starts(stage.first))
    await stage.second.reconcile(claimOf(record), didNotHappen)
    const { approval } = await stands(stage.first, record, { state: 'answered', doubt: false })
    assert.equal(approval?.decidedBy, 'ann')
  },

  'row 7: what nobody found out stays as it is': async (stage) => {
    const record = await inDoubt(stage, starts(stage.first))
    await leaves(stage.second, record, () => begins(stage.second, 'in-doubt'))
  },

  'row 7: what was found out of another attempt counts for nothing': async (stage) => {
    const record = await inDoubt(stage, starts(stage.first))
    const stale = { recordId: record.id, attempt: record.attempt + 1 }
    await leaves(stage.second, record, () => stage.second.reconcile(stale, landed))
  },

  'row 8: an idempotent call whose lease lapsed is taken over': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first, idempotent)
    advance(times.leaseMs - 1)
    await begins(second, 'in-flight', idempotent)
    advance(1)
    const taken = await starts(second, idempotent)
    assert.equal(taken.id, record.id)
    const holderId = taken.holder?.holderId
    assert.notEqual(holderId, record.holder?.holderId)
    await stands(first, record, { state: 'running', attempt: 2, phase: 0, doubt: true })
    assert.deepEqual(taken.key, record.key)
  },

  'row 8: an idempotent call past its deadline and the grace is taken over': async (stage) => {
    const { first, second, now, advance } = stage
    await starts(first, { ...idempotent, deadlineMs: now() + 1000 })
    advance(1000 + times.graceMs)
    assert.equal((await starts(second, idempotent)).attempt, 2)
  },

  'row 8: an idempotent call in doubt runs again, with no quiet time': async (stage) => {
    const record = await starts(stage.first, idempotent)
    await stage.first.hold(claimOf(record))
    await begins(stage.second, 'free', { ...idempotent, intent: 'propose' })
    await starts(stage.second, idempotent)
    await stands(stage.first, record, { state: 'running', attempt: 2, doubt: true })
  },

  'row 8: a resume that is taken over has its answer': async (stage) => {
    const record = await startsAnswered(stage, idempotent)
    stage.advance(times.leaseMs)
    const taken = await starts(stage.second, idempotent)
    assert.deepEqual([taken.id, taken.attempt, taken.phase], [record.id, 3, 1])
    assert.equal(taken.answer?.value, 'A-1')
  },

  'row 8: a read whose holder is gone goes back to its answer, and is never in doubt': async (
    stage,
  ) => {
    const read: CallChanges = { call: { effect: 'read' } }
    const record = await startsAnswered(stage, read)
    stage.advance(times.leaseMs)
    await stands(stage.second, record, { state: 'answered', doubt: false })
    const again = await starts(stage.second, read)
    assert.deepEqual([again.attempt, again.answer?.value], [3, 'A-1'])
  },
}
