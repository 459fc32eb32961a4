import type { Transport } from '@modelcontextprotocol/client'
import { defineTool, ToolRegistry } from '../../../dist/index.js'
import { createServing } from '../../../dist/mcp/server/serving/serving.js'
import { serveConnection } from '../../../dist/mcp/server/stdio/serve-connection.js'
import { registry } from './order-tool.js'
import type { McpContestant } from './contestant.js'
import { listedTools } from './many-tools.js'

/** What `serveStdio` serves on, with a transport in memory in the place of the process's own streams. */
export const tallystickServer: McpContestant = {
  name: 'tallystick',
  serveTool: (transport) => serve(registry, transport),
  serveMany: (transport, count) => {
    const tools = listedTools(count).map(({ name, description, inputSchema }) =>
      defineTool({ server: 'shop', name, description, inputSchema, call: () => name }),
    )
    return serve(ToolRegistry.empty().register(...tools), transport)
  },
}

function serve(served: ToolRegistry, transport: Transport): Promise<unknown> {
  return serveConnection(createServing(served, {}), transport)
}
