import { McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server'
import { InMemoryTransport, type Transport } from '@modelcontextprotocol/client'

import { mcpTools, type ForeignTools } from '../../../src/mcp/client/mcp-tools.js'
import type { McpToolsOptions } from '../../../src/mcp/client/mcp-tools-options.js'
import type { ForeignServerFinding } from '../../../src/mcp/client/foreign-server-finding.js'

/** A tool as a server lists it, and what it answers. */
export interface ServedTool {
  name: string
  [member: string]: unknown
  readonly answer?: Answer
}

export type Answer = (
  args: Record<string, unknown>,
  context: ServerContext,
  params: CallParams,
) => unknown

export interface CallParams {
  readonly name: string
  readonly arguments?: Record<string, unknown>
  readonly _meta?: Record<string, unknown>
}

/** A server in this process whose list can be changed and whose connections can be cut. */
export interface ServedServer {
  tools: ServedTool[]
  readonly calls: CallParams[]
  connections: number
  transport: () => Transport
  /** Tells every connection that the list changed. */
  announce(): void
  /** Ends every connection. */
  crash(): Promise<void>
}

export const object = { type: 'object' } as const

export const text = (words: string): CallToolResult => ({
  content: [{ type: 'text', text: words }],
})

export function serve(tools: ServedTool[]): ServedServer {
  const open: McpServer[] = []
  const served: ServedServer = {
    ...{ tools, calls: [], connections: 0 },
    transport: () => {
      const [near, far] = InMemoryTransport.createLinkedPair()
      const server = createServer(served)
      served.connections += 1
      open.push(server)
      void server.connect(far)
      return near
    },
    announce: () => {
      for (const server of open) server.sendToolListChanged()
    },
    crash: async () => {
      for (const server of open.splice(0)) await server.close()
    },
  }
  return served
}

export function createServer(served: ServedServer): McpServer {
  const far = new McpServer(
    { name: 'far', version: '1' },
    { capabilities: { tools: { listChanged: true } } },
  )
  const { server } = far
  server.setRequestHandler('tools/list', () => ({ tools: served.tools.map(listed) as never }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    served.calls.push(params as CallParams)
    const tool = served.tools.find(({ name }) => name === params.name)
    return (await tool?.answer?.(
      params.arguments ?? {},
      context,
      params as CallParams,
    )) as CallToolResult
  })
  return far
}

function listed(tool: ServedTool): object {
  const shown = Object.entries(tool).filter(([member]) => member !== 'answer')
  return { inputSchema: object, ...Object.fromEntries(shown) }
}

/** The tools of a server with what was found out about it. */
export async function connect(
  served: { readonly transport: () => Transport },
  options: Partial<McpToolsOptions> = {},
): Promise<{ tools: ForeignTools; findings: ForeignServerFinding[] }> {
  const findings: ForeignServerFinding[] = []
  const tools = await mcpTools({
    ...{ server: 'far', transport: served.transport, protocol: '2025' },
    report: (finding) => findings.push(finding),
    ...options,
  })
  return { tools, findings }
}
