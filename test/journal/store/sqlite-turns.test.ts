import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { LockWait } from '../../../src/journal/store/sqlite/lock-wait.js'
import { TurnQueue } from '../../../src/journal/store/sqlite/turn-queue.js'
import { JournalFault } from '../../../src/journal/store/record-store.js'

/** Keeps the process busy, as a synchronous database does. */
function work(ms: number): void {
  const endMs = performance.now() + ms
  while (performance.now() < endMs);
}

/** How often a timer ran while all of this did. */
async function timersDuring(run: () => Promise<unknown>): Promise<number> {
  let count = 0
  const timer = setInterval(() => (count += 1), 1)
  await run()
  clearInterval(timer)
  return count
}

describe('TurnQueue', () => {
  it('lets timers run between many turns that wait for nothing', async () => {
    const queue = new TurnQueue()
    const many = Array.from({ length: 100 }, () => () => work(1))
    const timers = await timersDuring(() => Promise.all(many.map((turn) => queue.run(turn))))
    expect(timers).toBeGreaterThan(5)
  })

  it('goes on after a turn that fails', async () => {
    const queue = new TurnQueue()
    const failing = queue.run(() => Promise.reject(new Error('first')))
    const next = queue.run(() => 2)
    await expect(failing).rejects.toThrow('first')
    expect(await next).toBe(2)
  })

  it('waits for the end of a turn before the next', async () => {
    const queue = new TurnQueue()
    const said: string[] = []
    const slow = queue.run(async () => {
      await sleep(5)
      said.push('slow')
    })
    await Promise.all([slow, queue.run(() => said.push('fast'))])
    expect(said).toEqual(['slow', 'fast'])
  })
})

const locked = Object.assign(new Error('database is locked'), { code: 'SQLITE_BUSY', rawCode: 5 })

function throwing(error: Error): () => never {
  return () => {
    throw error
  }
}

const tooLong = {
  status: 'rejected',
  reason: expect.objectContaining({
    message: expect.stringContaining('j: another process has kept it locked for 60 ms. Find'),
  }),
}

describe('LockWait.until', () => {
  /** Takes the lock again and again for a while, without a pause of its own. */
  async function takeOften(lock: LockWait): Promise<void> {
    const endMs = performance.now() + 150
    while (performance.now() < endMs) {
      await lock.until(() => work(1), performance.now())
      lock.release()
    }
  }

  it('tries again until it is not locked', async () => {
    let tries = 0
    const attempt = (): number => {
      tries += 1
      if (tries < 4) throw locked
      return tries
    }
    expect(await new LockWait('j', 1000).until(attempt, performance.now())).toBe(4)
  })

  it('lets others have a lock that they were met at, and only then', async () => {
    const [alone, contended] = [new LockWait('j', 1000), new LockWait('j', 0)]
    await expect(contended.until(throwing(locked), performance.now())).rejects.toThrow(JournalFault)
    expect(await timersDuring(() => takeOften(alone))).toBe(0)
    expect(await timersDuring(() => takeOften(contended))).toBeGreaterThan(2)
  })

  it('waits for a lock as long as it is kept, not once for each who waits', async () => {
    const lock = new LockWait('j', 60)
    const askedAtMs = performance.now()
    const waiting = [1, 2, 3].map(() => lock.until(throwing(locked), askedAtMs))
    expect(await Promise.allSettled(waiting)).toEqual([tooLong, tooLong, tooLong])
    expect(performance.now() - askedAtMs).toBeGreaterThanOrEqual(60)
    const lateMs = performance.now()
    await expect(lock.until(throwing(locked), askedAtMs)).rejects.toThrow(JournalFault)
    expect(performance.now() - lateMs).toBeLessThan(60)
  })

  it('does not try again for any other failure, and never says what the driver said', async () => {
    const failure = Object.assign(new Error('quotes a value'), { code: 'SQLITE_IOERR_FSYNC' })
    const failed = new LockWait('journal "j"', 1000).until(throwing(failure), 0)
    await expect(failed).rejects.toThrow('journal "j": the disk failed to read or write. Look for')
    await expect(failed).rejects.not.toThrow('quotes')
  })
})
