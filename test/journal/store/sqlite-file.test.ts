import { copyFileSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

import {
  applicationId,
  schemaMigrations,
} from '../../../src/journal/store/sqlite/schema-migrations.js'
import { prepareFile } from '../../../src/journal/store/sqlite/prepare-file.js'
import { JournalFault } from '../../../src/journal/store/record-store.js'
import { findSqliteBinding } from '../../../src/journal/store/sqlite/sqlite-binding.js'
import { JournalFolder, valueOf } from './journal-folder.js'
import { sampleRecord } from './sample-record.js'

const folder = new JournalFolder()

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8)
}

describe('the file of createSqliteStore', () => {
  it('is for the user of the process alone, with all that lies beside it', async () => {
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    const modes = ['', '-wal', '-shm'].map((end) => modeOf(`${folder.file()}${end}`))
    expect(modes).toEqual(['600', '600', '600'])
  })

  it('keeps the mode it has', async () => {
    writeFileSync(folder.file(), '', { mode: 0o640 })
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    expect(modeOf(folder.file())).toBe('640')
  })

  it('is not made before the first transaction, and is named by its whole path', () => {
    const store = folder.store({ path: `${folder.path}/./x/../journal.db` })
    expect(store.name).toBe(folder.file())
    expect(() => statSync(folder.file())).toThrow('ENOENT')
  })

  it('may have a name that a binding could read as an address', async () => {
    const path = `${folder.path}/file:journal?mode=ro`
    await folder.store({ path }).transact((table) => table.put(sampleRecord('a')))
    expect(statSync(path).size).toBeGreaterThan(0)
  })

  it('may be reached by a link', async () => {
    mkdirSync(folder.file('there'))
    symlinkSync(folder.file('there'), folder.file('here'))
    await folder.store({ path: folder.file('here/j.db') }).transact(() => undefined)
    expect(statSync(folder.file('there/j.db')).size).toBeGreaterThan(0)
  })

  it('keeps a write-ahead log, and waits for the disk at each commit', async () => {
    const handle = folder.database()
    await folder.store({ handle }).transact(() => undefined)
    expect(valueOf(handle, 'PRAGMA journal_mode')).toBe('wal')
    expect(valueOf(handle, 'PRAGMA synchronous')).toBe(2)
    expect(valueOf(handle, 'PRAGMA busy_timeout')).toBe(0)
  })

  it('says of itself what it is', async () => {
    await folder.store().transact(() => undefined)
    const database = folder.database()
    expect(valueOf(database, 'PRAGMA application_id')).toBe(applicationId)
    expect(valueOf(database, 'PRAGMA user_version')).toBe(schemaMigrations.length)
  })

  it('has everything in it once the store is closed', async () => {
    const store = folder.store()
    await store.transact((table) => table.put(sampleRecord('a')))
    await store.close()
    copyFileSync(folder.file(), folder.file('copy.db'))
    const copied = folder.store({ path: folder.file('copy.db') })
    expect(await copied.transact((table) => table.find('a'))).toEqual(sampleRecord('a'))
  })

  it('is found again with all that was in it', async () => {
    const first = folder.store()
    await first.transact((table) => table.put(sampleRecord('a')))
    await first.close()
    expect(await folder.store().transact((table) => table.find('a'))).toEqual(sampleRecord('a'))
  })
})

describe('prepareFile', () => {
  const [first = ''] = schemaMigrations
  const renamed = 'ALTER TABLE records ADD COLUMN note TEXT'

  it('brings a file of an older version to the latest, with all that is in it', async () => {
    await folder.store().transact((table) => table.put(sampleRecord('a')))
    const database = folder.database()
    prepareFile(database, 'journal', [first, renamed, 'CREATE TABLE more (id TEXT)'])
    expect(valueOf(database, 'PRAGMA user_version')).toBe(3)
    expect(valueOf(database, 'SELECT count(note) + count(id) FROM records')).toBe(1)
    expect(valueOf(database, 'SELECT count(*) FROM more')).toBe(0)
  })

  it('leaves a file as it was when a migration fails', () => {
    const database = folder.database()
    prepareFile(database, 'journal', [first])
    expect(() => prepareFile(database, 'journal', [first, renamed, 'nonsense'])).toThrow('syntax')
    expect(valueOf(database, 'PRAGMA user_version')).toBe(1)
    expect(() => database.prepare('SELECT note FROM records')).toThrow('note')
    prepareFile(database, 'journal', [first, renamed])
    expect(valueOf(database, 'PRAGMA user_version')).toBe(2)
  })

  it('writes nothing to a file of the latest version', () => {
    prepareFile(folder.database(), 'journal', schemaMigrations)
    const watching = folder.database()
    const before = valueOf(watching, 'PRAGMA data_version')
    prepareFile(folder.database(), 'journal', schemaMigrations)
    expect(valueOf(watching, 'PRAGMA data_version')).toBe(before)
  })

  it('refuses a file of a newer version, and leaves it as it is', () => {
    prepareFile(folder.database(), 'journal', [first, renamed])
    const older = (): void => prepareFile(folder.database(), 'journal', [first])
    expect(older).toThrow(JournalFault)
    expect(older).toThrow(
      'journal: a newer release of this package wrote the file: expected schema 1 or older, found 2. Upgrade',
    )
  })

  it('refuses a database in memory', () => {
    const inMemory = findSqliteBinding()(':memory:')
    expect(() => prepareFile(inMemory, 'journal', schemaMigrations)).toThrow(
      'journal: its file system does not carry a write-ahead log, or the database is in memory.',
    )
    inMemory.close()
  })
})
