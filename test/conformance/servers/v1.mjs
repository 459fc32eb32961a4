// A server written with the first generation of the official SDK, on stdio or with `http` on a port that is free.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

import { registerTools } from './tools.mjs'

function createMcpServer() {
  const server = new McpServer({ name: 'v1', version: '1.0.0' })
  registerTools(server)
  return server
}

/** Sessions, as servers of this generation keep them. */
const sessions = new Map()

async function findSession(id) {
  const known = sessions.get(id)
  if (known !== undefined) return known
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    onsessioninitialized: (created) => void sessions.set(created, transport),
  })
  await createMcpServer().connect(transport)
  return transport
}

async function listen() {
  const server = createServer((incoming, outgoing) => {
    void findSession(incoming.headers['mcp-session-id']).then((session) =>
      session.handleRequest(incoming, outgoing),
    )
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
}

if (process.argv[2] === 'http') await listen()
else await createMcpServer().connect(new StdioServerTransport())
