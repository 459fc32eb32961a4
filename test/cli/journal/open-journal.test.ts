import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { fixture, run } from '../run.js'
import { BankFolder } from './bank-folder.js'

const bank = new BankFolder()
const ann = ['--by', 'ann', '--reason', 'seen', '--yes']

describe('the journal that `tallystick journal` works on', () => {
  it('is the file that --journal names, without the app', async () => {
    const { id } = await bank.call('wire', 'INV-1')
    vi.stubEnv('BANK_JOURNAL', '')
    const args = ['journal', 'list', '--journal', 'calls.db', '--json']
    const { stdout } = await run(args, { cwd: bank.path })
    expect(JSON.parse(stdout)).toMatchObject([{ id }])
  })

  it('is else the one that the app registered', async () => {
    const { id } = await bank.call('wire', 'INV-1')
    const { stdout } = await bank.runApp(['list', '--json'])
    expect(JSON.parse(stdout)).toMatchObject([{ id }])
  })

  it('is the file also where the app is at hand', async () => {
    const { id } = await bank.call('wire', 'INV-1')
    vi.stubEnv('BANK_JOURNAL', '')
    const args = ['resolve', id, '--output', '7', ...ann]
    const { stderr } = await bank.runApp([...args, '--journal', bank.file])
    expect(stderr).toContain('the output does not fit the schema of the tool')
  })

  it.each([
    [['list']],
    [['show', 'x']],
    [['approve', 'x', ...ann.slice(0, 2)]],
    [['deny', 'x', ...ann.slice(0, 2)]],
    [['answer', 'x', '--input', '1', ...ann.slice(0, 2)]],
    [['resolve', 'x', '--output', '1', ...ann]],
    [['release', 'x', ...ann]],
    [['prune', '--older-than', '1d', '--yes']],
  ])('is never created: %j', async (args) => {
    const named = await bank.run(args)
    expect(named.exitCode).toBe(2)
    expect(named.stderr).toContain(
      `--journal: there is no file ${bank.file}, and none was created.`,
    )
    const ofApp = await bank.runApp(args)
    expect(ofApp.exitCode).toBe(2)
    expect(ofApp.stderr).toContain(`its journal: there is no file ${bank.file}, and none was`)
    expect(readdirSync(bank.path)).toEqual([])
  })

  it('is missed with what was looked for where there is neither file nor app', async () => {
    writeFileSync(join(bank.path, 'package.json'), '{}')
    const { exitCode, stderr } = await run(['journal', 'list'], { cwd: bank.path })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('no journal was found: --journal names none, and no app was found.')
    expect(stderr).toContain(`  ${join(bank.path, 'tallystick.config.js')}\n`)
    expect(stderr).toMatch(/Or pass --journal <file>\.$/)
  })

  it('is missed with the layers of an app that has none', async () => {
    const file = fixture('shop.ts')
    const { exitCode, stderr } = await run(['journal', 'list', '--app', file])
    expect(exitCode).toBe(1)
    expect(stderr).toBe(
      `error: ${file}: no journal was found. Looked for --journal <file>, and for an IdempotencyLayer among the layers of the app (none). Pass the one, or register the other.`,
    )
  })

  it('is told to be of this process alone where it is in memory', async () => {
    vi.stubEnv('BANK_JOURNAL', '')
    const { stdout, stderr } = await bank.runApp(['list'])
    expect(stdout).toBe('No records.')
    expect(stderr).toContain('the journal of the app is in memory, and each process has its own.')
  })

  it('is told not to be one, without a stack', async () => {
    writeFileSync(bank.file, 'This is a diary, and no journal of calls. '.repeat(100))
    const { exitCode, stderr } = await bank.run(['list'])
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^error: journal "[^"]+": [^\n]+$/)
    const { stdout } = await bank.run(['list', '--json'])
    expect(JSON.parse(stdout)).toEqual({ error: { message: stderr.slice('error: '.length) } })
  })

  it('warns where the app has no such tool', async () => {
    const { call } = await bank.call('note', 'INV-1')
    const question = { kind: 'answer', reason: 'Which?', inputSchema: {} } as const
    const parked = await bank.journal().park({ ...call, tool: 'bank/gone' }, question)
    const id = parked.question?.suspensionId ?? ''
    const args = ['answer', id, '--input', '1', '--by', 'ann', '--yes']
    const { exitCode, stderr } = await bank.runApp(args)
    expect(stderr).toContain('warning: the app has no tool bank/gone, so that it runs nothing of')
    expect(exitCode).toBe(0)
  })

  it('lists its commands, none of which runs a call', async () => {
    const { stdout } = await run(['journal', '--help'])
    const verbs = ['list', 'show', 'approve', 'deny', 'answer', 'resolve', 'release', 'prune']
    expect([...stdout.matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, verb]) => verb)).toEqual(
      verbs,
    )
    expect(stdout).toContain('never runs one')
  })
})
