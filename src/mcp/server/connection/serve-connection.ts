import type { McpServer, Transport } from '@modelcontextprotocol/server'

import { createMcpServer } from '../call/mcp-server.js'
import type { OpenRequests } from '../serving/open-requests.js'
import type { ServedCaller, Serving } from '../serving/serving.js'
import { WatchedTransport } from './watched-transport.js'

/** One connection that is served. */
export interface ServedConnection {
  /** Resolves when the transport has closed. */
  readonly closed: Promise<void>
  readonly toolsChanged: () => void
  readonly close: () => Promise<void>
  /** What was not answered yet. */
  readonly requests: OpenRequests
}

/**
 * Serves one connection over a transport, in whichever revision its client opens it with. Rejects with what the transport
 * did not start for.
 */
export async function serveConnection(
  serving: Serving,
  transport: Transport,
): Promise<ServedConnection> {
  const watched = new WatchedTransport(transport, serving.report)
  const sdk = await serving.loadSdk()
  const stdio = await import('@modelcontextprotocol/server/stdio')
  const { registry: view, options, calls } = serving
  const { caller = {} } = options
  const servers = new Set<McpServer>()
  const handle = stdio.serveStdio(
    ({ era }) => {
      const callerOf = (): ServedCaller => ({ view, caller, calls })
      const server = createMcpServer(serving, sdk, { era, isToldOfChanges: true, callerOf })
      servers.add(server)
      return server
    },
    { transport: watched, onerror: serving.report },
  )
  await watched.started
  return {
    closed: watched.closed,
    requests: watched.requests,
    toolsChanged: () => {
      for (const mcp of servers) mcp.server.sendToolListChanged().catch(serving.report)
    },
    close: () => handle.close(),
  }
}
