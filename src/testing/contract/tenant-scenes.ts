import assert from 'node:assert/strict'

import {
  approves,
  claimOf,
  external,
  isRefused,
  leaves,
  output,
  proposes,
  question,
  questionOf,
  recordedCall,
  starts,
  suspends,
  tenantId,
  type Scenes,
} from './stage.js'

const tenantB = 'other'

/** What one tenant waits for does not exist for another. */
export const tenantScenes: Scenes = {
  'tenants: what waits is shown to its own tenant, as it will run': async (stage) => {
    const { first, second, now, advance } = stage
    const parked = await proposes(first, {
      approval: { reason: 'money', fourEyes: true, expiresInMs: 9000 },
    })
    const askedAt = new Date(now())
    advance(5)
    const expiresAt = new Date(now() + 8995)
    const call = recordedCall()
    const [shown, ...more] = await second.pending({ tenantId })
    assert.deepEqual(more, [])
    assert.deepEqual(shown, {
      suspensionId: parked.question?.suspensionId,
      ...{ kind: 'approval', tool: 'bank/pay', reason: 'money' },
      ...{ arguments: call.arguments, argumentsDigest: call.argumentsDigest, call },
      ...{ fourEyes: true, askedAt, expiresAt, inputSchema: parked.question?.inputSchema },
    })
    assert.deepEqual(await second.pending({ tenantId: tenantB }), [])
  },

  'tenants: what waits is shown the oldest first, until it is answered': async (stage) => {
    const { first, second, advance } = stage
    const one = await proposes(first, { keyDigest: 'one' })
    advance(1)
    const two = await suspends(second, { keyDigest: 'two' })
    const ids = async (): Promise<readonly string[]> =>
      (await second.pending({ tenantId })).map(({ suspensionId }) => suspensionId)
    assert.deepEqual(await ids(), [questionOf(one).suspensionId, questionOf(two).suspensionId])
    await approves(second, one)
    assert.deepEqual(await ids(), [questionOf(two).suspensionId])
  },

  'tenants: a question is unknown to another tenant, whatever they say to it': async (stage) => {
    const { first, second } = stage
    const parked = await proposes(first)
    const asking = await suspends(first, { keyDigest: 'asking' }, question)
    const outside = await suspends(first, { keyDigest: 'outside' }, external)
    const [a, b, c] = [parked, asking, outside].map((each) => {
      return { ...questionOf(each), tenantId: tenantB, by: 'mallory' }
    })
    assert.ok(a && b && c)
    await leaves(first, parked, async () => {
      isRefused(await second.approve(a), 'unknown')
      isRefused(await second.deny(a), 'unknown')
      isRefused(await second.withdraw({ ...a, reason: 'none' }), 'unknown')
    })
    await leaves(first, asking, async () => {
      isRefused(await second.answer({ ...b, value: 1 }), 'unknown')
    })
    await leaves(first, outside, async () => {
      const said = { ...c, result: output, performedBy: 'mallory' }
      isRefused(await second.complete(said), 'unknown')
    })
    assert.equal(await second.findSuspended(a), undefined)
    assert.equal((await second.findSuspended(questionOf(parked)))?.id, parked.id)
  },

  'tenants: a listing is of one tenant, where it is asked for one': async ({ first, second }) => {
    const own = await starts(first)
    const theirs = await starts(first, { keyDigest: 'theirs', call: { tenantId: tenantB } })
    await first.settle(claimOf(theirs), output)
    const listed = async (filter: object): Promise<readonly string[]> =>
      (await second.list(filter)).map(({ id }) => id)
    assert.deepEqual(await listed({ tenantId }), [own.id])
    assert.deepEqual(await listed({ tenantId: tenantB }), [theirs.id])
    assert.deepEqual(await listed({}), [own.id, theirs.id])
    assert.deepEqual(await listed({ limit: 1 }), [own.id])
    assert.deepEqual(await listed({ tenantId: tenantB, states: ['running'] }), [])
  },

  'tenants: a no of one holds nothing up for another': async ({ first, second }) => {
    const parked = await proposes(first)
    await first.deny({ ...questionOf(parked), by: 'eve' })
    await proposes(second, { call: { tenantId: tenantB } })
  },
}
