import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterEach, describe, expect, it } from 'vitest'

import { ToolRegistry } from '../../../src/index.js'
import { mcpTools, type ForeignTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import type { ForeignServerFinding } from '../../../src/mcp/client/foreign-server-finding.js'

const program = fileURLToPath(new URL('process-server.mjs', import.meta.url))
const open: ForeignTools[] = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((tools) => tools.close()))
})

async function start(
  fault: string,
  { args = [], ...options }: { args?: string[] } & Partial<McpToolsOptions> = {},
) {
  const findings: ForeignServerFinding[] = []
  const tools = await mcpTools({
    server: 'far',
    transport: { command: process.execPath, args: [program, fault, ...args], env: { OWN: 'yes' } },
    protocol: '2025',
    times: { closeMs: 200 },
    report: (finding) => findings.push(finding),
    ...options,
  })
  open.push(tools)
  const registry = ToolRegistry.empty().register(...tools)
  const call = async () => {
    const outcome = await registry.dispatch('far/act', {})
    return outcome.status === 'output' ? (outcome.value as string) : 'suspended'
  }
  return { tools, call, findings }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // A process that nobody waited for has ended all the same.
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const inDoubt = { code: 'TOOL_FAILED', disposition: 'in-doubt', retryable: false }

describe('a foreign server in a child process', () => {
  it('is called, and ends when its tools are closed', async () => {
    const { call, tools } = await start('pid')
    const pid = Number(await call())
    expect(isAlive(pid)).toBe(true)
    await tools.close()
    expect(isAlive(pid)).toBe(false)
  })

  it('ends although it does not want to', async () => {
    const { call, tools } = await start('stubborn')
    const pid = Number(await call())
    await tools.close()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  it('ends with whatever it started', async () => {
    const { call, tools } = await start('fork')
    const pids = (await call()).split(' ').map(Number)
    expect(pids.map(isAlive)).toEqual([true, true])
    await tools.close()
    await expect.poll(() => pids.map(isAlive)).toEqual([false, false])
  })

  it('that crashes takes with it whatever it started, and the call is in doubt', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'tallystick-')), 'pid')
    const { call } = await start('fork-and-crash', { args: [file] })
    await expect(call()).rejects.toMatchObject(inDoubt)
    await expect.poll(() => isAlive(Number(readFileSync(file, 'utf8')))).toBe(false)
  })

  it('that crashes in the middle of a call leaves it in doubt, and is started anew for the next one', async () => {
    const { call, findings } = await start('crash')
    await expect(call()).rejects.toMatchObject(inDoubt)
    await expect(call()).rejects.toMatchObject(inDoubt)
    expect(findings.filter(({ kind }) => kind === 'lost-connection')).toHaveLength(2)
  })

  it('may answer and end at once', async () => {
    const servers = await Promise.all([1, 2, 3].map(() => start('last-words')))
    const answers = await Promise.all(servers.map(({ call }) => call()))
    expect(answers).toEqual(Array(3).fill('goodbye'))
  })

  it('may write what is no message: it is reported, and the call goes on', async () => {
    const { call, findings } = await start('noise')
    expect(await call()).toBe('done')
    expect(findings.map(({ kind }) => kind)).toEqual(Array(3).fill('bad-message'))
  })

  it('is cut off over a message of 50 MB, which leaves its call in doubt', async () => {
    const { call, findings } = await start('large')
    await expect(call()).rejects.toMatchObject(inDoubt)
    expect(findings.map(({ kind }) => kind)).toEqual(['bad-message', 'lost-connection'])
  })

  it('sees of the environment what it is given, and little else', async () => {
    process.env['TALLYSTICK_SECRET'] = 'hush'
    const { call } = await start('env')
    const env = JSON.parse(await call()) as Record<string, string>
    delete process.env['TALLYSTICK_SECRET']
    expect([env['OWN'], env['PATH'], env['TALLYSTICK_SECRET']]).toEqual([
      'yes',
      process.env['PATH'],
      undefined,
    ])
  })

  it('that ends over a question of a newer revision is spoken to in the older one', async () => {
    const { call } = await start('old', { protocol: 'auto' })
    expect(await call()).toBe('done')
  })

  it('that answers a newer question with an error is spoken to in the older one', async () => {
    const { call } = await start('none', { protocol: 'auto' })
    expect(await call()).toBe('done')
  })
})
