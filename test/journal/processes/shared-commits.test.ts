import { describe, expect, it } from 'vitest'

import type { RecordTable } from '../../../src/journal/store/record-store.js'
import type { SqliteHandle } from '../../../src/journal/store/sqlite/sqlite-handle.js'
import { JournalFolder, valueOf } from '../store/journal-folder.js'
import { sampleRecord } from '../store/sample-record.js'

const folder = new JournalFolder()

/** A handle that tells before each statement that is not prepared. */
function watched(handle: SqliteHandle, watch: (sql: string) => void): SqliteHandle {
  return {
    exec: (sql) => {
      watch(sql)
      return handle.exec(sql)
    },
    prepare: (sql) => handle.prepare(sql),
    close: () => handle.close(),
  }
}

function put(id: string): (table: RecordTable) => void {
  return (table) => table.put(sampleRecord(id))
}

const ids = (table: RecordTable): readonly string[] => table.list({}).map(({ id }) => id)
const numbers = Array.from({ length: 20 }, (_, n) => n.toString())
const big = sampleRecord('big', { result: { status: 'output', value: 'x'.repeat(100_000) } })

/** Ends the life of a store's first transaction, which opens the file and is alone. */
async function opened(handle: SqliteHandle) {
  const store = folder.store({ handle })
  await store.transact(() => undefined)
  return store
}

describe('transactions that wait at the same time', () => {
  it('share commits, and nobody is told before theirs', async () => {
    const told: string[] = []
    const toldAtCommit: number[] = []
    const watch = (sql: string): unknown => sql === 'COMMIT' && toldAtCommit.push(told.length)
    const store = await opened(watched(folder.database(), watch))
    toldAtCommit.length = 0
    await Promise.all(
      numbers.map(async (id) => {
        await store.transact(put(id))
        told.push(id)
      }),
    )
    expect(toldAtCommit.length).toBeLessThan(4)
    expect(toldAtCommit[0]).toBe(0)
    expect(told).toEqual(numbers)
    expect(await store.transact(ids)).toEqual(numbers)
  })

  it('are undone one by one where their work throws', async () => {
    const store = await opened(folder.database())
    const work = (id: string) => (table: RecordTable) => {
      put(id)(table)
      if (Number(id) % 3 === 0) throw new Error(id)
    }
    const ends = await Promise.allSettled(numbers.map((id) => store.transact(work(id))))
    const failed = numbers.filter((_, n) => ends[n]?.status === 'rejected')
    expect(failed).toEqual(numbers.filter((id) => Number(id) % 3 === 0))
    expect(await store.transact(ids)).toEqual(numbers.filter((id) => Number(id) % 3 !== 0))
  })

  it('do not suffer from one that finds no room', async () => {
    const handle = folder.database()
    const store = await opened(handle)
    handle.exec(`PRAGMA max_page_count = ${Number(valueOf(handle, 'PRAGMA page_count')) + 4}`)
    const [first, none, last] = await Promise.allSettled([
      store.transact(put('first')),
      store.transact((table) => table.put(big)),
      store.transact(put('last')),
    ])
    expect([first.status, none.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(none).toMatchObject({ reason: { message: expect.stringContaining('disk is full') } })
    expect(await store.transact(ids)).toEqual(['first', 'last'])
  })
})

describe('a commit that fails', () => {
  const failures = [
    ['for want of room', { code: 'SQLITE_FULL', rawCode: 13, errcode: 13 }],
    ['for a lock', { code: 'SQLITE_BUSY', rawCode: 5, errcode: 5 }],
  ] as const

  it.each(failures)('%s once is tried again for each alone', async (_, failure) => {
    let failsLeft = 0
    const watch = (sql: string): void => {
      if (sql === 'COMMIT' && failsLeft-- > 0) throw Object.assign(new Error('no'), failure)
    }
    const store = await opened(watched(folder.database(), watch))
    failsLeft = 1
    await Promise.all(['a', 'b', 'c'].map((id) => store.transact(put(id))))
    expect(await store.transact(ids)).toEqual(['a', 'b', 'c'])
  })

  it('on the disk is told to all whose work it was, and to nobody else', async () => {
    let fails = false
    const watch = (sql: string): void => {
      if (sql !== 'COMMIT' || !fails) return
      fails = false
      throw Object.assign(new Error('no'), { code: 'SQLITE_IOERR_FSYNC', rawCode: 10, errcode: 10 })
    }
    const store = await opened(watched(folder.database(), watch))
    fails = true
    const ends = await Promise.allSettled(['a', 'b'].map((id) => store.transact(put(id))))
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    await store.transact(put('c'))
    expect(await store.transact(ids)).toEqual(['c'])
  })
})
