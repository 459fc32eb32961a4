import type { Transport } from '@modelcontextprotocol/client'
import { fromJsonSchema, McpServer } from '@modelcontextprotocol/server'
import { placeOrder, placeOrderSchema } from '../place-order.js'
import type { McpContestant } from './contestant.js'
import { listedTools } from './many-tools.js'

/** The high-level server of the official SDK, as its documentation shows it. */
export const sdkServer: McpContestant = {
  name: 'official SDK v2',
  serveTool: (transport: Transport) => createToolServer().connect(transport),
  serveMany: (transport: Transport, count) => {
    const server = createServer()
    for (const { name, description, inputSchema } of listedTools(count)) {
      const config = { description, inputSchema: fromJsonSchema(inputSchema) }
      server.registerTool(name, config, () => ({ content: [{ type: 'text', text: name }] }))
    }
    return server.connect(transport)
  },
}

/** A server with the one tool that is called. */
export function createToolServer(): McpServer {
  const server = createServer()
  const config = { description: 'Place an order.', inputSchema: placeOrderSchema }
  server.registerTool('place_order', config, (order) => ({
    content: [{ type: 'text', text: placeOrder(order) }],
  }))
  return server
}

function createServer(): McpServer {
  return new McpServer({ name: 'bench', version: '1.0.0' })
}
