import { describe, expect, it } from 'vitest'

import { isConflict, isLocked, toFault } from '../../../src/journal/store/sqlite/sqlite-fault.js'
import { JournalFault } from '../../../src/journal/store/record-store.js'

function errorOf(parts: object): Error {
  return Object.assign(new Error('quotes a value'), parts)
}

describe('toFault', () => {
  it.each([
    ['node:sqlite', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
    ['node:sqlite, an extended code', { code: 'ERR_SQLITE_ERROR', errcode: 13 | (3 << 8) }],
    ['libsql', { code: 'SQLITE_FULL', rawCode: 13 }],
    ['better-sqlite3', { code: 'SQLITE_FULL' }],
  ])('reads what %s throws', (_, parts) => {
    expect(toFault('j', errorOf(parts)).message).toMatch(/^j: the disk is full/)
  })

  it.each([
    ['SQLITE_PERM', 'access is refused.'],
    ['SQLITE_READONLY_DBMOVED', 'it cannot be written.'],
    ['SQLITE_IOERR_WRITE', 'the disk failed to read or write.'],
    ['SQLITE_CORRUPT_VTAB', 'the file is damaged.'],
    ['SQLITE_CANTOPEN', 'the file cannot be opened.'],
    ['SQLITE_NOTADB', 'the file is no SQLite database.'],
    ['SQLITE_ERROR', 'the tables are not those of a journal.'],
    ['SQLITE_UNHEARD_OF', 'SQLite failed. Look'],
  ])('words %s', (code, words) => {
    expect(toFault('j', errorOf({ code })).message).toContain(`j: ${words}`)
  })

  it('names a result code that it has no words for', () => {
    expect(toFault('j', errorOf({ rawCode: 7 })).message).toMatch(
      /^j: SQLite failed with result code 7\./,
    )
  })

  it.each([undefined, null, 'text', new TypeError('quotes a value'), {}])('takes %o', (error) => {
    const fault = toFault('j', error)
    expect(fault).toBeInstanceOf(JournalFault)
    expect(fault.message).not.toContain('quotes')
  })

  it('passes on a fault as it is', () => {
    const fault = new JournalFault('known')
    expect(toFault('j', fault)).toBe(fault)
  })
})

describe('isLocked', () => {
  it.each([
    [{ code: 'SQLITE_BUSY' }, true],
    [{ code: 'SQLITE_BUSY_RECOVERY' }, true],
    [{ errcode: 5 | (1 << 8) }, true],
    [{ code: 'SQLITE_PROTOCOL' }, true],
    [{ code: 'SQLITE_BUSYNESS' }, false],
    [{ code: 'SQLITE_CONSTRAINT_UNIQUE' }, false],
  ])('of %o is %s', (parts, expected) => {
    expect(isLocked(errorOf(parts))).toBe(expected)
  })
})

describe('isConflict', () => {
  it('knows a broken unique index', () => {
    expect(isConflict(errorOf({ code: 'SQLITE_CONSTRAINT_UNIQUE', rawCode: 2067 }))).toBe(true)
    expect(isConflict(errorOf({ code: 'SQLITE_BUSY' }))).toBe(false)
  })
})
