import assert from 'node:assert/strict'

import type { Journal } from '../../journal/journals/journal.js'
import type { JournalRecord } from '../../journal/record/journal-record.js'
import type { Claim, Finished } from '../../journal/states/finish.js'
import {
  begins,
  claimOf,
  output,
  question,
  starts,
  times,
  type CallChanges,
  type Scene,
  type Scenes,
  type Stage,
} from './stage.js'

const idempotent: CallChanges = { call: { effect: 'idempotent' } }
const late = { status: 'output', value: 'late' } as const

/** What a holder may say at last. */
const verbs: Readonly<Record<string, (journal: Journal, claim: Claim) => Promise<Finished>>> = {
  settle: (journal, claim) => journal.settle(claim, late),
  release: (journal, claim) => journal.release(claim, { isRetryable: true }),
  hold: (journal, claim) => journal.hold(claim),
  suspend: (journal, claim) => journal.suspend(claim, question),
}

/** Holds a word to move nothing, and to be kept as evidence. */
async function isKept(
  { first, second, now }: Stage,
  { verb, claim }: { readonly verb: string; readonly claim: Claim },
): Promise<void> {
  const before = await second.find(claim.recordId)
  const finished = await verbs[verb]?.(first, claim)
  assert.equal(finished?.status, 'stale')
  assert.ok(finished.record)
  const result = verb === 'settle' ? { result: late } : {}
  const evidence = { verb, attempt: claim.attempt, atMs: now(), ...result }
  assert.deepEqual(await second.find(claim.recordId), {
    ...before,
    late: [...(before?.late ?? []), evidence],
  })
}

function afterTakeOver(verb: string): readonly [string, Scene] {
  const scene: Scene = async (stage) => {
    const claim = claimOf(await starts(stage.first, idempotent))
    stage.advance(times.leaseMs)
    await starts(stage.second, idempotent)
    await isKept(stage, { verb, claim })
    await begins(stage.first, 'in-flight', idempotent)
  }
  return [`row 20: a ${verb} of an attempt that was taken over is kept as evidence`, scene]
}

function afterEnd(verb: string): readonly [string, Scene] {
  const scene: Scene = async (stage) => {
    const record: JournalRecord = await starts(stage.first)
    await stage.first.settle(claimOf(record), output)
    stage.advance(5)
    await isKept(stage, { verb, claim: claimOf(record) })
    const { record: met } = await begins(stage.second, 'settled')
    assert.deepEqual(met.result, output)
  }
  return [`row 20: a ${verb} of a settled record is kept as evidence, and changes nothing`, scene]
}

/** Row 20: what comes from an attempt that is no longer the record's own. */
export const lateRows: Scenes = {
  ...Object.fromEntries(Object.keys(verbs).map(afterTakeOver)),
  ...Object.fromEntries(Object.keys(verbs).map(afterEnd)),

  'row 20: what did not happen after all is kept as evidence once the call is in doubt': async (
    stage,
  ) => {
    const record = await starts(stage.first)
    stage.advance(times.leaseMs)
    await begins(stage.second, 'in-doubt')
    await isKept(stage, { verb: 'release', claim: claimOf(record) })
    await begins(stage.second, 'in-doubt')
  },

  'row 20: a word on a record that is not there is told as late': async ({ first }) => {
    const claim = { recordId: 'none', attempt: 1 }
    for (const say of Object.values(verbs)) {
      assert.deepEqual(await say(first, claim), { status: 'stale', record: undefined })
    }
  },
}
