import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { sqliteJournal } from '../../../src/journal/journals/sqlite-journal.js'
import { suspend } from '../../../src/tools/suspension.js'
import { JournalFolder, valueOf } from '../store/journal-folder.js'
import { bankOn, faultyJournal, muchText, type FaultName } from './faulty-journal.js'

const folder = new JournalFolder()
const faultNames: readonly FaultName[] = ['full', 'read-only', 'locked', 'failing disk']
const unavailable = { code: 'JOURNAL_UNAVAILABLE', disposition: 'did-not-happen' }

describe('a journal that fails before the body', () => {
  const efforts = ['write', 'idempotent'] as const
  const rows = faultNames.flatMap((name) => efforts.map((effect) => [name, effect] as const))

  it.each(rows)('(%s) keeps an effect (%s) from happening', async (name, effect) => {
    const { journal, faults } = faultyJournal(folder.file())
    let count = 0
    const { pay } = bankOn({ journal }, { effect, call: () => (count += 1) })
    await pay('before')
    faults[name].begin()
    await expect(pay('a')).rejects.toMatchObject(unavailable)
    await expect(pay('a')).rejects.toMatchObject(unavailable)
    expect(count).toBe(1)
    faults[name].end()
    expect(await pay('a')).toEqual({ status: 'output', value: 2 })
    expect(await pay('before')).toMatchObject({ value: 1, deduplicatedFrom: expect.any(String) })
  })

  it('keeps a person from being asked', async () => {
    const { journal, faults } = faultyJournal(folder.file())
    let asked = 0
    const { registry } = bankOn({ journal }, { call: () => 1 })
    const approved = registry.layer(
      new ApprovalLayer(() => {
        asked += 1
        return { decision: 'approve', decidedBy: 'ann' }
      }),
    )
    faults.full.begin()
    const paid = approved.dispatch('bank/pay', { id: 'a' })
    await expect(paid).rejects.toMatchObject(unavailable)
    expect(asked).toBe(0)
  })

  it.each([
    ['is no database', 'not a database, '.repeat(1000), 'the file is no SQLite database'],
    ['is damaged', 'SQLite format 3\0'.padEnd(9000, '\u0001'), 'journal "'],
  ])('because its file %s keeps every call from running', async (_, text, words) => {
    writeFileSync(folder.file(), text)
    const journal = sqliteJournal({ path: folder.file() })
    let count = 0
    const { pay } = bankOn({ journal }, { call: () => (count += 1) })
    const message = expect.stringContaining(words)
    await expect(pay('a')).rejects.toMatchObject({ ...unavailable, message })
    expect(count).toBe(0)
  })

  it('after the claim, when its holder has to ask again, keeps the body from starting', async () => {
    const { journal, faults } = faultyJournal(folder.file(), { leaseMs: 1 })
    const inner = [
      {
        name: 'slow',
        async handle(call: never, next: (call: never) => Promise<never>) {
          faults.locked.begin()
          await sleep(20)
          return next(call)
        },
      },
    ]
    let count = 0
    const { pay } = bankOn({ journal, inner }, { call: () => (count += 1) })
    await expect(pay('a')).rejects.toMatchObject(unavailable)
    expect(count).toBe(0)
    faults.locked.end()
  })
})

describe('a journal that fails after the body', () => {
  it.each(faultNames)('(%s) leaves the outcome true and the record in doubt', async (name) => {
    const { journal, faults } = faultyJournal(folder.file())
    let count = 0
    const { pay, events } = bankOn(
      { journal },
      {
        call() {
          faults[name].begin()
          return `${(count += 1)} ${muchText}`
        },
      },
    )
    expect(await pay('a')).toEqual({ status: 'output', value: `1 ${muchText}` })
    expect(events.map(({ type }) => type).sort()).toEqual(['terminal', 'unsettled'])
    faults[name].end()
    await expect(pay('a')).rejects.toMatchObject({ code: 'IN_DOUBT', disposition: 'in-doubt' })
    const [record] = await journal.list()
    expect(record).toMatchObject({ state: 'in-doubt', doubt: true, attempt: 1 })
    expect(count).toBe(1)
  })

  it.each(faultNames)('(%s) leaves a question that cannot be kept in doubt', async (name) => {
    const { journal, faults } = faultyJournal(folder.file())
    const call = () => {
      faults[name].begin()
      return suspend({ reason: muchText, inputSchema: {} })
    }
    const { pay } = bankOn({ journal }, { call })
    const inDoubt = { code: 'JOURNAL_UNAVAILABLE', disposition: 'in-doubt' }
    await expect(pay('a')).rejects.toMatchObject(inDoubt)
    faults[name].end()
    await expect(pay('a')).rejects.toMatchObject({ code: 'IN_DOUBT' })
    expect(await journal.pending({ tenantId: 'default' })).toEqual([])
  })

  it.each(faultNames)('(%s) leaves a read as if it had not been called', async (name) => {
    const { journal, faults } = faultyJournal(folder.file())
    const call = () => {
      faults[name].begin()
      return suspend({ reason: muchText, inputSchema: {} })
    }
    await journal.list()
    const reading = { effect: 'read', mutates: false, idempotencyKey: undefined } as const
    const { pay } = bankOn({ journal }, { ...reading, call })
    await expect(pay('a')).rejects.toMatchObject(unavailable)
    faults[name].end()
    expect(await journal.list()).toEqual([])
  })
})

describe('a journal that is locked', () => {
  it('holds up neither timers nor, once it is free, the lease of a call that runs', async () => {
    const times = { leaseMs: 900, busyTimeoutMs: 60_000 }
    const { journal, faults } = faultyJournal(folder.file(), times)
    let finish: (value: string) => void = () => undefined
    const body = new Promise<string>((resolve) => (finish = resolve))
    const { pay, events } = bankOn({ journal }, { call: () => body })
    const database = folder.database()
    const leaseEnd = () => Number(valueOf(database, 'SELECT max(until_ms) FROM holders'))
    const running = pay('a')
    await expect.poll(() => valueOf(database, 'SELECT count(*) FROM records')).toBe(1)
    faults.locked.begin()
    const waiting = journal.list()
    // A journal that waited for the lock inside SQLite would never let this timer end.
    expect(await Promise.race([waiting, sleep(700, 'still waiting')])).toBe('still waiting')
    const before = leaseEnd()
    faults.locked.end()
    await expect.poll(leaseEnd, { timeout: 30_000 }).toBeGreaterThan(before)
    expect(events).toEqual([])
    finish('paid')
    expect(await running).toMatchObject({ value: 'paid' })
    expect(await waiting).toHaveLength(1)
  }, 60_000)
})
