import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** Inside the package, so that programs find it by its name. */
let folder = ''
beforeAll(() => {
  mkdirSync(resolve('.tmp'), { recursive: true })
  folder = mkdtempSync(resolve('.tmp', 'cli-process-'))
})
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the built command on an app of this source. */
function runBuilt(args: readonly string[], source: string, readerLeaves = false): Promise<Ended> {
  writeFileSync(join(folder, 'tallystick.config.mjs'), source)
  const child = spawn(process.execPath, [resolve('dist/cli/main.js'), ...args], { cwd: folder })
  const texts = { stdout: '', stderr: '' }
  if (readerLeaves) child.stdout.destroy()
  child.stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()))
  child.stdin.end()
  return new Promise((done) => {
    child.on('close', (status) => {
      done({ status, ...texts })
    })
  })
}

const tools = (count: number): string => `
import { defineTool, ToolRegistry } from 'tallystick'
console.log('the app logs while it starts')
const tools = Array.from({ length: ${count.toString()} }, (_, n) =>
  defineTool({ server: 's', name: 't' + n, description: 'x'.repeat(500), mutates: false, call: () => n }))
export const registry = ToolRegistry.empty().register(...tools)
`

describe('the command as a process', () => {
  it('prints nothing but the result on standard output, whatever the app logs [CLI-01]', async () => {
    const { status, stdout, stderr } = await runBuilt(['list', '--json'], tools(1))
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toHaveLength(1)
    expect(stderr).toContain('the app logs while it starts')
  }, 30_000)

  it('says so when the app never answers [CLI-01]', async () => {
    const source = 'export const registry = new Promise(() => undefined)'
    const { status, stderr } = await runBuilt(['list'], source)
    expect(status).toBe(1)
    expect(stderr).toContain('the app never answered')
  }, 30_000)

  it('ends with its exit code although the app holds on to a timer', async () => {
    const source = `${tools(3)}\nsetInterval(() => undefined, 1000)`
    const { status, stdout } = await runBuilt(['list', '--json'], source)
    expect([status, (JSON.parse(stdout) as unknown[]).length]).toEqual([0, 3])
    expect(await runBuilt(['list', 'none/none'], source)).toMatchObject({ status: 1 })
  }, 30_000)

  it('ends quietly when its reader does', async () => {
    const { stderr } = await runBuilt(['list', '--json'], tools(2000), true)
    expect(stderr).not.toMatch(/EPIPE|^\s+at /m)
  }, 30_000)
})
