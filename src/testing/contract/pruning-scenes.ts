import assert from 'node:assert/strict'

import type { JournalRecord } from '../../journal/record/journal-record.js'
import {
  answers,
  approval,
  approves,
  begins,
  claimOf,
  output,
  proposes,
  questionOf,
  stands,
  starts,
  suspends,
  type Scenes,
  type Stage,
} from './stage.js'

const old = { olderThanMs: 1000 } as const

async function settles({ first }: Stage): Promise<JournalRecord> {
  const record = await starts(first)
  await first.settle(claimOf(record), output)
  return record
}

/** What pruning takes, and what it never does. */
export const pruningScenes: Scenes = {
  'row 19: the same call is answered with what was recorded': async (stage) => {
    const record = await settles(stage)
    await begins(stage.second, 'settled', { call: { callId: 'call-2' } })
    const { record: met } = await begins(stage.second, 'settled', { intent: 'propose', approval })
    assert.deepEqual([met.id, met.result, met.call.callId], [record.id, output, 'call-1'])
  },

  'row 19: the same call is known to be done when its payload is gone': async (stage) => {
    const { first, second, advance } = stage
    const record = await settles(stage)
    advance(1000)
    assert.equal(await second.prune(old), 1)
    const { record: met } = await begins(first, 'settled')
    assert.deepEqual([met.id, met.result, met.isPruned], [record.id, undefined, true])
    assert.deepEqual(met.call.arguments, {})
    await begins(first, 'key-reused', { call: { arguments: { invoice: 8 } } })
    assert.equal(await second.prune(old), 0)
  },

  'pruning: what is younger stays as it is': async (stage) => {
    const record = await settles(stage)
    stage.advance(999)
    assert.equal(await stage.second.prune(old), 0)
    await stands(stage.second, record, { result: output })
  },

  'pruning: a key is forgotten only where that is asked for': async (stage) => {
    const { first, second, advance } = stage
    const record = await settles(stage)
    advance(1000)
    assert.equal(await second.prune(old), 1)
    assert.equal(await second.prune({ ...old, forgetKeys: true }), 1)
    assert.equal(await first.find(record.id), undefined)
    await starts(first)
  },

  'pruning: what runs, waits, was answered or is in doubt is never taken': async (stage) => {
    const { first, second, advance, now } = stage
    const records = [
      await proposes(first, { keyDigest: 'parked' }),
      await approves(first, await proposes(first, { keyDigest: 'approved' })),
      await answers(first, await suspends(first, { keyDigest: 'answered' })),
      await starts(first, { keyDigest: 'doubt' }),
    ]
    await first.hold(claimOf(records[3] as JournalRecord))
    advance(1e9)
    records.push(await starts(first, { keyDigest: 'running', deadlineMs: now() + 1e12 }))
    assert.equal(await second.prune({ olderThanMs: 0, forgetKeys: true }), 0)
    assert.deepEqual(
      (await second.list()).map(({ id }) => id).sort(),
      records.map(({ id }) => id).sort(),
    )
  },

  'pruning: what was closed is taken, but a no still holds': async (stage) => {
    const { first, second, advance } = stage
    const closed = await starts(first, { keyDigest: 'closed', call: { callId: 'call-0' } })
    await first.release(claimOf(closed), { isRetryable: false })
    const denied = await proposes(first)
    await first.deny({ ...questionOf(denied), by: 'eve' })
    advance(1000)
    assert.equal(await second.prune(old), 2)
    assert.equal(await first.find(closed.id), undefined)
    await stands(first, denied, { question: undefined, isPruned: true })
    await begins(first, 'denied', { intent: 'propose', approval })
    assert.equal(await second.prune({ ...old, forgetKeys: true }), 1)
    await proposes(first)
  },

  'pruning: what comes late to a pruned record brings no payload back': async (stage) => {
    const { first, second, advance } = stage
    const record = await settles(stage)
    advance(1000)
    await second.prune(old)
    await first.settle(claimOf(record), { status: 'output', value: 'late' })
    const { late } = await stands(second, record, { result: undefined })
    assert.deepEqual(
      late.map(({ verb, result }) => [verb, result]),
      [['settle', undefined]],
    )
  },
}
