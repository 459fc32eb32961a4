import { describe, expect, it } from 'vitest'

import { createSqliteStore } from '../../../src/journal/store/sqlite/sqlite-store.js'
import { findSqliteBinding } from '../../../src/journal/store/sqlite/sqlite-binding.js'
import type { SqliteStoreOptions } from '../../../src/journal/store/sqlite/sqlite-options.js'
import { DefinitionError } from '../../../src/errors/definition-error.js'
import { JournalFolder, valueOf } from './journal-folder.js'
import { sampleRecord } from './sample-record.js'

const folder = new JournalFolder()
const same = (text: string): string => text

describe('the options of createSqliteStore', () => {
  it.each([
    [{}, 'SQLite journal: it has no path. Pass `path`.'],
    [{ path: '' }, 'Pass the path of a file; `memoryJournal()` is for memory.'],
    [{ path: ':memory:' }, 'Pass the path of a file; `memoryJournal()` is for memory.'],
    [{ path: 'j', busyTimeoutMs: -1 }, 'Pass a number of milliseconds, 0 or more.'],
    [{ path: 'j', handle: {} }, 'Pass an open database with exec, prepare and close.'],
    [{ path: 'j', now: 5 }, 'Pass a function.'],
    [{ path: 'j', seal: same }, 'Pass both `seal` and `open`, or neither.'],
    [{ path: 'j', file: 'j' }, 'there is no option "file"'],
  ])('refuse %o', (options, words) => {
    const create = (): unknown => createSqliteStore(options as unknown as SqliteStoreOptions)
    expect(create).toThrow(DefinitionError)
    expect(create).toThrow(words)
  })
})

describe('a sealed journal', () => {
  const toHex = (text: string): string => Buffer.from(text).toString('hex')
  const fromHex = (sealed: string): string => Buffer.from(sealed, 'hex').toString()
  const sealed = { seal: toHex, open: fromHex }

  it('has nothing of a call in clear but what it is looked up by', async () => {
    const secret = { call: { arguments: { to: 'secret' } }, by: 'secret' }
    await folder.store(sealed).transact((table) => table.put(sampleRecord('a', secret)))
    const row = JSON.stringify(folder.database().prepare('SELECT * FROM records').all())
    expect(row).toContain(toHex('"secret"'))
    expect(row).not.toContain('secret')
  })

  it('is not read without its seal', async () => {
    await folder.store(sealed).transact((table) => table.put(sampleRecord('a')))
    const found = folder.store().transact((table) => table.find('a'))
    await expect(found).rejects.toThrow(/: its records are sealed\. Open the journal with/)
  })

  it('says so when a record does not open, without what was thrown', async () => {
    await folder.store(sealed).transact((table) => table.put(sampleRecord('a')))
    const open = (): string => {
      throw new Error('private')
    }
    const found = folder.store({ seal: toHex, open }).transact((table) => table.find('a'))
    await expect(found).rejects.toThrow(/: a sealed record does not open\. See that `open`/)
    await expect(found).rejects.not.toThrow('private')
  })

  it('still reads what was put before it was sealed', async () => {
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    const both = folder.store(sealed)
    await both.transact((table) => table.put(sampleRecord('b')))
    expect(await both.transact((table) => table.list({}))).toEqual([
      sampleRecord('a'),
      sampleRecord('b'),
    ])
  })
})

class Handle {
  constructor(readonly path: string) {}
}

function missing(message: string): () => never {
  return () => {
    throw Object.assign(new Error(message), { code: 'MODULE_NOT_FOUND' })
  }
}

describe('findSqliteBinding', () => {
  it('takes node:sqlite where the runtime has it', () => {
    const bind = findSqliteBinding({
      builtin: (name) => (name === 'node:sqlite' ? { DatabaseSync: Handle } : undefined),
      installed: missing('not asked for'),
    })
    expect(bind('/j.db')).toEqual(new Handle('/j.db'))
  })

  it('takes libsql where the runtime has none', () => {
    const bind = findSqliteBinding({
      builtin: () => undefined,
      installed: (name) => (name === 'libsql' ? Handle : undefined),
    })
    expect(bind('/j.db')).toEqual(new Handle('/j.db'))
  })

  it.each([
    ["Cannot find module 'libsql'", 'and the package libsql is not installed.'],
    ["Cannot find module '@libsql/linux-arm'", 'the installed libsql cannot be loaded on this'],
  ])('says what to install: %s', (message, words) => {
    const find = (): unknown =>
      findSqliteBinding({ builtin: () => undefined, installed: missing(message) })
    expect(find).toThrow(DefinitionError)
    expect(find).toThrow(words)
    expect(find).toThrow('Install it with `npm install libsql`, run on Node.js 22.13 or newer')
  })

  it('opens a real file', () => {
    expect(valueOf(folder.database(), 'SELECT 1 + 1')).toBe(2)
  })
})
