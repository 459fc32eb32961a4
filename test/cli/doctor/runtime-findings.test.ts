import { mkdtempSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { sqliteFinding } from '../../../src/cli/doctor/runtime-findings.js'

describe('sqliteFinding', () => {
  it('names the binding that a journal would be opened with', () => {
    const found = isBuiltin('node:sqlite') ? /^node:sqlite is built in/ : /^libsql \d/
    expect(sqliteFinding(process.cwd())).toMatchObject({ state: 'good' })
    expect(sqliteFinding(process.cwd()).message).toMatch(found)
  })

  it.skipIf(isBuiltin('node:sqlite'))('says what to install where there is none', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tallystick-doctor-'))
    try {
      expect(sqliteFinding(folder)).toMatchObject({
        state: 'caution',
        fix: 'Run `npm install libsql` if you keep a journal by sqliteJournal.',
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})
