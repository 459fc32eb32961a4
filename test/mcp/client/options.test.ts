import { inspect } from 'node:util'

import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/index.js'
import { mcpTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import { scripted } from './scripted-server.js'
import { connect } from './servers.js'

const secret = 'hunter2'

async function problemsOf(options: unknown): Promise<string> {
  const error: unknown = await mcpTools(options as McpToolsOptions).catch(
    (thrown: unknown) => thrown,
  )
  if (!DefinitionError.is(error)) throw new Error(`unexpected: ${String(error)}`)
  return error.message
}

const right = { server: 'far', transport: { command: 'x' } }

describe('mcpTools', () => {
  it.each([null, undefined, [], 'far', () => right])(
    'takes no options but an object: %j',
    async (options) => {
      expect(await problemsOf(options)).toBe(
        'mcpTools: the options are not an object. Pass { … } or leave them out.',
      )
    },
  )

  it('says what is missing', async () => {
    const said = await problemsOf({})
    expect(said).toContain('mcpTools: the option "server" is missing.')
    expect(said).toContain('mcpTools: the option "transport" is missing.')
  })

  it.each<[string, object]>([
    ['mcpTools: the option "server"', { server: secret.repeat(2) + ' ' }],
    ['mcpTools: the option "server"', { server: null }],
    ['mcpTools far: the option "transport"', { transport: secret }],
    ['mcpTools far: the option "limits"', { limits: [] }],
    ['mcpTools far, limits: the option "maxPages"', { limits: { maxPages: 1.5 } }],
    ['mcpTools far, limits: the option "maxTools"', { limits: { maxTools: Infinity } }],
    ['mcpTools far, times: the option "callMs"', { times: { callMs: Infinity } }],
    ['mcpTools far, times: the option "closeMs"', { times: { closeMs: NaN } }],
    ['mcpTools far, times: the option "connectMs"', { times: { connectMs: secret } }],
    ['mcpTools far, tool "act": the options are not an object', { tools: { act: null } }],
    ['mcpTools far, tool "act": the option "effect"', { tools: { act: { effect: secret } } }],
    ['mcpTools far, tool "act": the option "errors"', { tools: { act: { errors: 'fine' } } }],
    ['mcpTools far, tool "act": there is no option "call"', { tools: { act: { call: () => 1 } } }],
    [
      'mcpTools far, transport: the option "url"',
      { transport: { url: `https://ann:${secret}@far.example/mcp` } },
    ],
    [
      'mcpTools far, transport: there is no option "command"',
      { transport: { url: 'https://far.example', command: 'x' } },
    ],
    [
      'mcpTools far, transport: the option "headers"',
      { transport: { url: 'http://x', headers: 7 } },
    ],
  ])('says "%s …" without telling what was given', async (words, wrong) => {
    const said = await problemsOf({ ...right, ...wrong })
    expect(said).toContain(words)
    expect(said).not.toContain(secret)
  })

  it('says that an option throws, and not what', async () => {
    const options = {
      ...right,
      get credentials() {
        throw new Error(secret)
      },
    }
    const said = await problemsOf(
      Object.defineProperty({ ...right }, 'tools', {
        enumerable: true,
        get: () => Reflect.get(options, 'credentials'),
      }),
    )
    expect(said).toBe(
      'mcpTools: an option throws when it is read. Pass an object with plain values.',
    )
  })

  it('keeps a limit that is given as undefined', async () => {
    const tools = [...Array(1001).keys()].map((n) => ({
      name: `t${n}`,
      inputSchema: { type: 'object' },
    }))
    const limits = { maxTools: undefined } as unknown as McpToolsOptions['limits']
    const connecting = connect(scripted({ list: () => ({ tools }) }), { limits })
    await expect(connecting).rejects.toThrow('has more than 1000 tools')
  })

  it('refuses a key that is the path of no argument', async () => {
    const inputSchema = { type: 'object', properties: {}, additionalProperties: false }
    const server = scripted({ list: () => ({ tools: [{ name: 'act', inputSchema }] }) })
    const connecting = connect(server, { tools: { act: { idempotencyKey: 'order.id' } } })
    await expect(connecting).rejects.toThrow(DefinitionError)
  })
})

describe('a server that cannot be reached', () => {
  it('is told by its name, never by its URL, which may hold a secret [G-072]', async () => {
    const findings: unknown[] = []
    const url = `http://127.0.0.1:1/${secret}/mcp?api_key=${secret}`
    const report = (finding: unknown) => findings.push(finding)
    const options = { server: 'far', transport: { url }, report }
    const error: unknown = await mcpTools(options).catch((thrown: unknown) => thrown)
    expect(String(error)).toMatch(/^DefinitionError: mcpTools far: its tools cannot be read: /)
    expect(String(error) + inspect(findings)).not.toContain(secret)
  })
})

describe('whoever is told of findings', () => {
  it('harms nothing when it fails later', async () => {
    const report = () => Promise.reject(new Error('full')) as never
    const { tools } = await connect(scripted({ list: () => ({ tools: [7] }) }), { report })
    expect(tools).toHaveLength(0)
  })
})
