import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { fixture, run, type Run } from './run.js'

const app = ['--app', fixture('keyed.ts')]
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-keys-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

async function check(...options: readonly string[]): Promise<Run> {
  const manifest = ['--manifest', join(folder, 'tools.yaml')]
  await run(['manifest', 'draft', ...app, ...manifest], { cwd: folder })
  return run(['check', ...options, ...app, ...manifest], { cwd: folder })
}

describe('tallystick describe', () => {
  it.each([
    ['pay', 'key        payment.claimId', { kind: 'path', path: 'payment.claimId' }],
    ['refund', 'key        by a function of the arguments', { kind: 'method' }],
  ])('shows how %s names the effect of a call [EFF-02]', async (tool, line, keyRule) => {
    const { stdout } = await run(['describe', `claims/${tool}`, ...app])
    expect(stdout.split('\n')).toContain(line)
    const { stdout: json } = await run(['describe', `claims/${tool}`, '--json', ...app])
    expect(JSON.parse(json)).toMatchObject({ id: `claims/${tool}`, keyRule })
  })

  it('says nothing of a key where there is none', async () => {
    const { stdout } = await run(['describe', 'claims/plain', ...app])
    expect(stdout).not.toMatch(/^key/m)
  })
})

describe('tallystick explain', () => {
  it('shows that the key is read before the layers, and not of a read [EFF-02]', async () => {
    const { stdout } = await run(['explain', 'claims/pay', ...app])
    expect(stdout).toMatch(
      /admit.*\n.*key +payment\.claimId names the effect +MISSING_IDEMPOTENCY_KEY/,
    )
    expect((await run(['explain', 'claims/peek', ...app])).stdout).not.toContain('IDEMPOTENCY')
  })
})

describe('tallystick check, of keys that the code declares and no layer enforces', () => {
  const told = ['pay', 'refund'].map(
    (tool) => `lint claims/${tool}: it declares an idempotency key, and the registry has no`,
  )

  it('warns of each tool that changes something, and passes [EFF-02]', async () => {
    const { exitCode, stdout } = await check()
    expect(exitCode).toBe(0)
    expect(stdout).toContain('Code and manifest agree.')
    const lints = stdout.split('\n').filter((line) => line.startsWith('lint '))
    expect(lints.map((line) => line.slice(0, told[0]?.length))).toMatchObject(
      told.map((line) => line.slice(0, told[0]?.length)),
    )
  })

  it('fails where it is strict, and there minds the key of a read too [EFF-02]', async () => {
    const { exitCode, stdout } = await check('--strict')
    expect(exitCode).toBe(1)
    expect(told.every((line) => stdout.includes(line))).toBe(true)
    expect(stdout).toContain('lint claims/peek: it declares an idempotency key and reads only')
    expect(stdout).toMatch(/3 lints\.$/)
  })
})
