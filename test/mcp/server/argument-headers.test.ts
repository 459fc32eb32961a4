import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp/server/http/mcp-handler.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { createClient, textOf } from './connect.js'

const seen: unknown[] = []
const route = defineTool({
  ...{ server: 'far', name: 'route', description: 'Routes by region.', source: 'mcp' },
  inputSchema: {
    type: 'object',
    properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
  },
  call: (args) => {
    seen.push(args)
    return 'routed'
  },
})
const registry = ToolRegistry.empty().register(route)

const protocolVersion = '2026-07-28'
const meta = {
  'io.modelcontextprotocol/protocolVersion': protocolVersion,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

/** Calls `route` for the region `eu`, with these headers beside those of the protocol. */
async function call(headers: Record<string, string>, options: McpHandlerOptions = {}) {
  const params = { name: 'route', arguments: { region: 'eu' }, _meta: meta }
  const { fetch } = mcpHandler(registry, {
    ...{ unauthenticated: true, onError: () => undefined },
    ...options,
  })
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': protocolVersion,
      'mcp-method': 'tools/call',
      'mcp-name': 'route',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
  seen.length = 0
  const response = await fetch(request)
  return { status: response.status, text: await response.text() }
}

describe('an argument that travels in a header of HTTP, too', () => {
  it.each([
    ['as it is', 'eu'],
    ['in Base64', '=?base64?ZXU=?='],
  ])('may stand there %s', async (_way, region) => {
    expect(await call({ 'mcp-param-region': region })).toMatchObject({ status: 200 })
    expect(seen).toEqual([{ region: 'eu' }])
  })

  it.each<[string, Record<string, string>]>([
    ['does not stand there', {}],
    ['is another one there', { 'mcp-param-region': 'us' }],
    ['cannot be read there', { 'mcp-param-region': '=?base64?ZX!?=' }],
  ])('keeps a call from being made where it %s', async (_fault, headers) => {
    const { status, text } = await call(headers)
    expect([status, seen]).toEqual([400, []])
    expect(JSON.parse(text)).toMatchObject({ error: { code: -32_020 } })
  })

  it('tells nobody of a tool whom its tools are not shown', async () => {
    const { status, text } = await call({}, { viewFor: (_, all) => all.restrictTo([]) })
    expect(status).toBe(200)
    expect(text).toContain('Unknown tool')
  })

  it('is put there by a client that has read the list', async () => {
    const handler = mcpHandler(registry)
    const { url, close } = await handler.listen()
    const client = createClient('modern')
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    onTestFinished(() => client.close().then(() => close(0)))
    await client.listTools()
    expect(textOf(await client.callTool({ name: 'route', arguments: { region: 'eu' } }))).toBe(
      'routed',
    )
  })
})
