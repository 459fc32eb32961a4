import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { sqliteJournal } from '../../src/journal/journals/sqlite-journal.js'
import { createMemoryRecords } from '../../src/journal/store/memory-store.js'
import { createJournal } from '../../src/journal/journals/stored-journal.js'
import { journalContract, type JournalFactory } from '../../src/testing/journal-contract.js'

const inMemory: JournalFactory = ({ now }) => {
  const records = createMemoryRecords({ now })
  return { open: (times) => createJournal(records.open(), times) }
}

const inOneFile: JournalFactory = ({ now }) => {
  const folder = mkdtempSync(join(tmpdir(), 'journal-'))
  return {
    open: (times) => sqliteJournal({ path: join(folder, 'calls.db'), now, ...times }),
    dispose: () => rmSync(folder, { recursive: true }),
  }
}

function casesOf(factory: JournalFactory) {
  return journalContract(factory).map(({ name, run }) => [name, run] as const)
}

describe('[EFF-04, EFF-09] the contract of journals, in memory', () => {
  it.each(casesOf(inMemory))('%s', (_, run) => run())
})

describe('[EFF-04, EFF-09] the contract of journals, in one SQLite file', () => {
  it.each(casesOf(inOneFile))('%s', (_, run) => run())
})

describe('journalContract', () => {
  it('has a case of its own for each row of the table of states', () => {
    const rows = journalContract(inMemory).map(({ name }) => /^row (\d+): /.exec(name)?.[1])
    const expected = Array.from({ length: 22 }, (_, index) => (index + 1).toString())
    expect(expected.filter((row) => !rows.includes(row))).toEqual([])
  })

  it('rejects where a journal does something else', async () => {
    const forgetful: JournalFactory = ({ now }) => ({
      open: (times) => createJournal(createMemoryRecords({ now }).open(), times),
    })
    const results = await Promise.allSettled(journalContract(forgetful).map(({ run }) => run()))
    const failed = results.filter(({ status }) => status === 'rejected')
    expect(failed.length).toBeGreaterThan(50)
  })
})
