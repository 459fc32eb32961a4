import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { connect, createClient, eras, textOf } from './connect.js'

/** A write without a key, kept in a journal: each call of it is an effect. */
function counting() {
  const journal = memoryJournal()
  let runs = 0
  const run = defineTool({
    ...{ server: 'test', name: 'run', description: 'Runs.' },
    call: () => (runs += 1),
  })
  const registry = ToolRegistry.empty().register(run).layer(new IdempotencyLayer(journal))
  return { registry, runs: () => runs }
}

const call = (id: number | string) => ({
  ...{ jsonrpc: '2.0', id, method: 'tools/call' },
  params: { name: 'run', arguments: {} },
})

describe('two calls with one and the same JSON-RPC id', () => {
  it.each(eras)('are two effects over two connections of %s clients', async (era) => {
    const { registry, runs } = counting()
    const clients = [await connect(registry, { era }), await connect(registry, { era })]
    const ids: unknown[] = []
    for (const { client, transport } of clients) {
      const send = transport.send.bind(transport)
      transport.send = (message, options) => {
        if ('method' in message && message.method === 'tools/call' && 'id' in message) {
          ids.push(message.id)
        }
        return send(message, options)
      }
      await client.callTool({ name: 'run' })
    }
    expect([new Set(ids).size, runs()]).toEqual([1, 2])
  })

  it.each([1, 'call-1'])(
    'are two effects over HTTP, one after the other and at once: %j',
    async (id) => {
      const { registry, runs } = counting()
      const { fetch } = mcpHandler(registry, { unauthenticated: true })
      const post = async () => {
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        }
        const init = { method: 'POST', headers, body: JSON.stringify(call(id)) }
        return (await fetch(new Request('http://localhost/mcp', init))).text()
      }
      await post()
      await Promise.all([post(), post()])
      expect(runs()).toBe(3)
    },
  )

  it('are two effects within one session, one after the other', async () => {
    const { registry, runs } = counting()
    const handler = mcpHandler(registry, { unauthenticated: true, sessions: true })
    onTestFinished(() => handler.close())
    const client = createClient('legacy')
    const sent: string[] = []
    const transport = new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (input, init) => {
        const { body } = init ?? {}
        if (typeof body !== 'string' || !body.includes('tools/call')) {
          return handler.fetch(new Request(input, init))
        }
        sent.push(body)
        return handler.fetch(new Request(input, { ...init, body: sent[0] ?? '' }))
      },
    })
    await client.connect(transport)
    onTestFinished(() => client.close())
    expect(textOf(await client.callTool({ name: 'run' }))).toBe('1')
    // It comes back under the id of the first one, which nobody waits for: the effect is what counts.
    const again = client.callTool({ name: 'run' }, { timeout: 200 })
    await expect(again).rejects.toThrow('timed out')
    expect([sent.length, runs()]).toEqual([2, 2])
  })
})
