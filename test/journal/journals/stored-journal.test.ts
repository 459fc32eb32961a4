import { describe, expect, it } from 'vitest'

import type { Journal } from '../../../src/journal/journals/journal.js'
import type { JournalOptions } from '../../../src/journal/journals/journal-options.js'
import type { RecordedCall } from '../../../src/journal/record/journal-record.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import type { RecordStore, RecordTable } from '../../../src/journal/store/record-store.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { runWithAmbientContext } from '../../../src/tools/ambient-context.js'
import { createContext } from '../../../src/tools/tool-context.js'

const call: RecordedCall = {
  ...{ tenantId: 'acme', tool: 'bank/pay', effect: 'write', arguments: {}, callId: 'c-1' },
  ...{ argumentsDigest: 'a', contractDigest: 'c' },
}

/** Two openings of one journal, each with its own times, and the clock they go by. */
function world(first: JournalOptions = {}, second: JournalOptions = {}) {
  let nowMs = 1_000_000
  const records = createMemoryRecords({ now: () => nowMs })
  const [one, two] = [createJournal(records.open(), first), createJournal(records.open(), second)]
  return { one, two, records, advance: (ms: number) => void (nowMs += ms), now: () => nowMs }
}

async function startedIn(journal: Journal, deadlineMs?: number) {
  const begun = await journal.begin({ call, keyDigest: 'k', intent: 'start', deadlineMs })
  if (begun.status !== 'started') throw new Error(begun.status)
  const { id, attempt } = begun.record
  return { recordId: id, attempt }
}

const word = { by: 'olga', reason: 'seen' }

describe('a journal that another one of other times looks into', () => {
  const patient = { graceMs: 600_000, quietMs: 600_000, leaseMs: 3_600_000 }

  it('leaves a call alone that lives by the times it was begun in', async () => {
    const { one, two, advance, now } = world(patient, { graceMs: 0, quietMs: 0 })
    const { recordId } = await startedIn(one, now() + 1000)
    advance(60_000)
    await two.list()
    expect(await two.find(recordId)).toMatchObject({ state: 'running', doubt: false })
  })

  it('waits for the quiet time it was begun in before an operator frees it', async () => {
    const { one, two, now } = world(patient, { graceMs: 0, quietMs: 0 })
    const claim = await startedIn(one, now() + 1000)
    await one.hold(claim)
    const freed = await two.free(claim.recordId, { ...word, isForced: false })
    expect(freed).toMatchObject({ status: 'too-early', untilMs: now() + 601_000 })
  })
})

describe('an operator of a journal', () => {
  it('says nothing of another attempt than the one they looked at', async () => {
    const { one } = world()
    const claim = await startedIn(one)
    await one.hold(claim)
    const result = { status: 'output', value: 'paid' } as const
    const { recordId } = claim
    expect(await one.resolve(recordId, { ...word, attempt: 7, result })).toMatchObject({
      status: 'stale',
    })
    expect(await one.free(recordId, { ...word, attempt: 7, isForced: true })).toMatchObject({
      status: 'stale',
    })
    expect(await one.resolve(recordId, { ...word, attempt: 1, result })).toMatchObject({
      status: 'recorded',
    })
  })

  it('is nobody inside of a tool call', async () => {
    const { one } = world()
    const claim = await startedIn(one)
    await one.hold(claim)
    const inside = <Result>(said: () => Result): Result =>
      runWithAmbientContext(createContext(), said)
    const result = { status: 'output', value: 'paid' } as const
    const { recordId } = claim
    const refused = { status: 'inside-a-call' }
    expect(await inside(() => one.free(recordId, { ...word, isForced: true }))).toEqual(refused)
    expect(await inside(() => one.resolve(recordId, { ...word, result }))).toEqual(refused)
    expect(await one.find(recordId)).toMatchObject({ state: 'in-doubt', attempt: 1 })
  })
})

describe('a yes that no body has begun with', () => {
  async function approved() {
    const { one, two } = world()
    const approval = { reason: 'money', fourEyes: false }
    const begun = await one.begin({ call, keyDigest: 'k', intent: 'propose', approval })
    if (begun.status !== 'parked') throw new Error(begun.status)
    const suspensionId = begun.record.question?.suspensionId ?? ''
    const question = { suspensionId, tenantId: call.tenantId }
    await one.approve({ ...question, by: 'ann' })
    return { two, question, find: () => two.find(begun.record.id) }
  }

  it('is not taken back by a no, nor by withdrawing the question [EFF-08]', async () => {
    const { two, question, find } = await approved()
    const refused = { status: 'refused', why: 'already-answered' }
    expect(await two.deny({ ...question, by: 'bo' })).toMatchObject(refused)
    expect(await two.withdraw({ ...question, reason: 'no' })).toMatchObject(refused)
    expect(await find()).toMatchObject({ state: 'answered' })
  })

  it('is taken back by withdrawing the yes, too [EFF-08]', async () => {
    const { two, question, find } = await approved()
    await two.withdraw({ ...question, reason: 'a mistake', isYesToo: true })
    expect(await find()).toMatchObject({ state: 'closed', closedFor: 'withdrawn' })
  })
})

describe('a journal whose begin was written and could not be told', () => {
  /** Keeps what work changes and fails all the same, as a disk that fails after it wrote. */
  function forgetful(store: RecordStore, fails: () => boolean): RecordStore {
    return {
      name: store.name,
      close: () => store.close(),
      async transact<Result>(work: (table: RecordTable) => Result) {
        const result = await store.transact(work)
        if (fails()) throw new Error('the disk is gone')
        return result
      },
    }
  }

  it('frees its key with the next call, for nothing ran under it', async () => {
    let isFailing = true
    const records = createMemoryRecords()
    const journal = createJournal(forgetful(records.open(), () => isFailing))
    await expect(startedIn(journal)).rejects.toThrow('the disk is gone')
    isFailing = false
    const claim = await startedIn(journal)
    expect(claim.attempt).toBe(1)
    expect((await journal.list()).map(({ state }) => state)).toEqual(['closed', 'running'])
  })
})

describe('Journal.prune', () => {
  it('takes more than a batch, in turns, and forgets holders that are gone', async () => {
    const { one, two, records, advance } = world()
    for (let index = 0; index < 1100; index += 1) {
      const keyDigest = `k-${index.toString()}`
      const begun = await one.begin({ call, keyDigest, intent: 'start' })
      if (begun.status !== 'started') throw new Error(begun.status)
      const { id: recordId, attempt } = begun.record
      await one.settle({ recordId, attempt }, { status: 'output', value: index })
    }
    advance(60_000)
    expect(await two.prune({ olderThanMs: 1000 })).toBe(1100)
    expect(await two.prune({ olderThanMs: 1000 })).toBe(0)
    const listed = await two.list({ states: ['settled'] })
    expect(listed.every(({ isPruned, result }) => isPruned === true && result === undefined)).toBe(
      true,
    )
    expect(listed).toHaveLength(1100)
    const leases = await records.open().transact((table) => {
      const holders = listed.map(({ holder }) => holder?.holderId ?? '')
      return holders.filter((holder) => table.findLease(holder) !== undefined)
    })
    expect(leases).toEqual([])
  })
})
