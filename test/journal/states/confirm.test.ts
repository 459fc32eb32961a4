import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import type { Journal } from '../../../src/journal/journals/journal.js'
import type { Claim } from '../../../src/journal/states/finish.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { times, World, type WorldOptions } from './world.js'

const anyOptions: WorldOptions = {
  ...{ effect: 'write', isApproved: false, deadlineInMs: undefined, expiresInMs: undefined },
}
const idempotent = { effect: 'idempotent' } as const
const output = { status: 'output', value: 1 } as const

/** Two processes whose clocks are the world's; nothing beats unless it is let. */
function aWorld(options: Partial<WorldOptions> = {}) {
  const world = new World({ ...anyOptions, ...options })
  vi.spyOn(Date, 'now').mockImplementation(() => world.nowMs)
  vi.spyOn(performance, 'now').mockImplementation(() => world.nowMs - world.sleptMs)
  return { world, holder: world.journalOf(0), other: world.journalOf(1) }
}

async function claims(journal: Journal, request: ReturnType<World['request']>): Promise<Claim> {
  const begun = await journal.begin(request)
  if (begun.status !== 'started') throw new Error(`It is ${begun.status}.`)
  return { recordId: begun.record.id, attempt: begun.record.attempt }
}

describe('Journal.confirm', () => {
  afterEach(() => vi.restoreAllMocks())

  it('lets a body start that was claimed a moment ago, without asking the store', async () => {
    const records = createMemoryRecords()
    const store = records.open()
    const transact = vi.spyOn(store, 'transact')
    const journal = createJournal(store, times)
    const { world } = aWorld()
    const claim = await claims(journal, world.request(1))
    const asked = transact.mock.calls.length
    expect(await journal.confirm(claim)).toBe(true)
    expect(transact.mock.calls.length).toBe(asked)
    await journal.close()
  })

  it('claims again what lapsed while its holder stood still', async () => {
    const { world, holder, other } = aWorld()
    const claim = await claims(holder, world.request(1))
    world.nowMs += times.leaseMs
    expect((await other.begin(world.request(1))).status).toBe('in-doubt')
    expect(await holder.confirm(claim)).toBe(true)
    expect((await other.begin(world.request(1))).status).toBe('in-flight')
  })

  it('starts nothing that another has taken over, although its holder lives again', async () => {
    const { world, holder, other } = aWorld(idempotent)
    const claim = await claims(holder, world.request(1))
    world.nowMs += times.leaseMs
    await claims(other, world.request(1))
    world.turn()
    await claims(holder, world.request(1))
    expect(await holder.confirm(claim)).toBe(false)
  })

  it('starts nothing that lapsed while the machine slept', async () => {
    const { world, holder, other } = aWorld(idempotent)
    const claim = await claims(holder, world.request(1))
    world.nowMs += times.leaseMs
    world.sleptMs += times.leaseMs
    await other.settle(await claims(other, world.request(1)), output)
    expect(await holder.confirm(claim)).toBe(false)
  })

  it('starts nothing past the time of its call, although its holder lives', async () => {
    const { world, holder } = aWorld({ deadlineInMs: 1000 })
    const claim = await claims(holder, world.request(1))
    world.nowMs += 1000 + times.graceMs - 1
    expect(await holder.confirm(claim)).toBe(true)
    world.nowMs += 1
    expect(await holder.confirm(claim)).toBe(false)
  })

  it('starts nothing of which somebody may be finding out whether it happened', async () => {
    const { world, holder, other } = aWorld()
    const claim = await claims(holder, world.request(1))
    world.nowMs += times.leaseMs
    await other.begin(world.request(1))
    world.nowMs += times.quietMs
    expect(await other.begin(world.request(1))).toMatchObject({ isQuiet: true })
    expect(await holder.confirm(claim)).toBe(false)
  })
})

describe('the lease of a journal', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is renewed while calls run, and no longer', async () => {
    const records = createMemoryRecords()
    const [holder, other] = [records.open(), records.open()].map((store) =>
      createJournal(store, times),
    ) as [Journal, Journal]
    const request = new World(anyOptions).request(1)
    const begun = await holder.begin(request)
    await vi.advanceTimersByTimeAsync(10 * times.leaseMs)
    expect((await other.begin(request)).status).toBe('in-flight')
    if (begun.status === 'started') {
      await holder.settle({ recordId: begun.record.id, attempt: 1 }, output)
    }
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([1, 40])('is renewed in one transaction a beat while %i calls run', async (count) => {
    const store = createMemoryRecords().open()
    const transact = vi.spyOn(store, 'transact')
    const journal = createJournal(store, times)
    const world = new World(anyOptions)
    for (let call = 1; call <= count; call += 1) {
      const request = { ...world.request(call), keyDigest: `key ${call.toString()}` }
      expect((await journal.begin(request)).status).toBe('started')
    }
    transact.mockClear()
    await vi.advanceTimersByTimeAsync(times.leaseMs)
    expect(transact).toHaveBeenCalledTimes(3)
    await journal.close()
  })

  it('is renewed by no second beat while one waits for the store', async () => {
    const store = createMemoryRecords().open()
    const journal = createJournal(store, times)
    await claims(journal, new World(anyOptions).request(1))
    const transact = vi.spyOn(store, 'transact').mockReturnValue(new Promise(() => undefined))
    await vi.advanceTimersByTimeAsync(3 * times.leaseMs)
    expect(transact).toHaveBeenCalledTimes(1)
    transact.mockRestore()
    await journal.close()
  })

  it('is not renewed by a journal that was closed', async () => {
    const records = createMemoryRecords()
    const holder = createJournal(records.open(), times)
    const begins = holder.begin(new World(anyOptions).request(1))
    await Promise.all([begins, holder.close()])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is of a length that means something', () => {
    const store = createMemoryRecords().open()
    const wrong = { leaseMs: 0, graceMs: -1, quietMs: Number.NaN }
    expect(() => createJournal(store, wrong)).toThrow(/leaseMs[\s\S]*graceMs[\s\S]*quietMs/)
  })
})
