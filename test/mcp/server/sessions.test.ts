import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry as Registry } from '../../../src/registry/tool-registry.js'
import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp/server/http/mcp-handler.js'
import { createClient, later, textOf, type ConnectOptions } from './connect.js'
import { answering, order, shop } from './waiting-tools.js'

const byToken: McpHandlerOptions = {
  authenticate: ({ headers }) => ({
    tenantId: 'acme',
    principal: { id: headers.get('authorization') ?? 'nobody', kind: 'person' },
  }),
}

function serve(registry: ToolRegistry, options: McpHandlerOptions = {}) {
  const handler = mcpHandler(registry, { ...byToken, sessions: true, ...options })
  onTestFinished(() => handler.close())
  const fetch = (input: Request | URL | string, init?: RequestInit) =>
    handler.fetch(new Request(input, init))
  return { handler, fetch }
}

type Served = ReturnType<typeof serve>

async function connect({ fetch }: Served, { client: options, prepare }: ConnectOptions = {}) {
  const client = createClient('legacy', options)
  prepare?.(client)
  const url = new URL('http://localhost/mcp')
  const transport = new StreamableHTTPClientTransport(url, { fetch: fetch })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return { client, transport }
}

const headers = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-11-25',
}

const post = (served: Served, message: object, more: Record<string, string> = {}) =>
  served.fetch('http://localhost/mcp', {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
  })

const get = (served: Served, more: Record<string, string>) =>
  served.fetch('http://localhost/mcp', { headers: { ...headers, ...more } })

const initialize = {
  ...{ id: 0, method: 'initialize' },
  params: {
    ...{ protocolVersion: '2025-11-25', capabilities: {} },
    clientInfo: { name: 'test', version: '1' },
  },
}

/** A session that is spoken to by hand. */
async function open(served: Served, who: Record<string, string> = {}) {
  const response = await post(served, initialize, who)
  await response.text()
  const session = { ...who, 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' }
  await post(served, { method: 'notifications/initialized' }, session)
  return session
}

const ann = { authorization: 'ann' }
const eve = { authorization: 'eve' }

const list = { id: 1, method: 'tools/list', params: {} }
const call = { id: 2, method: 'tools/call', params: { name: 'run' } }

const state = async (served: Served, session: Record<string, string>) =>
  (await post(served, list, session)).status

/** A registry of one tool that runs until it is let go. */
function slow() {
  const [started, going] = [later<AbortSignal>(), later<string>()]
  const run = defineTool({
    ...{ server: 'test', name: 'run', description: 'Runs.' },
    call: (_, { signal }) => {
      started.resolve(signal)
      return going.promise
    },
  })
  return { registry: Registry.empty().register(run), started, going }
}

describe('a client of 2025 with a session', () => {
  it('is asked the question of a body, and the call goes on with its answer', async () => {
    const { registry, asked } = shop()
    const person = answering({ action: 'accept', content: { size: 7 } })
    const { client } = await connect(serve(registry), person)
    const result = await client.callTool(order())
    expect(result.structuredContent).toEqual({ size: 7 })
    expect([person.questions, asked()]).toEqual([['Which size?'], 1])
  })

  it('is told that other tools are granted', async () => {
    const told = later<string>()
    const onChanged = () => told.resolve('told')
    const served = serve(slow().registry)
    const options = { listChanged: { tools: { onChanged, debounceMs: 1 } } }
    const { client } = await connect(served, { client: options })
    expect(client.getServerCapabilities()?.tools?.listChanged).toBe(true)
    // The stream on which it is told opens beside its first requests.
    await client.listTools()
    served.handler.toolsChanged()
    expect(await told.promise).toBe('told')
  })

  it('cancels nothing by leaving, and gets the answer where it comes back', async () => {
    const { registry, started, going } = slow()
    const served = serve(registry)
    const session = await open(served)
    const reader = (await post(served, call, session)).body?.getReader()
    const first = Buffer.from((await reader?.read())?.value ?? '').toString()
    const signal = await started.promise
    await reader?.cancel()
    going.resolve('done')
    const id = /^id: (\S+)/m.exec(first)?.[1] ?? ''
    const rest = await get(served, { ...session, 'last-event-id': id })
    expect(await rest.text()).toContain('"text":"done"')
    expect(signal.aborted).toBe(false)
  })

  it('is shown what it may see now, not what it might when it began', async () => {
    const { registry } = slow()
    let view = registry
    const served = serve(registry, { viewFor: () => view })
    const session = await open(served)
    view = registry.filter(() => false)
    expect(await (await post(served, list, session)).text()).toContain('"tools":[]')
  })

  it('may end it', async () => {
    const served = serve(slow().registry)
    const session = await open(served)
    const init = { method: 'DELETE', headers: { ...headers, ...session } }
    expect((await served.fetch('http://localhost/mcp', init)).status).toBe(200)
    expect((await post(served, list, session)).status).toBe(404)
  })
})

describe('a session', () => {
  it.each<[string, (session: Record<string, string>) => Record<string, string>]>([
    ['another caller', (session) => ({ ...session, authorization: 'eve' })],
    ['nobody who knows it', () => ({ 'mcp-session-id': 'guessed', authorization: 'ann' })],
  ])('is not there for %s', async (_, other) => {
    const served = serve(slow().registry)
    const session = await open(served, { authorization: 'ann' })
    const response = await post(served, list, other(session))
    expect([response.status, await response.json()]).toMatchObject([
      404,
      { error: { message: 'Session not found' } },
    ])
    expect((await post(served, list, session)).status).toBe(200)
  })

  it('ends where it was not used for longest, when there are too many', async () => {
    const served = serve(slow().registry, { sessions: { maxSessions: 2 } })
    const [first, second] = [await open(served), await open(served)]
    const third = await open(served)
    const states = [first, second, third].map(async (one) => (await post(served, list, one)).status)
    expect(await Promise.all(states)).toEqual([404, 200, 200])
  })

  it('is one of at most so many, however many begin at once', async () => {
    const served = serve(slow().registry, { sessions: { maxSessions: 2 } })
    const opened = await Promise.all(Array.from({ length: 9 }, () => open(served)))
    const states = opened.map(async (one) => (await post(served, list, one)).status)
    const alive = (await Promise.all(states)).filter((status) => status === 200)
    expect(alive).toHaveLength(2)
  })

  it('is not ended for one that is refused', async () => {
    const served = serve(slow().registry, { sessions: { maxSessions: 1 } })
    const session = await open(served, ann)
    const refused = await post(served, initialize, { authorization: 'eve', accept: 'text/plain' })
    expect([refused.status, await state(served, session)]).toEqual([406, 200])
  })

  it('is not ended for a caller that has others', async () => {
    const served = serve(slow().registry, { sessions: { maxSessions: 3 } })
    const [own, first] = [await open(served, ann), await open(served, eve)]
    const more = [await open(served, eve), await open(served, eve), await open(served, eve)]
    const states = [own, first, ...more].map((one) => state(served, one))
    expect(await Promise.all(states)).toEqual([200, 404, 404, 200, 200])
  })

  it('is ended for a caller without one, the oldest of whoever has most', async () => {
    const served = serve(slow().registry, { sessions: { maxSessions: 3 } })
    const [own, first, second] = [
      await open(served, ann),
      await open(served, eve),
      await open(served, eve),
    ]
    const late = await open(served, { authorization: 'bob' })
    const states = [own, first, second, late].map((one) => state(served, one))
    expect(await Promise.all(states)).toEqual([200, 404, 200, 200])
  })

  it('is not ended for a caller with as many, whose calls are all under way', async () => {
    const { registry, started } = slow()
    const served = serve(registry, { sessions: { maxSessions: 2 } })
    const [own, busy] = [await open(served, ann), await open(served, eve)]
    await post(served, call, busy)
    await started.promise
    expect((await post(served, initialize, eve)).status).toBe(503)
    expect(await state(served, own)).toBe(200)
  })

  it('ends when it was not used for as long as it is kept', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const served = serve(slow().registry, { sessions: { idleMs: 1000 } })
    const session = await open(served)
    vi.setSystemTime(Date.now() + 900)
    expect((await post(served, list, session)).status).toBe(200)
    vi.setSystemTime(Date.now() + 1100)
    expect((await post(served, list, session)).status).toBe(404)
  })

  it('is not ended for another one while a call is under way', async () => {
    const { registry, started, going } = slow()
    const served = serve(registry, { sessions: { maxSessions: 1 } })
    const session = await open(served)
    const answer = await post(served, call, session)
    await started.promise
    expect((await post(served, initialize)).status).toBe(503)
    going.resolve('done')
    expect(await answer.text()).toContain('"text":"done"')
    expect((await post(served, initialize)).status).toBe(200)
  })

  it('ends with the handler', async () => {
    const served = serve(slow().registry)
    const session = await open(served)
    await served.handler.close()
    expect((await post(served, list, session)).status).toBe(503)
  })

  it.each([7, 'yes', { maxSessions: 0 }, { idleMs: Infinity }, { max: 1 }])(
    'is not kept as %j says',
    (sessions) => {
      expect(() => serve(slow().registry, { sessions: sessions as never })).toThrow('"sessions"')
    },
  )
})

describe('a client of 2025 without a session', () => {
  it('is answered as where none are kept', async () => {
    const response = await post(serve(slow().registry), list)
    expect([response.status, response.headers.get('mcp-session-id')]).toEqual([200, null])
  })

  it('is told what a call waits for, and how to answer', async () => {
    const { client } = await connect(serve(shop().registry, { sessions: false }), answering())
    const result = await client.callTool(order())
    expect(textOf(result)).toMatch(
      /^Waiting for an answer: Which size\? This client cannot be asked; whoever runs the server can answer\. Reference: \S+ Call again/,
    )
  })

  it('leaves clients of 2026-07-28 as they are', async () => {
    const served = serve(shop().registry)
    const person = answering({ action: 'accept', content: { size: 3 } })
    const client = createClient('modern', person.client)
    person.prepare(client)
    const url = new URL('http://localhost/mcp')
    await client.connect(new StreamableHTTPClientTransport(url, { fetch: served.fetch }))
    expect((await client.callTool(order())).structuredContent).toEqual({ size: 3 })
    await client.close()
  })
})
