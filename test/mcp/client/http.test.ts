import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createMcpHandler } from '@modelcontextprotocol/server'
import { afterEach, describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { mcpTools, type ForeignTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import type { ForeignServerFinding } from '../../../src/mcp/client/foreign-server-finding.js'
import { createServer as createFar, object, serve, text, type Answer } from './servers.js'

const open: { tools?: ForeignTools; server: Server }[] = []

afterEach(async () => {
  for (const { tools, server } of open.splice(0)) {
    await tools?.close()
    server.closeAllConnections()
    server.close()
  }
})

type Handle = (request: Request) => Promise<Response> | Response

/** Listens on loopback with a handler that takes and gives what `fetch` does. */
async function listen(handle: Handle) {
  const seen: Request[] = []
  const server = createServer((request, response) => void respond(request, response))
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const { method = 'GET' } = incoming
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const headers = incoming.headers as Record<string, string>
    const request = new Request(`http://localhost${incoming.url ?? ''}`, {
      method,
      headers,
      ...body,
    })
    seen.push(request)
    const response = await handle(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    for await (const chunk of response.body ?? []) outgoing.write(chunk)
    outgoing.end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({ server })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, seen, server }
}

async function start(answer: Answer, options: Partial<McpToolsOptions> = {}) {
  const served = serve([{ name: 'act', inputSchema: object, answer }])
  const handler = createMcpHandler(() => createFar(served))
  let override: Handle | undefined
  const far = await listen((request) => (override ?? handler.fetch)(request))
  const findings: ForeignServerFinding[] = []
  const tools = await mcpTools({
    ...{
      server: 'far',
      transport: { url: far.url, headers: { authorization: 'Bearer operator' } },
    },
    report: (finding) => findings.push(finding),
    ...options,
  })
  open.push({ tools, server: far.server })
  const registry = ToolRegistry.empty().register(...tools)
  const replace = (handle: Handle) => (override = handle)
  return { registry, served, handler, findings, tools, replace, ...far }
}

const done: Answer = () => text('done')

describe.each(['2025', '2026-07-28', 'auto'] as const)(
  'a foreign server on HTTP in %s',
  (protocol) => {
    it('is called', async () => {
      const { registry } = await start(done, { protocol })
      expect(await registry.dispatch('far/act', {})).toMatchObject({ value: 'done' })
    })

    it('gets the headers of the operator, and none of a caller', async () => {
      const { registry, seen } = await start(done, { protocol })
      await registry.dispatch('far/act', {}, createContext({ tenantId: 'acme' }))
      const sent = seen.map(({ headers }) => headers)
      // Who it is takes one request at least, and so do its list and the call.
      expect(sent.length).toBeGreaterThan(2)
      expect(new Set(sent.map((headers) => headers.get('authorization')))).toEqual(
        new Set(['Bearer operator']),
      )
      expect(JSON.stringify(sent.map((headers) => [...headers]))).not.toContain('acme')
    })

    it('was not sent a call that it does not listen for any more', async () => {
      const { registry, server } = await start(done, { protocol })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      // On a connection that is kept for later calls it shows a little later that it ended.
      await new Promise((resolve) => setTimeout(resolve, 50))
      await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({
        // From 2026-07-28 on its list is read first, since it does not tell of changes any more.
        code: protocol === '2025' ? 'TOOL_FAILED' : 'UNREACHABLE',
        disposition: 'did-not-happen',
        retryable: true,
      })
      await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({ code: 'UNREACHABLE' })
    })

    it.each([401, 403, 404, 429])('did not take a call that it refuses with %i', async (status) => {
      const { registry, replace } = await start(done, { protocol })
      replace(() => new Response('no', { status }))
      await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({
        disposition: 'did-not-happen',
      })
    })

    it.each([500, 502, 503])('leaves a call in doubt with %i', async (status) => {
      const { registry, replace } = await start(done, { protocol })
      replace(() => new Response('no', { status }))
      const failure = { disposition: 'in-doubt', retryable: false }
      await expect(registry.dispatch('far/act', {})).rejects.toMatchObject(failure)
    })

    it('leaves a call in doubt over a result that is too large', { timeout: 20_000 }, async () => {
      const { registry } = await start(() => text('x'.repeat(50_000_000)), { protocol })
      await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({
        disposition: 'in-doubt',
      })
    })
  },
)

describe('a foreign server of 2026-07-28', () => {
  it('tells of a changed list to whoever asked it to', async () => {
    const { served, handler, tools } = await start(done, { protocol: '2026-07-28' })
    served.tools = [{ name: 'act', title: 'Other', answer: done }]
    handler.notify.toolsChanged()
    await expect.poll(() => tools[0]?.isWithdrawn?.()).toBe(true)
  })

  it('is asked for its list before calls where it does not tell of changes any more', async () => {
    const { served, server, registry, findings } = await start(done, { protocol: '2026-07-28' })
    server.closeAllConnections()
    served.tools = [{ name: 'act', title: 'Other', answer: done }]
    await new Promise((resolve) => setTimeout(resolve, 50))
    await expect(registry.dispatch('far/act', {})).rejects.toMatchObject({ code: 'NOT_GRANTED' })
    expect(findings.at(-1)).toMatchObject({ kind: 'changed-tool' })
  })

  it('gets the arguments it wants in headers, and no call twice', async () => {
    const { url, seen } = await listen(withHeaders())
    const tools = await mcpTools({ server: 'far', transport: { url }, report: () => undefined })
    const call = ToolRegistry.empty()
      .register(...tools)
      .dispatch('far/act', { region: 'eu' })
    await expect(call).rejects.toMatchObject({ code: 'TOOL_FAILED' })
    const calls = seen.filter(({ headers }) => headers.get('mcp-method') === 'tools/call')
    expect(calls.map(({ headers }) => headers.get('mcp-param-region'))).toEqual(['eu'])
    await tools.close()
  })
})

describe('credentials on HTTP', () => {
  it('go into the headers of the calls they are for', async () => {
    const credentials = ({ tenantId }: { tenantId: string }) => ({
      headers: { authorization: `Bearer ${tenantId}` },
    })
    const { registry, seen } = await start(done, { credentials })
    seen.length = 0
    await registry.dispatch('far/act', {}, createContext({ tenantId: 'acme' }))
    expect(new Set(seen.map(({ headers }) => headers.get('authorization')))).toEqual(
      new Set(['Bearer acme']),
    )
  })
})

describe('the headers of a call', () => {
  it.each([
    ['Authorization', 'authorization'],
    ['authorization', 'AUTHORIZATION'],
  ])('replace those of the operator where one says %s and the other %s', async (ours, theirs) => {
    const served = serve([{ name: 'act', inputSchema: object, answer: done }])
    const far = await listen(createMcpHandler(() => createFar(served)).fetch)
    const tools = await mcpTools({
      ...{ server: 'far', transport: { url: far.url, headers: { [ours]: 'Bearer operator' } } },
      credentials: ({ tenantId }) => ({ headers: { [theirs]: `Bearer ${tenantId}` } }),
      report: () => undefined,
    })
    open.push({ tools, server: far.server })
    far.seen.length = 0
    const registry = ToolRegistry.empty().register(...tools)
    await registry.dispatch('far/act', {}, createContext({ tenantId: 'acme' }))
    const sent = far.seen.map(({ headers }) => headers.get('authorization'))
    expect(new Set(sent)).toEqual(new Set(['Bearer acme']))
  })

  it('are not told where they cannot be sent', async () => {
    const transport = { url: 'http://127.0.0.1:1/mcp', headers: { 'x-key': 'secret\nvalue' } }
    const failure = mcpTools({ server: 'far', transport, report: () => undefined })
    await expect(failure).rejects.toThrow('the header "x-key" cannot be sent as it is.')
    await expect(failure).rejects.not.toThrow('secret')
  })
})

describe('a tool that asks for a header as it must not', () => {
  const inputSchema = { ...object, properties: { region: { 'x-mcp-header': 'No Name' } } }
  const offer = async (protocol: '2025' | '2026-07-28') => {
    const served = serve([
      { name: 'act', answer: done },
      { name: 'odd', inputSchema, answer: done },
    ])
    const far = await listen(createMcpHandler(() => createFar(served)).fetch)
    const findings: ForeignServerFinding[] = []
    const report = (finding: ForeignServerFinding) => findings.push(finding)
    const tools = await mcpTools({ server: 'far', transport: { url: far.url }, protocol, report })
    open.push({ tools, server: far.server })
    return { names: tools.map(({ id }) => id.name), findings }
  }

  it('is left out alone, and reported, from 2026-07-28 on', async () => {
    const { names, findings } = await offer('2026-07-28')
    expect(names).toEqual(['act'])
    expect(findings).toMatchObject([{ kind: 'refused-tool', tool: 'odd' }])
  })

  it('is a tool like any other on 2025, which has no such headers', async () => {
    expect(await offer('2025')).toEqual({ names: ['act', 'odd'], findings: [] })
  })
})

/** A server that says of every call that its headers do not match, which is an invitation to send it again. */
function withHeaders(): Handle {
  const inputSchema = {
    ...object,
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  }
  const served = serve([{ name: 'act', inputSchema, answer: done }])
  const handler = createMcpHandler(() => createFar(served))
  return async (request) => {
    if (request.headers.get('mcp-method') !== 'tools/call') return handler.fetch(request)
    const { id } = (await request.json()) as { id: number }
    const error = { code: -32_020, message: 'header mismatch' }
    return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 })
  }
}
