import assert from 'node:assert/strict'

import { JournalFault } from '../../journal/store/record-store.js'
import {
  begins,
  claimOf,
  output,
  stands,
  starts,
  times,
  type CallChanges,
  type Scenes,
} from './stage.js'

const idempotent: CallChanges = { call: { effect: 'idempotent' } }
const isFault = (error: unknown): boolean => error instanceof JournalFault

/** Leases say nothing certain about their holder; what they decide is only when somebody is told. */
export const leaseScenes: Scenes = {
  'leases: however often one lapses, no write starts': async ({ first, second, advance }) => {
    const record = await starts(first)
    for (const quietTimes of [1, 10, 100]) {
      advance(quietTimes * times.quietMs)
      await begins(second, 'in-doubt')
      await begins(first, 'in-doubt', { recordId: record.id })
    }
    await stands(second, record, { state: 'in-doubt', attempt: 1 })
  },

  'leases: a holder that begins another call lives for all it holds': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first)
    advance(times.leaseMs - 1)
    await starts(first, { keyDigest: 'other' })
    advance(times.leaseMs - 1)
    await stands(second, record, { state: 'running' })
    advance(1)
    await stands(second, record, { state: 'in-doubt' })
  },

  'leases: a reader moves what nobody holds any more': async ({ first, second, advance }) => {
    const record = await starts(first)
    advance(times.leaseMs)
    const listed = await second.list({ states: ['in-doubt'] })
    assert.deepEqual(
      listed.map(({ id, doubt }) => [id, doubt]),
      [[record.id, true]],
    )
    assert.deepEqual(await second.list({ states: ['running'] }), [])
  },

  'leases: an attempt that is held may start its body': async ({ first }) => {
    assert.equal(await first.confirm(claimOf(await starts(first))), true)
  },

  'leases: an attempt of another may not start its body when the record has moved': async (
    stage,
  ) => {
    const { first, second, advance } = stage
    const old = claimOf(await starts(first, idempotent))
    advance(times.leaseMs)
    const taken = claimOf(await starts(second, idempotent))
    // As the holder's own journal would ask that had lost what it knew.
    assert.equal(await second.confirm(old), false)
    await second.settle(taken, output)
    assert.equal(await first.confirm(taken), false)
  },

  'leases: an attempt that only time put in doubt may start its body at last': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first)
    advance(times.leaseMs)
    await begins(second, 'in-doubt')
    // Its holder lives after all.
    await starts(first, { keyDigest: 'other' })
    assert.equal(await second.confirm(claimOf(record)), true)
    await stands(second, record, { state: 'running', attempt: 1, doubt: true })
  },

  'leases: no body starts past the time of its call': async ({ first, second, now, advance }) => {
    const record = await starts(first, { deadlineMs: now() + 1000 })
    advance(1000 + times.graceMs - 1)
    assert.equal(await second.confirm(claimOf(record)), true)
    advance(1)
    assert.equal(await second.confirm(claimOf(record)), false)
  },

  'leases: closing a journal puts in doubt what it holds': async ({ first, second }) => {
    const record = await starts(first)
    await first.close()
    await stands(second, record, { state: 'in-doubt', doubt: true })
  },

  'leases: a closed journal starts nothing, and closes again': async ({ first, second }) => {
    const claim = claimOf(await starts(first))
    const closing = first.close()
    await assert.rejects(first.confirm(claim), isFault)
    await assert.rejects(starts(first, { keyDigest: 'other' }), isFault)
    await closing
    await assert.rejects(first.settle(claim, output), isFault)
    await first.close()
    await stands(second, { id: claim.recordId }, { state: 'in-doubt' })
  },
}
