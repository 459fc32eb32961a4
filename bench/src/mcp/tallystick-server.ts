import { defineTool, ToolRegistry } from '../../../dist/index.js'
import { serveTransport } from '../../../dist/mcp/index.js'
import { registry } from './order-tool.js'
import type { McpContestant } from './contestant.js'
import { listedTools } from './many-tools.js'

export const tallystickServer: McpContestant = {
  name: 'tallystick',
  serveTool: (transport) => serveTransport(registry, transport),
  serveMany: (transport, count) => {
    const tools = listedTools(count).map(({ name, description, inputSchema }) =>
      defineTool({ server: 'shop', name, description, inputSchema, call: () => name }),
    )
    return serveTransport(ToolRegistry.empty().register(...tools), transport)
  },
}
