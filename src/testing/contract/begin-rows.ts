import assert from 'node:assert/strict'

import type { JournalRecord } from '../../journal/record/journal-record.js'
import {
  answers,
  approval,
  approves,
  begins,
  claimOf,
  leaves,
  output,
  proposes,
  questionOf,
  recordedCall,
  stands,
  starts,
  suspends,
  times,
  type Scene,
  type Scenes,
  type Stage,
} from './stage.js'

/** How a record comes to stand in each state in which it holds its key. */
const holding: Readonly<Record<string, (stage: Stage) => Promise<JournalRecord>>> = {
  running: ({ first }) => starts(first),
  parked: ({ first }) => proposes(first),
  answered: async ({ first }) => approves(first, await proposes(first)),
  'in doubt': async ({ first }) => {
    const record = await starts(first)
    await first.hold(claimOf(record))
    return record
  },
  settled: async ({ first }) => {
    const record = await starts(first)
    await first.settle(claimOf(record), output)
    return record
  },
}

const other = { call: { arguments: { invoice: 8 } } } as const

function reuse(state: string): readonly [string, Scene] {
  const scene: Scene = async (stage) => {
    const record = await holding[state]?.(stage)
    assert.ok(record)
    await leaves(stage.second, record, () => begins(stage.second, 'key-reused', other))
    await leaves(stage.second, record, () =>
      begins(stage.second, 'key-reused', { ...other, intent: 'propose', approval }),
    )
  }
  return [`row 1: a key whose record is ${state} is not to be used with other arguments`, scene]
}

/** Rows 1 to 5: what a call meets that begins. */
export const beginRows: Scenes = {
  ...Object.fromEntries(Object.keys(holding).map(reuse)),

  'row 1: a key is known to be used before its record is looked at': async (stage) => {
    const record = await starts(stage.first)
    stage.advance(times.leaseMs + 1)
    const reused = await begins(stage.second, 'key-reused', other)
    assert.equal(reused.record.id, record.id)
    assert.equal(reused.record.state, 'running')
  },

  'row 1: a key that was freed may be used with other arguments': async ({ first, second }) => {
    await first.release(claimOf(await starts(first)), { isRetryable: false })
    await starts(second, other)
  },

  'row 2: a new call that has to be approved is parked before its body runs': async (stage) => {
    const proposed = await begins(stage.first, 'parked', {
      ...{ intent: 'propose', approval: { ...approval, expiresInMs: 1000 } },
    })
    assert.equal(proposed.isNew, true)
    const parked = await stands(stage.second, proposed.record, {
      ...{ state: 'parked', attempt: 0, phase: 0, doubt: false },
    })
    const { kind, reason, expiresAtMs } = parked.question ?? {}
    assert.deepEqual([kind, reason, expiresAtMs], ['approval', 'money', stage.now() + 1000])
    assert.match(parked.question?.suspensionId ?? '', /^[0-9a-f]{32}$/)
  },

  'row 2: a key that was freed is asked about anew': async ({ first, second }) => {
    const withdrawn = await proposes(first)
    await first.withdraw({ ...questionOf(withdrawn), reason: 'nobody there' })
    const parked = await proposes(second)
    assert.notEqual(parked.id, withdrawn.id)
    assert.notEqual(parked.question?.suspensionId, withdrawn.question?.suspensionId)
  },

  'row 3: a new call runs its body as attempt 1': async ({ first, second, now }) => {
    const { id } = await starts(first, { deadlineMs: now() + 1000 })
    const record = await stands(second, { id }, { state: 'running', attempt: 1, phase: 0 })
    assert.deepEqual(record.call, recordedCall())
    assert.deepEqual([record.doubt, record.late], [false, []])
    assert.equal(record.holder?.deadlineMs, now() + 1000)
    assert.match(id, /^[0-9a-f]{32}$/)
  },

  'row 3: after a record was closed the next call has a record of its own': async (stage) => {
    const closed = await starts(stage.first)
    await stage.first.release(claimOf(closed), { isRetryable: true })
    const next = await starts(stage.second)
    assert.notEqual(next.id, closed.id)
    assert.equal(next.attempt, 1)
    await stands(stage.second, closed, { state: 'closed' })
  },

  'row 3: a call that only proposes and need not be approved leaves nothing': async (stage) => {
    await begins(stage.first, 'free', { intent: 'propose' })
    assert.deepEqual(await stage.second.list(), [])
  },

  'row 3: calls without a key have records of their own': async ({ first, second }) => {
    const keyless = { keyDigest: undefined, key: undefined }
    const [one, two] = [await starts(first, keyless), await starts(second, keyless)]
    assert.notEqual(one.id, two.id)
    await begins(first, 'in-flight', { ...keyless, recordId: one.id })
  },

  'row 3: a call whose own record was closed meets who holds its key by now': async (stage) => {
    const { first, second } = stage
    const own = await starts(first)
    await first.release(claimOf(own), { isRetryable: true })
    const holder = await starts(second)
    const met = await begins(first, 'in-flight', { recordId: own.id })
    assert.equal(met.record.id, holder.id)
    await begins(first, 'key-reused', { recordId: own.id, ...other })
  },

  'row 4: the same call joins the question that is open': async ({ first, second }) => {
    const asked = await proposes(first)
    for (const intent of ['propose', 'start'] as const) {
      const again = await begins(second, 'parked', { intent, approval })
      assert.equal(again.isNew, false)
      assert.equal(again.record.question?.suspensionId, asked.question?.suspensionId)
    }
    assert.equal((await second.list()).length, 1)
  },

  'row 4: the same call joins the question of a body': async ({ first, second }) => {
    const asked = await suspends(first)
    await leaves(second, asked, () => begins(second, 'parked'))
  },

  'row 5: the same call is told of the one that runs': async ({ first, second, advance }) => {
    const running = await starts(first)
    advance(times.leaseMs - 1)
    await leaves(second, running, () => begins(second, 'in-flight'))
    await leaves(second, running, () => begins(second, 'in-flight', { intent: 'propose' }))
  },

  'row 15: a call that was answered is one that proposes told of, and nothing else': async (
    stage,
  ) => {
    const { first, second } = stage
    const approved = await approves(first, await proposes(first))
    await leaves(second, approved, () => begins(second, 'approved', { intent: 'propose' }))
    const answered = await answers(first, await suspends(first, { keyDigest: 'other' }))
    await leaves(second, answered, () =>
      begins(second, 'approved', { keyDigest: 'other', intent: 'propose' }),
    )
  },
}
