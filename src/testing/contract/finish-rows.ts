import assert from 'node:assert/strict'

import {
  answers,
  approves,
  begins,
  claimOf,
  output,
  proposes,
  question,
  recordedCall,
  stands,
  starts,
  suspends,
  times,
  type CallChanges,
  type Scenes,
} from './stage.js'

const retryable = { isRetryable: true } as const
const final = { isRetryable: false } as const
const idempotent: CallChanges = { call: { effect: 'idempotent' } }

const failed = {
  status: 'failed',
  failure: { code: 'TOOL_FAILED', disposition: 'landed', message: 'bank: no.', modelText: 'No.' },
} as const

/** Rows 9 to 12: what the holder of a call says. */
export const finishRows: Scenes = {
  'row 9: what did not happen frees its key': async ({ first, second }) => {
    const record = await starts(first)
    const { status } = await first.release(claimOf(record), final)
    assert.equal(status, 'moved')
    await stands(second, record, { state: 'closed', closedFor: 'did-not-happen' })
    await starts(second)
  },

  'row 9: what may have landed before keeps its key, though this attempt did not happen': async (
    stage,
  ) => {
    const { first, second, advance } = stage
    await starts(first, idempotent)
    advance(times.leaseMs)
    const record = await starts(second, idempotent)
    await second.release(claimOf(record), retryable)
    await stands(first, record, { state: 'in-doubt', doubt: true })
    await begins(first, 'in-doubt')
  },

  'row 9: a resume that did not happen keeps its answer, and can run again': async (stage) => {
    const { first, second } = stage
    await answers(first, await suspends(first))
    const record = await starts(first)
    await first.release(claimOf(record), final)
    await stands(second, record, { state: 'answered', phase: 1, doubt: false })
    const again = await starts(second)
    assert.deepEqual([again.id, again.attempt], [record.id, record.attempt + 1])
    assert.deepEqual([again.answer?.value, again.answer?.by], ['A-1', 'ann'])
  },

  'row 9: an approved call that may be tried again keeps its approval': async (stage) => {
    const { first, second } = stage
    await approves(first, await proposes(first))
    const record = await starts(first)
    await first.release(claimOf(record), retryable)
    await stands(second, record, { state: 'answered', phase: 0 })
    assert.equal((await starts(second)).approval?.decidedBy, 'ann')
  },

  'row 9: an approved call that is not to be tried again frees its key': async (stage) => {
    const { first, second } = stage
    await approves(first, await proposes(first))
    const record = await starts(first)
    await first.release(claimOf(record), final)
    await stands(second, record, { state: 'closed', closedFor: 'did-not-happen' })
    assert.notEqual((await proposes(second)).id, record.id)
  },

  'row 9: what did not happen is tried again on the record that its own call has': async (
    stage,
  ) => {
    const { first, second } = stage
    const record = await starts(first)
    await first.release(claimOf(record), { isRetryable: true })
    const again = await starts(first, { recordId: record.id })
    assert.deepEqual([again.id, again.attempt, again.doubt], [record.id, 2, false])
    await stands(second, record, { state: 'running', attempt: 2, closedFor: undefined })
  },

  'row 9: what did not happen is another record when its key is held by another call': async ({
    first,
    second,
  }) => {
    const record = await starts(first)
    await first.release(claimOf(record), { isRetryable: true })
    const other = await starts(second)
    const met = await begins(first, 'in-flight', { recordId: record.id })
    assert.equal(met.record.id, other.id)
  },

  'row 10: what nobody knows is in doubt, for good': async ({ first, second, advance }) => {
    const record = await starts(first)
    assert.equal((await first.hold(claimOf(record))).status, 'moved')
    await stands(second, record, { state: 'in-doubt', doubt: true })
    advance(1000 * times.quietMs)
    await begins(second, 'in-doubt')
  },

  'row 10: a read is never in doubt': async ({ first, second }) => {
    const read: CallChanges = { call: { effect: 'read' } }
    await answers(first, await suspends(first, read))
    const record = await starts(first, read)
    await first.hold(claimOf(record))
    await stands(second, record, { state: 'answered', doubt: false, phase: 1 })
  },

  'row 11: what landed is settled with its output': async ({ first, second, now, advance }) => {
    const record = await starts(first)
    advance(5)
    assert.equal((await first.settle(claimOf(record), output)).status, 'moved')
    await stands(second, record, { state: 'settled', result: output, changedAtMs: now() })
  },

  'row 11: what landed and failed is settled with its failure': async ({ first, second }) => {
    const record = await starts(first)
    await first.settle(claimOf(record), failed)
    const { record: met } = await begins(second, 'settled')
    assert.deepEqual(met.result, failed)
  },

  'row 11: of a read that has ended nothing is kept': async ({ first, second }) => {
    const read: CallChanges = { call: { effect: 'read' } }
    await answers(first, await suspends(first, read))
    const record = await starts(first, read)
    await first.settle(claimOf(record), output)
    const closed = { state: 'closed', closedFor: 'read' } as const
    await stands(second, record, { ...closed, result: undefined, answer: undefined })
  },

  'row 11: what is in doubt is settled by its own attempt, however late': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first)
    advance(times.leaseMs)
    await begins(second, 'in-doubt')
    assert.equal((await first.settle(claimOf(record), output)).status, 'moved')
    await stands(second, record, { state: 'settled', result: output, late: [] })
  },

  'row 12: a body that asks is parked, and its next phase waits': async (stage) => {
    const { first, second, now } = stage
    const asked = { ...question, expiresInMs: 1000 }
    const record = await suspends(first, {}, asked)
    const parked = await stands(second, record, { state: 'parked', phase: 1, attempt: 1 })
    const { suspensionId, ...rest } = parked.question ?? {}
    assert.match(suspensionId ?? '', /^[0-9a-f]{32}$/)
    const { expiresInMs, ...same } = asked
    assert.deepEqual(rest, { ...same, expiresAtMs: now() + expiresInMs, fourEyes: false })
  },

  'row 12: a body may ask again, and waits for another answer': async ({ first, second }) => {
    const once = await suspends(first)
    await answers(first, once)
    const twice = await suspends(first)
    await stands(second, twice, { state: 'parked', phase: 2, answer: undefined })
    assert.notEqual(twice.question?.suspensionId, once.question?.suspensionId)
    await answers(second, twice)
    assert.equal((await starts(second)).phase, 2)
  },

  'row 12: a read is parked when it asks': async ({ first, second }) => {
    const record = await first.park(recordedCall({ effect: 'read' }), question)
    await stands(second, record, { state: 'parked', phase: 1, keyDigest: undefined })
    await answers(second, record)
    const { record: going } = await begins(second, 'started', {
      ...{ recordId: record.id, keyDigest: undefined, key: undefined },
      call: { effect: 'read' },
    })
    assert.equal(going.answer?.value, 'A-1')
  },
}
