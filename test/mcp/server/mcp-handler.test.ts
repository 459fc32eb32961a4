import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp/server/http/mcp-handler.js'
import type { McpCaller } from '../../../src/mcp/server/serving/caller.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { createClient, eras, later, textOf } from './connect.js'

const whoami = defineTool({
  ...{ server: 'me', name: 'whoami', description: 'Who calls.', mutates: false },
  call: (_, { tenantId, principal }) => `${tenantId}/${principal?.id ?? 'nobody'}`,
})
const wipe = defineTool({
  ...{ server: 'disk', name: 'wipe', description: 'Wipes.' },
  call: () => 'wiped',
})
const registry = ToolRegistry.empty().register(whoami, wipe)

async function serve(options: McpHandlerOptions = {}, served = registry) {
  const handler = mcpHandler(served, { onError: () => undefined, ...options })
  const listener = await handler.listen()
  onTestFinished(() => listener.close(0))
  return { handler, ...listener }
}

async function connectTo(url: string, era: 'legacy' | 'modern', token?: string) {
  const client = createClient(era)
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  )
  onTestFinished(() => client.close())
  return client
}

const byToken: McpHandlerOptions = {
  authenticate: ({ headers }) => {
    const token = headers.get('authorization')?.replace('Bearer ', '')
    if (token === undefined) return undefined
    return { tenantId: 'acme', principal: { id: token, kind: 'person' } }
  },
  viewFor: ({ principal }, all) => (principal?.id === 'root' ? all : all.select(['@readonly'])),
}

const call = (name: string) => ({
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name } }),
})

const listing = {
  ...call(''),
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
}

describe.each(eras)('mcpHandler over a socket, with a %s client', (era) => {
  it('serves tools to the machine it runs on', async () => {
    const { url } = await serve({ caller: { tenantId: 'here' } })
    const client = await connectTo(url, era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['whoami', 'wipe'])
    expect(textOf(await client.callTool({ name: 'whoami' }))).toBe('here/nobody')
  })

  it('takes tenant and principal from what authenticates, and shows each caller its own tools', async () => {
    const { url } = await serve(byToken)
    const [ann, root] = [await connectTo(url, era, 'ann'), await connectTo(url, era, 'root')]
    expect(textOf(await ann.callTool({ name: 'whoami' }))).toBe('acme/ann')
    expect((await ann.listTools()).tools.map(({ name }) => name)).toEqual(['whoami'])
    await expect(ann.callTool({ name: 'wipe' })).rejects.toMatchObject({ code: -32602 })
    expect(textOf(await root.callTool({ name: 'wipe' }))).toBe('wiped')
  })
})

describe('mcpHandler', () => {
  it('refuses a request whose caller nobody knows', async () => {
    const { url } = await serve(byToken)
    const response = await fetch(url, call('whoami'))
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('refuses whom authenticate finds to be null as it refuses undefined', async () => {
    const { fetch } = mcpHandler(registry, { authenticate: () => null })
    for (const init of [call('whoami'), listing]) {
      expect((await fetch(new Request('http://localhost/mcp', init))).status).toBe(401)
    }
  })

  it.each([
    ['a tenant that is none', { tenantId: 7 }],
    ['a kind of principal that is none', { principal: { id: 'ann', kind: 'hunter2' } }],
    ['what is no object', 'hunter2'],
    ['a yes', true],
  ])('lists nothing for a caller with %s, and reports it', async (_, given) => {
    const reported: unknown[] = []
    const { fetch } = mcpHandler(registry, {
      authenticate: () => given as McpCaller,
      onError: (error) => reported.push(error),
    })
    const response = await fetch(new Request('http://localhost/mcp', listing))
    expect([response.status, reported.length]).toEqual([500, 1])
    expect(await response.text()).toMatch(/"Internal error\. Reference: [\w-]+\."/)
  })

  it('takes no caller that calls cannot be made for as the one of everybody', () => {
    const caller = { tenantId: 7 } as unknown as McpCaller
    expect(() => mcpHandler(registry, { caller })).toThrow('"caller"')
  })

  it('masks a view that is no registry, and reports it', async () => {
    const reported: unknown[] = []
    const { fetch } = mcpHandler(registry, {
      unauthenticated: true,
      viewFor: () => undefined as unknown as ToolRegistry,
      onError: (error) => reported.push(error),
    })
    const response = await fetch(new Request('http://localhost/mcp', listing))
    expect(response.status).toBe(500)
    expect(String(reported[0])).toContain('viewFor: what it gave is no registry')
  })

  it.each([
    ['another host', { host: 'evil.example' }],
    ['a page of another host', { origin: 'https://evil.example' }],
    ['a page without an origin of its own', { origin: 'null' }],
  ])('refuses a request for or from %s', async (_, headers) => {
    const { fetch } = mcpHandler(registry, { unauthenticated: true })
    const { headers: own, ...init } = call('whoami')
    const request = new Request('http://localhost/mcp', {
      ...init,
      headers: { ...own, ...headers },
    })
    expect((await fetch(request)).status).toBe(403)
  })

  it.each([
    ['this machine', 'http://127.0.0.1:8080/mcp', {}],
    ['a page of this machine', 'http://localhost/mcp', { origin: 'http://localhost:5173' }],
    ['a host that is allowed', 'https://tools.example/mcp', { authorization: 'Bearer ann' }],
  ])('answers %s', async (_, url, headers) => {
    const { fetch } = mcpHandler(registry, {
      ...byToken,
      authenticate: () => ({}),
      allowedHosts: ['tools.example'],
    })
    const { headers: own, ...init } = call('whoami')
    const response = await fetch(new Request(url, { ...init, headers: { ...own, ...headers } }))
    expect(response.status).toBe(200)
  })

  it('refuses a body over its limit, whether its length is stated or not', async () => {
    const { fetch } = mcpHandler(registry, { unauthenticated: true, maxBodyBytes: 100 })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(200) })
    const headers = { 'content-type': 'application/json' }
    const init = { method: 'POST', headers, body: new Blob([body]).stream(), duplex: 'half' }
    expect((await fetch(new Request('http://localhost/', init as RequestInit))).status).toBe(413)
    const stated = { ...call('whoami'), headers: { ...headers, 'content-length': '101' } }
    expect((await fetch(new Request('http://localhost/', stated))).status).toBe(413)
  })

  it.each(['0.0.0.0', '192.168.0.7'])(
    'does not listen on %s without asking who calls',
    async (host) => {
      const listening = mcpHandler(registry).listen({ host })
      await expect(listening).rejects.toThrow('would be served without asking who calls')
    },
  )

  it('allows no other host without asking who calls', () => {
    const create = () => mcpHandler(registry, { allowedHosts: ['tools.example'] })
    expect(create).toThrow('would be served without asking who calls')
  })

  it('masks what goes wrong before the protocol, and reports it', async () => {
    const reported: unknown[] = []
    const { fetch } = mcpHandler(registry, {
      authenticate: () => {
        throw new Error('db password is hunter2')
      },
      onError: (error) => reported.push(error),
    })
    const response = await fetch(new Request('http://localhost/', call('whoami')))
    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
    expect(reported).toMatchObject([{ message: 'db password is hunter2' }])
  })

  it('answers nobody through fetch without asking who calls, unless the operator says so', async () => {
    const reported: unknown[] = []
    const onError = (error: unknown) => reported.push(error)
    const request = () => {
      const headers = { ...listing.headers, host: 'localhost' }
      return new Request('http://203.0.113.9/mcp', { ...listing, headers })
    }
    expect((await mcpHandler(registry, { onError }).fetch(request())).status).toBe(500)
    expect(String(reported[0])).toContain('Pass authenticate(request), or unauthenticated: true')
    const open = mcpHandler(registry, { onError, unauthenticated: true })
    expect((await open.fetch(request())).status).toBe(200)
  })

  it('answers another path with 404', async () => {
    const { url } = await serve()
    expect((await fetch(url.replace('/mcp', '/other'), call('whoami'))).status).toBe(404)
  })
})

/** A registry whose one tool runs until it is cancelled or let go. */
function slow() {
  const started = later<undefined>()
  const cancelled = later<string>()
  const going = later<string>()
  const tool = defineTool({
    ...{ server: 'me', name: 'slow', description: 'Takes long.', mutates: false },
    call: (_, { signal }) => {
      signal.addEventListener('abort', () => cancelled.resolve('cancelled'))
      started.resolve(undefined)
      return Promise.race([going.promise, cancelled.promise])
    },
  })
  return { registry: ToolRegistry.empty().register(tool, whoami), started, cancelled, going }
}

describe('mcpHandler.close', () => {
  it.each(eras)('cancels the call of a %s client that runs', async (era) => {
    const { registry: slowly, started, cancelled } = slow()
    const { url, handler } = await serve({}, slowly)
    const client = await connectTo(url, era)
    const calling = client.callTool({ name: 'slow' })
    await started.promise
    await handler.close()
    expect(await cancelled.promise).toBe('cancelled')
    expect((await calling)._meta).toMatchObject({ 'dev.tallystick/error': { code: 'CANCELLED' } })
  })

  it('answers what comes later with 503, and reports nothing', async () => {
    const reported: unknown[] = []
    const { url, handler } = await serve({ onError: (error) => reported.push(error) })
    await fetch(url, call('whoami'))
    await handler.close()
    await handler.close()
    handler.toolsChanged()
    expect((await fetch(url, call('whoami'))).status).toBe(503)
    expect(reported).toEqual([])
  })
})

describe('the close of a port', () => {
  it('waits for the calls that run, while those of other ports begin', async () => {
    const { registry: slowly, started, going } = slow()
    const { url, handler, close } = await serve({}, slowly)
    const other = await handler.listen()
    onTestFinished(() => other.close(0))
    const [client, elsewhere] = [
      await connectTo(url, 'modern'),
      await connectTo(other.url, 'modern'),
    ]
    const calling = client.callTool({ name: 'slow' })
    await started.promise
    const closing = close()
    expect((await elsewhere.callTool({ name: 'whoami' })).isError).toBeUndefined()
    going.resolve('done')
    expect(textOf(await calling)).toBe('done')
    await closing
  })
})

describe.each(eras)('the capabilities that a %s client is told over HTTP', (era) => {
  it('promise word of other tools only where it can be sent', async () => {
    const client = await connectTo((await serve()).url, era)
    const { tools } = client.getServerCapabilities() ?? {}
    expect(tools?.listChanged === true).toBe(era === 'modern')
  })
})
