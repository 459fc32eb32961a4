import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Inside the repository, so that the sample finds the package by its name, and beside nothing that others read. */
const folder = resolve('.tmp/review')
const [, block = ''] =
  /```sh\ncd samples\/ledger\n(.*?)```/s.exec(readFileSync('README.md', 'utf8')) ?? []
const steps = block.trim().split('\n')

interface Step {
  readonly command: string
  readonly status: number | null
  readonly stdout: string
}

function perform(command: string): Step {
  const { status, stdout } = spawnSync(command, { cwd: folder, shell: true, encoding: 'utf8' })
  return { command, status, stdout }
}

describe('the review that the README walks through', () => {
  let performed: readonly Step[] = []
  beforeAll(() => {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(resolve('.tmp'), { recursive: true })
    cpSync('samples/ledger', folder, { recursive: true })
    performed = steps.map(perform)
  }, 120_000)
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  it('exits as it says, step by step', () => {
    const statuses = performed.map(({ command, status }) => [command.split('  ')[0], status])
    expect(statuses).toEqual([
      ['npx tallystick manifest draft --manifest draft.yaml', 0],
      ['npx tallystick check', 0],
      [expect.stringContaining('sed'), 0],
      ['npx tallystick check', 1],
      ['npx tallystick manifest diff', 0],
      ['npx tallystick manifest update', 0],
      ['npx tallystick check', 0],
      [expect.stringContaining('mv tools/transfer.ts.bak'), 0],
    ])
  })

  it('prints the path and the reason that the README shows', () => {
    const failed = performed[3]
    const [, shown = ''] = /exits with 1: (.*)$/.exec(failed?.command ?? '') ?? []
    expect(shown).toMatch(/^inputSchema\./)
    for (const step of [failed, performed[4], performed[5]]) expect(step?.stdout).toContain(shown)
  })

  it('keeps every word and comment of the reviewer, and ends with all files as they were', () => {
    const names = ['tallystick.yaml', 'tallystick.contracts.json', 'tools/transfer.ts']
    const [after, before] = [folder, 'samples/ledger'].map((root) =>
      names.map((name) => readFileSync(join(root, name), 'utf8')),
    )
    expect(after).toEqual(before)
    expect(readdirSync(folder)).not.toContain('draft.yaml')
  })
})
