import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { listen, overStdio } from './serve-app.mjs'
import { findNode } from './suite.mjs'

const inspector = fileURLToPath(new URL('node_modules/.bin/mcp-inspector', import.meta.url))

// It keeps settings in the home folder of whoever runs it.
const home = mkdtempSync(join(tmpdir(), 'inspector-'))
afterAll(() => rmSync(home, { recursive: true }))

/** The exit code of the Inspector for such a result. */
const toolIsError = 5

/** Runs the official Inspector without its window. */
function inspect(target, ...args) {
  const options = { cwd: overStdio.cwd, env: { ...process.env, HOME: home }, timeout: 60_000 }
  return new Promise((resolve) => {
    execFile(findNode(), [inspector, '--cli', ...target, ...args], options, (error, stdout) => {
      resolve({ status: error?.code ?? 0, ...(stdout === '' ? {} : { said: JSON.parse(stdout) }) })
    })
  })
}

describe.each(['stdio', 'http'])('the Inspector over %s', { timeout: 60_000 }, (way) => {
  let listener
  let target = [overStdio.command, ...overStdio.args]
  beforeAll(async () => {
    if (way !== 'http') return
    listener = await listen()
    target = [listener.url, '--transport', 'http']
  })
  afterAll(() => listener?.close())

  it('lists the tools, and has nothing to say against their schemas', async () => {
    const { status, said } = await inspect(target, '--method', 'tools/list', '--strict')
    expect([status, said.tools.map(({ name }) => name)]).toEqual([0, ['add', 'note']])
  })

  it('calls a tool', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'add', '--tool-arg', 'a=2', 'b=3']
    const { status, said } = await inspect(target, ...call)
    expect([status, said.structuredContent]).toEqual([0, { sum: 5 }])
  })

  it('says of a call that is refused that its result is an error', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'add', '--tool-arg', 'a=2']
    const { status, said } = await inspect(target, ...call)
    expect([status, said.isError]).toEqual([toolIsError, true])
  })
})
