import type { JSONRPCMessage, McpServer, Transport } from '@modelcontextprotocol/server'

import { createDeferred } from '../../deferred.js'
import { createMcpServer } from '../call/mcp-server.js'
import { withoutNullArguments } from '../call/null-arguments.js'
import { OpenRequests } from '../serving/open-requests.js'
import type { ServedCaller, Serving } from '../serving/serving.js'

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
  const sdk = await serving.loadSdk()
  const stdio = await import('@modelcontextprotocol/server/stdio')
  const { registry: view, options, calls } = serving
  const { caller = {} } = options
  const servers = new Set<McpServer>()
  const watched = watchTransport(transport)
  const handle = stdio.serveStdio(
    ({ era }) => {
      const callerOf = (): ServedCaller => ({ view, caller, calls })
      const server = createMcpServer(serving, sdk, { era, isToldOfChanges: true, callerOf })
      servers.add(server)
      return server
    },
    { transport: watched.transport, onerror: serving.report },
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

/** The transport as the SDK uses it, with messages as this package reads them, and word of its start and its end. */
function watchTransport(inner: Transport): {
  readonly transport: Transport
  /** Rejects with what it did not start for. */
  readonly started: Promise<void>
  readonly closed: Promise<void>
  readonly requests: OpenRequests
} {
  const requests = new OpenRequests()
  const [started, closed] = [createDeferred(), createDeferred()]
  // A host may listen, too.
  const { onmessage, onerror, onclose } = inner
  const transport: Transport = {
    start: async () => {
      inner.onmessage = (message, extra) => {
        onmessage?.call(inner, message, extra)
        requests.received(message)
        transport.onmessage?.(withoutNullArguments(message) as JSONRPCMessage, extra)
      }
      inner.onerror = (error) => {
        onerror?.call(inner, error)
        transport.onerror?.(error)
      }
      await inner.start().then(started.resolve, (error: unknown) => {
        started.reject(error)
        throw error
      })
    },
    send: async (message, options) => {
      await inner.send(message, options)
      requests.sent(message)
    },
    close: () => inner.close(),
    setProtocolVersion: (version) => inner.setProtocolVersion?.(version),
  }
  inner.onclose = () => {
    onclose?.call(inner)
    transport.onclose?.()
    closed.resolve()
  }
  return { transport, started: started.promise, closed: closed.promise, requests }
}
