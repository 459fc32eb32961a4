import { once } from 'node:events'
import { connect as connectTo } from 'node:net'

import { describe, expect, it, onTestFinished } from 'vitest'

import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'

const run = defineTool({ server: 'test', name: 'run', description: 'Runs.', call: () => 'done' })
const registry = ToolRegistry.empty().register(run)

async function listen() {
  const [asked, reported]: [string[], unknown[]] = [[], []]
  const handler = mcpHandler(registry, {
    authenticate: ({ url }) => {
      asked.push(url)
      return {}
    },
    onError: (error) => reported.push(error),
  })
  const { port, close } = await handler.listen()
  onTestFinished(() => close(0))
  /** Sends a request by hand, and gives the status of its answer. */
  const send = async (line: string, host: string, body = ''): Promise<number> => {
    const socket = connectTo(port, '127.0.0.1')
    const length = Buffer.byteLength(body).toString()
    const headers = [
      ...[`Host: ${host}`, 'Connection: close', `Content-Length: ${length}`],
      ...['Content-Type: application/json', 'Accept: application/json, text/event-stream'],
    ]
    socket.write([`${line} HTTP/1.1`, ...headers, '', body].join('\r\n'))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(answer.toString().split(' ')[1])
  }
  return { send, asked, reported }
}

const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })

describe('a port that MCP is served on', () => {
  it.each(['localhost/x', 'localhost/mcp?', 'localhost/mcp#', 'evil.example@localhost', 'a\\b'])(
    'refuses a request for the host %s before it asks who calls',
    async (host) => {
      const { send, asked, reported } = await listen()
      const statuses = [await send('POST /mcp', host, ping), await send('POST /', host, ping)]
      expect([statuses, asked, reported]).toEqual([[400, 400], [], []])
    },
  )

  it.each(['TRACE /mcp', 'POST http://localhost/mcp', 'OPTIONS *'])(
    'refuses %s, which is no request, and reports nothing',
    async (line) => {
      const { send, asked, reported } = await listen()
      expect([await send(line, 'localhost'), asked, reported]).toEqual([400, [], []])
    },
  )

  it('answers a request for the host that it is', async () => {
    const { send, asked, reported } = await listen()
    expect(await send('POST /mcp', 'localhost:80', ping)).toBe(200)
    expect([asked, reported]).toEqual([['http://localhost/mcp'], []])
  })
})

describe('a body that is nested deeply', () => {
  const deep = (open: string, close: string): string => open.repeat(50_000) + close.repeat(50_000)
  const withArguments = (args: string): string =>
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run","arguments":{"a":${args}}}}`

  it('is refused where it is no message, and nothing is reported as unforeseen', async () => {
    const { send } = await listen()
    expect(await send('POST /mcp', 'localhost', deep('[', ']'))).toBe(400)
  })

  it.each([
    ['lists', deep('[', ']')],
    ['objects', `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`],
  ])('is answered where %s are the arguments of a call', async (_, args) => {
    const { send } = await listen()
    expect(await send('POST /mcp', 'localhost', withArguments(args))).toBeLessThan(500)
  })
})
