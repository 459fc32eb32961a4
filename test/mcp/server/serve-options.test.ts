import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../../src/errors/definition-error.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp/server/http/mcp-handler.js'
import type { McpListenOptions } from '../../../src/mcp/server/http/listen-options.js'
import type { McpCaller } from '../../../src/mcp/server/serving/caller.js'
import { serveStdio } from '../../../src/mcp/server/stdio/serve-stdio.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { connect, textOf } from './connect.js'
import { shop } from './waiting-tools.js'

const registry = ToolRegistry.empty()
const secret = 'hunter2'

/** What is said of a start that must not succeed. */
async function problemsOf(start: () => unknown): Promise<string> {
  try {
    await start()
  } catch (error) {
    if (DefinitionError.is(error)) return error.message
    throw error
  }
  throw new Error('it started')
}

describe.each([
  ['mcpHandler', mcpHandler as (registry: unknown, options?: unknown) => unknown],
  ['serveStdio', serveStdio as (registry: unknown, options?: unknown) => unknown],
])('%s', (name, serve) => {
  it.each([null, undefined, {}, [], 'registry', () => registry])(
    'serves nothing but a registry: %j',
    async (given) => {
      const said = await problemsOf(() => serve(given))
      expect(said).toBe(
        `${name}: what is to be served is no registry. Pass what discoverTools or bindManifest returned.`,
      )
    },
  )

  it.each([null, [], 'options', 7])('takes no options but an object: %j', async (options) => {
    const said = await problemsOf(() => serve(registry, options))
    expect(said).toBe(`${name}: the options are not an object. Pass { … } or leave them out.`)
  })

  it('names what is wrong with registry and options at once', async () => {
    const said = await problemsOf(() => serve(null, { nmaes: secret, pageSize: NaN }))
    expect(said.split('\n')).toHaveLength(3)
    expect(said).not.toContain(secret)
  })

  it.each<[string, object]>([
    ['caller', { caller: null }],
    ['caller', { caller: secret }],
    ['caller', { caller: [] }],
    ['caller', { caller: { tenant: secret } }],
    ['caller', { caller: { tenantId: ' ' } }],
    ['caller', { caller: { principal: { id: secret } } }],
    ['server', { server: [secret] }],
    ['server', { server: { version: 7 } }],
    ['names', { names: secret }],
    ['pageSize', { pageSize: 1.5 }],
    ['callTimeoutMs', { callTimeoutMs: Infinity }],
    ['callTimeoutMs', { callTimeoutMs: 0 }],
    ['trustCallerKeys', { trustCallerKeys: 'yes' }],
    ['approvals', { approvals: 'clients' }],
    ['journal', { journal: {} }],
    ['requestStateTtlMs', { requestStateTtlMs: NaN }],
    ['onError', { onError: secret }],
  ])('refuses a wrong %s without telling it: %j', async (option, wrong) => {
    const said = await problemsOf(() => serve(registry, wrong))
    expect(said).toContain(`${name}: the option "${option}" has a wrong value.`)
    expect(said).not.toContain(secret)
  })

  it('says that an option throws, and not what', async () => {
    const options = {
      get caller() {
        throw new Error(secret)
      },
    }
    const said = await problemsOf(() => serve(registry, options))
    expect(said).toBe(
      `${name}: an option throws when it is read. Pass an object with plain values.`,
    )
  })

  it('lets no client approve without a journal and a layer that keeps what waits', async () => {
    const said = await problemsOf(() => serve(registry, { approvals: 'client' }))
    expect(said).toContain('needs the option "journal"')
    expect(said).toContain('Add new IdempotencyLayer(journal) to it.')
  })

  it('lets no client approve calls of a registry that keeps none', async () => {
    const options = { approvals: 'client', journal: memoryJournal() }
    const said = await problemsOf(() => serve(registry, options))
    expect(said).toContain('needs a registry that keeps calls which wait')
  })
})

it('clients may approve the calls of a registry that keeps them', () => {
  const { registry: keeping, journal } = shop()
  expect(() => mcpHandler(keeping, { approvals: 'client', journal })).not.toThrow()
})

describe('mcpHandler', () => {
  it.each<[string, object]>([
    ['maxBodyBytes', { maxBodyBytes: 0 }],
    ['allowedHosts', { allowedHosts: 'tools.example' }],
    ['allowedHosts', { allowedHosts: ['tools.example:443'] }],
    ['allowedHosts', { allowedHosts: [''] }],
    ['allowedOrigins', { allowedOrigins: ['https://page.example'] }],
    ['authenticate', { authenticate: secret }],
    ['viewFor', { viewFor: {} }],
    ['unauthenticated', { unauthenticated: 1 }],
  ])('refuses a wrong %s: %j', async (option, wrong) => {
    const options = { authenticate: () => ({}), ...wrong } as unknown as McpHandlerOptions
    const said = await problemsOf(() => mcpHandler(registry, options))
    expect(said).toContain(`the option "${option}" has a wrong value`)
    expect(said).not.toContain(secret)
  })

  it.each(['Tools.Example', 'tools.example', '[2001:db8::7]', '2001:DB8::7', 'bücher.example'])(
    'knows the host %s in any spelling',
    async (host) => {
      const options = { authenticate: () => ({}), allowedHosts: [host] }
      const { fetch } = mcpHandler(registry, options)
      const { hostname } = new URL(`http://${host.includes('::') ? '[2001:db8::7]' : host}`)
      const response = await fetch(new Request(`http://${hostname}/mcp`))
      expect(response.status).not.toBe(403)
    },
  )
})

describe('mcpHandler.listen', () => {
  it.each<[string, unknown]>([
    ...[NaN, -1, 1.5, 65_536, '80', null].map((port): [string, unknown] => ['port', { port }]),
    ...['', ' ', 'http://localhost', 'localhost:80', '127.0.0.1/', 7, null].map(
      (host): [string, unknown] => ['host', { host }],
    ),
    ...['', 'mcp', '/a b', '/a?b', '/a/../b', '//x y', 7].map((path): [string, unknown] => [
      'path',
      { path },
    ]),
  ])('refuses a wrong %s: %j', async (option, wrong) => {
    const handler = mcpHandler(registry, { authenticate: () => ({}) })
    const said = await problemsOf(() => handler.listen(wrong as McpListenOptions))
    expect(said).toContain(`mcpHandler.listen: the option "${option}" has a wrong value.`)
  })

  it.each([null, 3000, 'localhost'])('takes no options but an object: %j', async (options) => {
    const said = await problemsOf(() => mcpHandler(registry).listen(options as McpListenOptions))
    expect(said).toContain('mcpHandler.listen: the options are not an object')
  })

  it('names an option that there is not', async () => {
    const wrong = { prot: 80 } as McpListenOptions
    expect(await problemsOf(() => mcpHandler(registry).listen(wrong))).toContain('"port"')
  })

  it('gives a port whose close takes no time but a number of milliseconds', async () => {
    const { close } = await mcpHandler(registry).listen()
    expect(await problemsOf(() => close(NaN))).toContain('the option "drainMs" has a wrong value')
    await close(0)
  })
})

describe('what an operator hands in as a function', () => {
  const read = { server: 'test', name: 'run', description: 'Runs.', mutates: false }
  const tools = ToolRegistry.empty().register(defineTool({ ...read, call: () => 'done' }))
  const keyed = { name: 'run', _meta: { 'dev.tallystick/idempotency-key': 'k' } }

  it('trusts nobody by the promise of an answer', async () => {
    const reported: unknown[] = []
    const trustCallerKeys = (() => Promise.resolve(false)) as unknown as () => boolean
    const onError = (error: unknown) => reported.push(error)
    const { client } = await connect(tools, { serve: { trustCallerKeys, onError } })
    expect(textOf(await client.callTool(keyed))).toContain('Reference: ')
    expect(String(reported[0])).toContain('trustCallerKeys: what it gave is neither true nor false')
  })

  it('harms nothing when it is told of an error and fails later', async () => {
    const onError = () => Promise.reject(new Error('full')) as never
    const authenticate = () => ({ tenant: 'acme' }) as McpCaller
    const { fetch } = mcpHandler(tools, { authenticate, onError })
    const request = new Request('http://localhost/mcp', { method: 'POST', body: '{}' })
    expect((await fetch(request)).status).toBe(500)
  })

  it('may let a call take longer than a date can say', async () => {
    const { client } = await connect(tools, { serve: { callTimeoutMs: Number.MAX_VALUE } })
    expect(textOf(await client.callTool({ name: 'run' }))).toBe('done')
  })
})
