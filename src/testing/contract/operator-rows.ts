import assert from 'node:assert/strict'

import type { Operated } from '../../journal/states/operate.js'
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
  type Scene,
  type Scenes,
  type Stage,
} from './stage.js'

const word = { by: 'olga', reason: 'asked the bank' } as const
const freed = { ...word, isForced: false } as const
const forced = { ...word, isForced: true } as const
const resolved = { ...word, result: output } as const

/** What an operator may not say anything of. */
const notInDoubt: Readonly<Record<string, (stage: Stage) => Promise<{ readonly id: string }>>> = {
  running: ({ first }) => starts(first),
  parked: ({ first }) => proposes(first),
  answered: async ({ first }) => approves(first, await proposes(first)),
  settled: async ({ first }) => {
    const record = await starts(first)
    await first.settle(claimOf(record), output)
    return record
  },
  closed: async ({ first }) => {
    const record = await starts(first)
    await first.release(claimOf(record), { isRetryable: false })
    return record
  },
}

function refusal(state: string): readonly [string, Scene] {
  const scene: Scene = async (stage) => {
    const { id } = (await notInDoubt[state]?.(stage)) ?? { id: '' }
    const before = await stage.second.find(id)
    for (const operated of [
      await stage.second.resolve(id, resolved),
      await stage.second.free(id, forced),
    ]) {
      assert.equal(operated.status, 'not-in-doubt')
    }
    assert.deepEqual(await stage.second.find(id), before)
  }
  return [`row 22: an operator has nothing to say of a record that is ${state}`, scene]
}

function has(operated: Operated, status: Operated['status']): void {
  assert.equal(operated.status, status)
}

/** Rows 17, 18 and 22: what an operator says who looked into it. */
export const operatorRows: Scenes = {
  'row 17: what an operator knows to have landed is settled, with who said so': async (stage) => {
    const { first, second } = stage
    const record = await starts(first)
    await first.hold(claimOf(record))
    has(await second.resolve(record.id, resolved), 'recorded')
    const by = { by: 'olga', byReason: 'asked the bank' }
    await stands(first, record, { state: 'settled', result: output, ...by })
    await begins(second, 'settled')
  },

  'row 17: a record that time has put in doubt can be resolved': async (stage) => {
    const record = await starts(stage.first)
    stage.advance(times.leaseMs)
    has(await stage.second.resolve(record.id, resolved), 'recorded')
  },

  'row 18: what an operator knows not to have happened frees its key': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first)
    await first.hold(claimOf(record))
    advance(times.quietMs)
    has(await second.free(record.id, freed), 'recorded')
    const said = { closedFor: 'released', by: 'olga', byReason: 'asked the bank' } as const
    await stands(first, record, { state: 'closed', attempt: 2, doubt: false, ...said })
    assert.notEqual((await starts(second)).id, record.id)
  },

  'row 18: nothing is released before its quiet time, unless it is forced': async (stage) => {
    const { first, second, now, advance } = stage
    const deadlineMs = now() + 1000
    const record = await starts(first, { deadlineMs })
    await first.hold(claimOf(record))
    advance(1000 + times.quietMs - 1)
    await leaves(first, record, async () => {
      const operated = await second.free(record.id, freed)
      assert.equal(operated.status, 'too-early')
      assert.equal(operated.untilMs, deadlineMs + times.quietMs)
    })
    has(await second.free(record.id, forced), 'recorded')
  },

  'row 18: the quiet time of a call without a deadline is since it is in doubt': async (stage) => {
    const { first, second, advance } = stage
    const record = await starts(first)
    advance(10 * times.quietMs)
    has(await second.free(record.id, freed), 'too-early')
    advance(times.quietMs)
    has(await second.free(record.id, freed), 'recorded')
  },

  'row 18: a resume that is released keeps its answer': async ({ first, second }) => {
    await answers(first, await suspends(first))
    const record = await starts(first)
    await first.hold(claimOf(record))
    has(await second.free(record.id, forced), 'recorded')
    await stands(first, record, { state: 'answered', attempt: 3, phase: 1, doubt: false })
    const going = await starts(second)
    assert.deepEqual([going.attempt, going.answer?.value], [4, 'A-1'])
  },

  'row 18: what the old holder of a released record says comes too late': async (stage) => {
    const { first, second } = stage
    await answers(first, await suspends(first))
    const record = await starts(first)
    await first.hold(claimOf(record))
    await second.free(record.id, forced)
    const { status } = await first.settle(claimOf(record), output)
    assert.equal(status, 'stale')
    await stands(second, record, { state: 'answered' })
  },

  'row 22: an operator is told of a record that is not there': async ({ first }) => {
    has(await first.resolve('none', resolved), 'unknown')
    has(await first.free('none', forced), 'unknown')
  },

  ...Object.fromEntries(Object.keys(notInDoubt).map(refusal)),

  'row 22: nothing is found out of a call that runs': async ({ first, second, advance }) => {
    const record = await starts(first)
    advance(times.leaseMs - 1)
    await leaves(second, record, () =>
      second.reconcile(claimOf(record), { verdict: 'did-not-happen' }),
    )
  },
}
