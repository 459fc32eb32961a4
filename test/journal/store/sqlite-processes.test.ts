import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { JournalFolder } from './journal-folder.js'
import { sampleRecord } from './sample-record.js'
import { buildStoreProgram, type StoreProgram } from './store-processes.js'

const folder = new JournalFolder()
let program: StoreProgram

beforeAll(async () => {
  program = await buildStoreProgram()
})
afterAll(() => {
  program.remove()
})

describe('createSqliteStore in several processes', { timeout: 30_000 }, () => {
  it('loses no change of two processes that write as fast as they can', async () => {
    const count = 200
    const adders = await Promise.all(
      [1, 2].map(() => program.start('add', folder.file(), count.toString())),
    )
    await Promise.all(adders.map((adder) => adder.finish()))
    const [attempts, records] = await folder
      .store()
      .transact((table) => [table.find('counter')?.attempt, table.list({}).length])
    expect([attempts, records]).toEqual([2 * count, 2 * count + 1])
  })

  it('makes one journal of a file that four processes create at once', async () => {
    const names = ['1', '2', '3', '4']
    const openers = await Promise.all(names.map((name) => program.start('open', folder.path, name)))
    for (const file of ['1.db', '2.db', '3.db']) {
      for (const opener of openers) opener.goOn()
      await Promise.all(openers.map((opener) => opener.mustSay(file)))
      const leases = await folder
        .store({ path: folder.file(file) })
        .transact((table) => names.map((name) => table.findLease(name)))
      expect(leases).toEqual([1, 1, 1, 1])
    }
    await Promise.all(openers.map((opener) => opener.finish()))
  })

  it('waits for a lock without holding up anything else, then goes on', async () => {
    const store = folder.store()
    await store.transact((table) => table.put(sampleRecord('a')))
    const holder = await program.start('hold', folder.file())
    holder.goOn()
    await holder.mustSay('locked')
    const waiting = store.transact((table) => table.find('a')?.id)
    expect(await longestPauseMs(600)).toBeLessThan(400)
    expect(await Promise.race([waiting, sleep(0, 'still waiting')])).toBe('still waiting')
    await holder.finish()
    expect(await waiting).toBe('a')
  })

  it('tells all who wait when the lock is kept for too long, then goes on', async () => {
    const store = folder.store({ busyTimeoutMs: 200 })
    await store.transact((table) => table.put(sampleRecord('a')))
    const holder = await program.start('hold', folder.file())
    holder.goOn()
    await holder.mustSay('locked')
    const askedAt = performance.now()
    const waiting = Array.from({ length: 10 }, () => store.transact((table) => table.nowMs))
    const ends = await Promise.allSettled(waiting)
    expect(ends.map(({ status }) => status)).toEqual(waiting.map(() => 'rejected'))
    await expect(waiting[0]).rejects.toThrow(/kept it locked for 200 ms\. Find the process/)
    // Not one timeout after the other.
    expect(performance.now() - askedAt).toBeLessThan(1200)
    await holder.finish()
    expect(await store.transact((table) => table.find('a')?.id)).toBe('a')
  })

  it('waits for a lock while it opens a file', async () => {
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    const holder = await program.start('hold', folder.file())
    holder.goOn()
    await holder.mustSay('locked')
    const waiting = folder.store().transact((table) => table.find('a')?.id)
    await sleep(50)
    await holder.finish()
    expect(await waiting).toBe('a')
  })
})

/** Not on every machine, and not allowed on each that has it. */
const tracer = 'strace'
const canTrace = spawnSync(tracer, ['-o', '/dev/null', 'true']).status === 0
if (!canTrace) process.stderr.write('Tests of disk syncs skipped. No strace may be run here.\n')

describe('the tests of what the system sees', () => {
  it('are not skipped where strace is required', () => {
    expect(canTrace || process.env['TALLYSTICK_REQUIRE_STRACE'] !== '1').toBe(true)
  })
})

describe.runIf(canTrace)('createSqliteStore, as the system sees it', { timeout: 30_000 }, () => {
  it('waits for the disk once for each change, and never for a look', async () => {
    const trace = folder.file('trace')
    const command = [process.execPath, program.file, 'count', folder.file(), '50']
    const calls = 'trace=write,fsync,fdatasync'
    const { status } = spawnSync(tracer, ['-f', '-e', calls, '-o', trace, ...command], {
      input: 'go',
    })
    expect(status).toBe(0)
    expect(syncsBetween(trace, 'puts', 'finds')).toBe(50)
    expect(syncsBetween(trace, 'finds', 'end')).toBe(0)
  })
})

function syncsBetween(trace: string, start: string, end: string): number {
  const lines = readFileSync(trace, 'utf8').split('\n')
  const at = (mark: string): number => lines.findIndex((line) => line.includes(`"${mark}\\n"`))
  return lines.slice(at(start), at(end)).filter((line) => /f(data)?sync\(/.test(line)).length
}

/** The longest time in which no timer ran, over so many milliseconds. */
async function longestPauseMs(overMs: number): Promise<number> {
  const endMs = performance.now() + overMs
  let [longestMs, lastMs] = [0, performance.now()]
  while (lastMs < endMs) {
    await sleep(1)
    const nowMs = performance.now()
    longestMs = Math.max(longestMs, nowMs - lastMs)
    lastMs = nowMs
  }
  return longestMs
}
