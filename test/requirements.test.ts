import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { laterIds, requirementIds } from './requirements.js'
import { testTitles } from './test-titles.js'

const testFolder = fileURLToPath(new URL('.', import.meta.url))

/** The test files below a folder; packages that are installed for some of them have tests of their own. */
function testFiles(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : testFiles(path)
    return entry.name.endsWith('.test.ts') ? [path] : []
  })
}

/** The ids between brackets in the titles of all tests: `[DEF-03]`, `[DEF-03, DEF-04]`. */
function citedIds(): ReadonlySet<string> {
  const titles = testFiles(testFolder).flatMap((path) => testTitles(readFileSync(path, 'utf8')))
  const brackets = titles.flatMap((title) => [...title.matchAll(/\[([^\]]+)\]/g)])
  return new Set(brackets.flatMap(([, ids = '']) => ids.split(/[\s,]+/)))
}

const looksLikeId = /^[A-Z]{2,}-\d/
const wellFormed = /^(DEF|SCH|ADM|DIS|REG|MAN|EFF|CLI)-\d\d[a-z]?$/

describe('requirements', () => {
  // Read once, and outside of the time a test has: there are many files.
  const cited = citedIds()

  it('are each cited by the title of a test', () => {
    expect(requirementIds.filter((id) => !cited.has(id))).toEqual([])
  })

  it('are known where they are cited', () => {
    const known = new Set([...requirementIds, ...laterIds])
    const unknown = [...cited].filter((id) => looksLikeId.test(id) && !known.has(id))
    expect(unknown).toEqual([])
  })

  it('are listed once, in one spelling', () => {
    expect(new Set(requirementIds).size).toBe(requirementIds.length)
    expect(requirementIds.filter((id) => !wellFormed.test(id))).toEqual([])
  })
})
