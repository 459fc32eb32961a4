import {
  chmodSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
  closeSync,
  writeFileSync,
} from 'node:fs'
import { describe, expect, it } from 'vitest'

import { JournalFault, type RecordStore } from '../../../src/journal/store/record-store.js'
import { JournalFolder, valueOf } from './journal-folder.js'
import type { SqliteHandle } from '../../../src/journal/store/sqlite/sqlite-handle.js'
import { sampleRecord } from './sample-record.js'

const folder = new JournalFolder()
const secret = 'a value nobody may read'

/** Puts a record, and gives the fault that comes of it. */
async function faultOf(store: RecordStore): Promise<string> {
  const put = store.transact((table) =>
    table.put(sampleRecord('z', { result: { status: 'output', value: secret } })),
  )
  const error: unknown = await put.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof JournalFault)) throw new Error('no fault', { cause: error })
  expect(error.message).not.toContain(secret)
  expect(error.cause).toBeUndefined()
  return error.message
}

describe('a file that is not a journal', () => {
  it('of another program is refused and left as it is', async () => {
    const database = folder.database()
    database.exec('CREATE TABLE users (id TEXT)')
    database.close()
    const before = readFileSync(folder.file())
    expect(await faultOf(folder.store())).toBe(
      `journal "${folder.file()}": the file is a SQLite database of something else. ` +
        'Give the path of a journal, or of a new file.',
    )
    expect(readFileSync(folder.file())).toEqual(before)
  })

  it.each([['application_id = 7'], ['application_id = 7; CREATE TABLE t (x)']])(
    'is refused for its mark: PRAGMA %s',
    async (pragma) => {
      folder.database().exec(`PRAGMA ${pragma}`)
      expect(await faultOf(folder.store())).toContain('a SQLite database of something else.')
    },
  )

  it('of text is refused', async () => {
    writeFileSync(folder.file(), 'not a database, '.repeat(1000))
    expect(await faultOf(folder.store())).toContain('the file is no SQLite database. Give the path')
  })

  it('of a newer release is refused', async () => {
    await folder.store().transact(() => undefined)
    folder.database().exec('PRAGMA user_version = 999')
    expect(await faultOf(folder.store())).toContain('found 999. Upgrade the package here, too.')
  })

  it('without the tables is refused', async () => {
    await folder.store().transact(() => undefined)
    folder.database().exec('DROP TABLE records')
    expect(await faultOf(folder.store())).toContain('the tables are not those of a journal.')
  })
})

describe('a damaged journal', () => {
  it('is told, with what to do', async () => {
    const store = folder.store()
    await store.transact((table) => {
      for (let n = 0; n < 200; n += 1) table.put(sampleRecord(n.toString()))
    })
    await store.close()
    overwrite(folder.file(), 4096)
    expect(await faultOf(folder.store())).toContain(
      'the file is damaged. Stop what uses it, keep a copy, and restore a backup',
    )
  })

  it.each([
    ['no JSON', '{'],
    ['the record of another row', JSON.stringify(sampleRecord('b'))],
  ])('is told when a row holds %s', async (_, body) => {
    const store = folder.store()
    await store.transact((table) => table.put(sampleRecord('a')))
    folder.database().prepare('UPDATE records SET body = ?').run(body)
    const found = store.transact((table) => table.find('a'))
    await expect(found).rejects.toThrow(/: a row holds no record of its own\. Stop/)
  })
})

/** Breaks all of the file but its first bytes. */
function overwrite(path: string, from: number): void {
  const size = readFileSync(path).length
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(size - from, 0xa5), 0, size - from, from)
  closeSync(file)
}

describe('a journal with no room', () => {
  it('undoes what did not fit, says so, and goes on when there is room again', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact((table) => table.put(sampleRecord('a')))
    const pages = Number(valueOf(handle, 'PRAGMA page_count'))
    handle.exec(`PRAGMA max_page_count = ${pages + 1}`)
    const big = sampleRecord('b', { result: { status: 'output', value: 'x'.repeat(100_000) } })
    const put = store.transact((table) => {
      table.put(sampleRecord('c'))
      table.put(big)
    })
    await expect(put).rejects.toThrow(/: the disk is full, or .* Make room and try again/)
    expect(await store.transact((table) => table.list({}).length)).toBe(1)
    handle.exec('PRAGMA max_page_count = 100000')
    await store.transact((table) => table.put(big))
    expect(await store.transact((table) => table.list({}).length)).toBe(2)
  })

  it('keeps nothing of work that goes on after a failure', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact((table) => table.put(sampleRecord('a')))
    handle.exec(`PRAGMA max_page_count = ${Number(valueOf(handle, 'PRAGMA page_count')) + 1}`)
    const big = sampleRecord('b', { result: { status: 'output', value: 'x'.repeat(100_000) } })
    const careless = store.transact((table) => {
      expect(() => table.put(big)).toThrow(JournalFault)
      expect(() => table.put(sampleRecord('c'))).toThrow('the disk is full')
      expect(() => table.list({})).toThrow('the disk is full')
    })
    await expect(careless).rejects.toThrow('the disk is full')
    expect(await store.transact((table) => table.list({}).length)).toBe(1)
  })
})

describe('transactions asked for at the same time', () => {
  it('are kept or not each by itself when there is room for some of them', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact((table) => table.put(sampleRecord('a')))
    handle.exec(`PRAGMA max_page_count = ${Number(valueOf(handle, 'PRAGMA page_count')) + 1}`)
    const big = sampleRecord('big', { result: { status: 'output', value: 'x'.repeat(100_000) } })
    const put = (id: string): Promise<void> =>
      store.transact((table) => table.put(sampleRecord(id)))
    const ends = await Promise.allSettled([
      put('b'),
      store.transact((table) => table.put(big)),
      put('c'),
    ])
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    const kept = await store.transact((table) => table.list({}).map(({ id }) => id))
    expect(kept).toEqual(['a', 'b', 'c'])
  })

  it('are kept exactly as far as was told when the connection breaks', async () => {
    const database = folder.database()
    let isBroken = false
    const unlessBroken = <Result>(use: () => Result): Result => {
      if (isBroken) throw new Error('the connection is gone')
      return use()
    }
    const handle: SqliteHandle = {
      exec: (sql) => unlessBroken(() => database.exec(sql)),
      prepare: (sql) => unlessBroken(() => database.prepare(sql)),
      close: () => database.close(),
    }
    const store = folder.store({ handle })
    await store.transact(() => undefined)
    const breakDown = (): void => {
      // What a connection had not committed is gone with it.
      database.exec('ROLLBACK')
      isBroken = true
    }
    const ends = await Promise.allSettled([
      ...['a', 'b'].map((id) => store.transact((table) => table.put(sampleRecord(id)))),
      store.transact(breakDown),
    ])
    expect(ends.at(-1)?.status).toBe('rejected')
    const told = ends.filter(({ status }) => status === 'fulfilled').length
    expect(await folder.store().transact((table) => table.list({}).length)).toBe(told)
  })
})

describe('a journal that cannot be written', () => {
  it('is told, and used again when it can be', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact((table) => table.put(sampleRecord('a')))
    handle.exec('PRAGMA query_only = ON')
    expect(await faultOf(store)).toContain('it cannot be written. Let this process write the file')
    handle.exec('PRAGMA query_only = OFF')
    expect(await store.transact((table) => table.find('a')?.id)).toBe('a')
  })

  it('is told for a file that is read-only', async () => {
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    chmodSync(folder.path, 0o755)
    chmodSync(folder.file(), 0o444)
    await asAnotherUser(async () => {
      expect(await faultOf(folder.store())).toMatch(
        /: (it cannot be written|the file cannot be op)/,
      )
    })
  })

  it('is told for a directory that is read-only', async () => {
    mkdirSync(folder.file('closed'), { mode: 0o555 })
    chmodSync(folder.path, 0o755)
    const path = folder.file('closed/journal.db')
    await asAnotherUser(async () => {
      expect(await faultOf(folder.store({ path }))).toBe(
        `journal "${path}": it cannot be created (EACCES). ` +
          'Let this process write to its directory, or give another path.',
      )
    })
  })
})

/** Root may write anything, so it is not root that tries. */
async function asAnotherUser(work: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return work()
  process.seteuid?.(65_534)
  try {
    await work()
  } finally {
    process.seteuid?.(0)
  }
}

describe('a path', () => {
  it('in a directory that does not exist is refused', async () => {
    const path = folder.file('none/journal.db')
    expect(await faultOf(folder.store({ path }))).toBe(
      `journal "${path}": its directory does not exist. ` +
        `Create "${folder.file('none')}", or give another path.`,
    )
  })

  it('of a directory is refused', async () => {
    const store = folder.store({ path: folder.path })
    expect(await faultOf(store)).toContain('it is a directory. Give the path of a file in it.')
  })

  it('below a file is refused', async () => {
    writeFileSync(folder.file('file'), '')
    const store = folder.store({ path: folder.file('file/journal.db') })
    expect(await faultOf(store)).toContain('its directory does not exist.')
  })

  it('that failed is tried again', async () => {
    const store = folder.store({ path: folder.file('later/journal.db') })
    await faultOf(store)
    mkdirSync(folder.file('later'))
    await store.transact((table) => table.put(sampleRecord('a')))
    expect(await store.transact((table) => table.find('a')?.id)).toBe('a')
  })
})

describe('a handle', () => {
  it('that is closed under the store is told', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact(() => undefined)
    handle.close()
    expect(await faultOf(store)).toContain('SQLite failed. Look')
  })

  it('is closed with the store', async () => {
    const handle = folder.database()
    const store = folder.store({ handle })
    await store.transact(() => undefined)
    await store.close()
    expect(() => handle.exec('SELECT 1')).toThrow('not open')
  })
})
