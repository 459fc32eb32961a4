import { describe, expect, it } from 'vitest'

import type { RecordedCall } from '../../../src/journal/record/journal-record.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { JournalFault, type RecordStore } from '../../../src/journal/store/record-store.js'

const call: RecordedCall = {
  ...{ tenantId: 'acme', tool: 'bank/pay', effect: 'write', arguments: {}, callId: 'c-1' },
  ...{ argumentsDigest: 'a', contractDigest: 'c' },
}

/** A journal whose store fails while it is told to, and another one on the same records. */
function twoJournals() {
  const records = createMemoryRecords()
  const inner = records.open()
  const faults = { are: false }
  const store: RecordStore = {
    name: 'failing',
    transact: (work) =>
      faults.are ? Promise.reject(new JournalFault('failing: no room.')) : inner.transact(work),
    close: () => inner.close(),
  }
  return { one: createJournal(store), two: createJournal(records.open()), faults }
}

async function started() {
  const world = twoJournals()
  const begun = await world.one.begin({ call, keyDigest: 'k', intent: 'start' })
  if (begun.status !== 'started') throw new Error(begun.status)
  const { id: recordId, attempt } = begun.record
  return { ...world, claim: { recordId, attempt }, stateOf: () => world.two.find(recordId) }
}

describe('what a journal could not write', () => {
  it.each([
    ['did not happen', 'release', { state: 'closed' }],
    ['is in doubt', 'hold', { state: 'in-doubt', doubt: true }],
  ] as const)('%s as soon as it can be written', async (_, verb, record) => {
    const { one, faults, claim, stateOf } = await started()
    faults.are = true
    await expect(one[verb](claim, { isRetryable: false })).rejects.toThrow(JournalFault)
    expect(await stateOf()).toMatchObject({ state: 'running' })
    faults.are = false
    await one.list()
    expect(await stateOf()).toMatchObject(record)
  })

  it('is written when the journal is closed', async () => {
    const { one, faults, claim, stateOf } = await started()
    faults.are = true
    await expect(one.release(claim, { isRetryable: false })).rejects.toThrow(JournalFault)
    faults.are = false
    await one.close()
    expect(await stateOf()).toMatchObject({ state: 'closed' })
  })

  it('changes nothing of an attempt that came after', async () => {
    const { one, two, faults, claim } = await started()
    faults.are = true
    await expect(one.hold(claim)).rejects.toThrow(JournalFault)
    await two.release(claim, { isRetryable: false })
    const next = await two.begin({ call, keyDigest: 'k', intent: 'start' })
    faults.are = false
    await one.list()
    expect(next).toMatchObject({ status: 'started', record: { state: 'running' } })
    expect((await two.list({ states: ['in-doubt'] })).length).toBe(0)
  })
})

describe('a question that never lapses', () => {
  it.each([1e17, Number.MAX_VALUE])('is one that would in %d milliseconds', async (expiresInMs) => {
    const { one, claim } = await started()
    await one.suspend(claim, { kind: 'answer', reason: 'Sure?', inputSchema: {}, expiresInMs })
    const [pending] = await one.pending({ tenantId: 'acme' })
    expect(pending).toMatchObject({ reason: 'Sure?' })
    expect(pending).not.toHaveProperty('expiresAt')
  })
})
