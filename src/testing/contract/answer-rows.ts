import assert from 'node:assert/strict'

import type { Journal } from '../../journal/journals/journal.js'
import type { JournalRecord, RecordedCall } from '../../journal/record/journal-record.js'
import {
  answers,
  approval,
  approves,
  begins,
  claimOf,
  external,
  isRefused,
  leaves,
  output,
  proposes,
  questionOf,
  recorded,
  stands,
  starts,
  suspends,
  type CallChanges,
  type Scene,
  type Scenes,
} from './stage.js'

const agent = { id: 'bot', kind: 'agent', onBehalfOf: 'bob' } as const
const fourEyes: CallChanges = { approval: { ...approval, fourEyes: true } }
const performed = { result: output, performedBy: 'bank' } as const

/** Holds one approver to be refused under four eyes, and the question to stand. */
function ownProposal(by: string, call: Partial<RecordedCall>): Scene {
  return async ({ first, second }) => {
    const parked = await proposes(first, { ...fourEyes, call })
    await leaves(second, parked, async () => {
      isRefused(await second.approve({ ...questionOf(parked), by }), 'own-proposal')
    })
  }
}

function falsyAnswer(value: boolean | number | string | null): readonly [string, Scene] {
  const scene: Scene = async ({ first, second }) => {
    const parked = await suspends(first)
    recorded(await second.answer({ ...questionOf(parked), value }))
    const going = await starts(second)
    assert.deepEqual(going.answer?.value, value)
    isRefused(await first.answer({ ...questionOf(parked), value: 'other' }), 'already-answered')
  }
  return [`row 13: ${JSON.stringify(value)} is an answer`, scene]
}

/** How a question comes to be over. */
type End = (journal: Journal, parked: JournalRecord) => Promise<unknown>

const ends: Readonly<Record<string, End>> = {
  answered: approves,
  settled: async (journal, parked) => {
    await approves(journal, parked)
    await journal.settle(claimOf(await starts(journal)), output)
  },
  closed: (journal, parked) => journal.deny({ ...questionOf(parked), by: 'eve' }),
}

function over([state, end]: [string, End]): readonly [string, Scene] {
  const scene: Scene = async ({ first, second }) => {
    const parked = await proposes(first)
    await end(first, parked)
    const asked = { ...questionOf(parked), by: 'ann' }
    await leaves(second, parked, async () => {
      isRefused(await second.approve(asked), 'already-answered')
      isRefused(await second.deny(asked), 'already-answered')
      isRefused(await second.answer({ ...asked, value: 1 }), 'already-answered')
    })
  }
  return [`row 21: a question whose record is ${state} has been answered`, scene]
}

/** Rows 13, 15, 16 and 21: what people say. */
export const answerRows: Scenes = {
  'row 13: a yes is recorded with who said it, and starts nothing': async (stage) => {
    const { first, second, now, advance } = stage
    const expiring = { ...approval, expiresInMs: 9000 }
    const parked = await proposes(first, { approval: expiring })
    advance(5)
    await approves(second, parked)
    const decided = { decidedBy: 'ann', atMs: now(), expiresAtMs: now() + 8995 }
    await stands(first, parked, { state: 'answered', attempt: 0, approval: decided })
  },

  'row 13: an answer is recorded with who gave it': async ({ first, second, now }) => {
    const parked = await suspends(first)
    await answers(second, parked)
    const answer = { value: 'A-1', by: 'ann', atMs: now() }
    await stands(first, parked, { state: 'answered', attempt: 1, answer })
  },

  ...Object.fromEntries([false, 0, '', null].map(falsyAnswer)),

  'row 13: of two answers at once one is recorded': async ({ first, second }) => {
    const asked = questionOf(await suspends(first))
    const both = await Promise.all([
      first.answer({ ...asked, value: 'one' }),
      second.answer({ ...asked, value: 'two' }),
    ])
    assert.deepEqual(both.map(({ status }) => status).sort(), ['recorded', 'refused'])
    const { record } = both.find(({ status }) => status === 'recorded') ?? {}
    assert.equal((await starts(second)).answer?.value, record?.answer?.value)
  },

  'row 13: a question that is unknown is not answered': async ({ first }) => {
    const asked = { suspensionId: 'none', tenantId: 'acme', by: 'ann' }
    isRefused(await first.approve(asked), 'unknown')
    isRefused(await first.deny(asked), 'unknown')
    isRefused(await first.answer({ ...asked, value: 1 }), 'unknown')
    isRefused(await first.complete({ ...asked, ...performed }), 'unknown')
  },

  'row 13: a tool that has changed is not approved or answered': async ({ first, second }) => {
    const changed = { contractDigest: 'c2', by: 'ann' }
    const parked = await proposes(first)
    const asking = await suspends(first, { keyDigest: 'other' })
    await leaves(second, parked, async () => {
      isRefused(await second.approve({ ...questionOf(parked), ...changed }), 'contract-changed')
    })
    await leaves(second, asking, async () => {
      const said = { ...questionOf(asking), ...changed, value: 1 }
      isRefused(await second.answer(said), 'contract-changed')
    })
    recorded(await second.approve({ ...questionOf(parked), by: 'ann', contractDigest: 'c1' }))
  },

  'row 13: a question of one kind is not answered as one of another': async (stage) => {
    const { first, second } = stage
    const parked = { ...questionOf(await proposes(first)), by: 'ann' }
    const asking = { ...questionOf(await suspends(first, { keyDigest: 'other' })), by: 'ann' }
    isRefused(await second.answer({ ...parked, value: { decision: 'approve' } }), 'not-a-question')
    isRefused(await second.complete({ ...parked, ...performed }), 'not-external')
    isRefused(await second.approve(asking), 'not-an-approval')
    isRefused(await second.deny(asking), 'not-an-approval')
    isRefused(await second.withdraw({ ...asking, reason: 'none' }), 'not-an-approval')
    isRefused(await second.complete({ ...asking, ...performed }), 'not-external')
  },

  'row 13: under four eyes nobody approves what they propose': ownProposal('bot', {
    principal: agent,
  }),
  'row 13: under four eyes nobody approves what is proposed for them': ownProposal('bob', {
    principal: agent,
  }),
  'row 13: under four eyes nobody approves what nobody is named for': ownProposal('ann', {}),

  'row 13: under four eyes somebody else approves': async ({ first, second }) => {
    const parked = await proposes(first, { ...fourEyes, call: { principal: agent } })
    await approves(second, parked)
  },

  'row 15: what was answered runs as the next attempt, and keeps what was said': async (stage) => {
    const { first, second } = stage
    const parked = await suspends(first)
    await answers(first, parked)
    const going = await starts(second)
    assert.deepEqual([going.id, going.attempt, going.phase], [parked.id, 2, 1])
    await stands(first, going, { state: 'running', doubt: false })
    assert.equal(going.answer?.value, 'A-1')
    await begins(first, 'in-flight')
  },

  'row 15: what was approved runs as attempt 1': async ({ first, second }) => {
    const parked = await proposes(first)
    await approves(first, parked)
    const going = await starts(second, { recordId: parked.id })
    assert.deepEqual([going.id, going.attempt, going.phase], [parked.id, 1, 0])
    assert.equal(going.approval?.decidedBy, 'ann')
  },

  'row 15: a yes to a tool that has changed counts for nothing, and frees its key': async (
    stage,
  ) => {
    const { first, second } = stage
    for (const call of [{ contractDigest: 'c2' }, { grantDigest: 'g2' }]) {
      const parked = await proposes(first)
      await approves(first, parked)
      await begins(second, 'contract-changed', { call })
      await stands(first, parked, { state: 'closed' })
    }
    await proposes(second, { call: { contractDigest: 'c2' } })
  },

  'row 15: an answer to a tool that has changed is kept until it is as it was': async (stage) => {
    const { first, second } = stage
    const answered = await answers(first, await suspends(first))
    const changed = { call: { contractDigest: 'c2' } }
    await leaves(second, answered, () => begins(second, 'contract-changed', changed))
    await starts(second, { call: { grantDigest: 'g2' } })
  },

  'row 16: what was carried out elsewhere is settled, with who did it': async (stage) => {
    const { first, second } = stage
    const parked = await suspends(first, {}, external)
    recorded(await second.complete({ ...questionOf(parked), ...performed }))
    await stands(first, parked, { state: 'settled', result: output, by: 'bank' })
    isRefused(await first.complete({ ...questionOf(parked), ...performed }), 'already-answered')
    await begins(second, 'settled')
  },

  'row 16: what waits for word from outside is answered by nothing else': async (stage) => {
    const { first, second } = stage
    const parked = await suspends(first, {}, external)
    const asked = { ...questionOf(parked), by: 'ann' }
    await leaves(second, parked, async () => {
      isRefused(await second.answer({ ...asked, value: 1 }), 'not-a-question')
      isRefused(await second.approve(asked), 'not-an-approval')
      const changed = { ...asked, ...performed, contractDigest: 'c2' }
      isRefused(await second.complete(changed), 'contract-changed')
    })
  },

  ...Object.fromEntries(Object.entries(ends).map(over)),
}
