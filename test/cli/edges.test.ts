import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { findProject } from '../../src/cli/app/find-project.js'
import { shownPath } from '../../src/cli/terminal/shown-path.js'
import { formatTable } from '../../src/cli/terminal/table.js'
import { fixture, run } from './run.js'

const folder = mkdtempSync(join(tmpdir(), 'cli-edges-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

describe('the command on apps with little to show', () => {
  it('says that there are no tools', async () => {
    const { exitCode, stdout } = await run(['list', '--app', fixture('empty.ts')])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'No tools.' })
  })

  it('agrees with nothing where no tool is made of a class', async () => {
    const { stdout } = await run(['doctor', '--json', '--app', fixture('empty.ts')])
    expect(stdout).toContain('it has 0 tools.')
  })

  it('says that a tool has no description and no arguments, and shows its output', async () => {
    const { stdout } = await run(['describe', 'who/am_i', '--app', fixture('edges.ts')])
    expect(stdout).toMatch(/^says {7}none$/m)
    expect(stdout).toMatch(/^Arguments\n {2}none\n\nOutput\n {2}\{/m)
  })

  it('calls for the tenant it is told', async () => {
    const args = ['call', 'who/am_i', '--app', fixture('edges.ts')]
    expect((await run(args)).stdout).toBe('"default"')
    expect((await run([...args, '--tenant', 'acme'])).stdout).toBe('"acme"')
  })

  it('calls on behalf of the person it is told', async () => {
    const args = ['call', 'who/asks', '--app', fixture('edges.ts')]
    expect((await run(args)).stdout).toBe('"nobody"')
    expect((await run([...args, '--principal', 'ann'])).stdout).toBe('"person ann"')
  })

  it('explains that an output is held to its schema', async () => {
    const { stdout } = await run(['explain', 'who/am_i', '--app', fixture('edges.ts')])
    expect(stdout).toContain('becomes JSON, held to its schema')
  })
})

describe('paths and tables of the command', () => {
  it('shows paths from the folder it runs in', () => {
    expect([shownPath('/a/b/c', '/a'), shownPath('/a', '/a')]).toEqual(['b/c', '.'])
  })

  it('takes its own folder where no tsconfig is above it', () => {
    expect(findProject(folder, undefined)).toBe(folder)
    expect(findProject(folder, 'x/tsconfig.json')).toBe(join(folder, 'x/tsconfig.json'))
  })

  it('lines up rows that are shorter than the first', () => {
    expect(formatTable([['a', 'long'], ['bcd']])).toBe('a    long\nbcd')
    expect(formatTable([])).toBe('')
  })
})
