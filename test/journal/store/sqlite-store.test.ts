import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

import { createSqliteStore } from '../../../src/journal/store/sqlite/sqlite-store.js'
import { describeRecordStore } from './contract/describe-record-store.js'

const folder = mkdtempSync(join(tmpdir(), 'journal-contract-'))
let files = 0

afterAll(() => {
  rmSync(folder, { recursive: true })
})

function emptySet(seal: object) {
  let nowMs = 1000
  files += 1
  const path = join(folder, `${files}.db`)
  return {
    open: () => createSqliteStore({ path, now: () => nowMs, ...seal }),
    setNow: (ms: number) => {
      nowMs = ms
    },
  }
}

const toHex = (text: string): string => Buffer.from(text, 'utf16le').toString('hex')
const fromHex = (sealed: string): string => Buffer.from(sealed, 'hex').toString('utf16le')

describeRecordStore('createSqliteStore', () => emptySet({}))
describeRecordStore('createSqliteStore with a seal', () => emptySet({ seal: toHex, open: fromHex }))
