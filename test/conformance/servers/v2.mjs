// A server written with the second generation of the official SDK, on stdio or with `http` on a port that is free.
import { createServer } from 'node:http'

import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'

import { registerTools } from './tools.mjs'

function createMcpServer() {
  const server = new McpServer({ name: 'v2', version: '1.0.0' })
  registerTools(server)
  return server
}

function listen() {
  const server = createServer(toNodeHandler(createMcpHandler(createMcpServer)))
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/mcp`))
}

if (process.argv[2] === 'http') listen()
else serveStdio(createMcpServer)
