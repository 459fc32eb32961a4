import type { Transport } from '@modelcontextprotocol/server'

import { basicRules } from '../../../errors/basic-option-rules.js'
import { DefinitionError } from '../../../errors/definition-error.js'
import type { OptionRule } from '../../../errors/option-problems.js'
import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { createDeferred } from '../../deferred.js'
import { assertServed, type McpServeOptions } from '../serving/serve-options.js'
import { createServing, type Serving } from '../serving/serving.js'
import { watchGrants } from '../serving/watch-grants.js'
import { once, turnsUntil } from './ending.js'
import { serveConnection, type ServedConnection } from './serve-connection.js'

const subject = 'serveTransport'

/** How a registry is served over a transport. */
export interface ServeTransportOptions extends McpServeOptions {
  /**
   * How long calls that run may go on when the client leaves or the serving is closed, in milliseconds. After that they
   * are cancelled; what they came to stands in the journal.
   * @defaultValue `10_000`
   */
  readonly drainMs?: number | undefined
}

/** A registry that is served over a transport. */
export interface TransportServing {
  /** Resolves when the transport has closed, or `close` has closed it, and calls have been waited for. */
  readonly closed: Promise<void>
  /** Tells the client that other tools are granted than before. Of foreign tools that are withdrawn it is told anyway. */
  readonly toolsChanged: () => void
  /** Waits for the calls that run, answers them, and closes the transport. */
  readonly close: () => Promise<void>
}

/**
 * Serves the tools of a registry to the one client at the other end of a transport of the MCP SDK: in memory, over a
 * WebSocket, or whatever else a host has. Who calls is the `caller` of the options, for the whole connection.
 *
 * @throws DefinitionError when an option is wrong, what should be a transport is none or is served already, tools would
 * share a name, or the SDK is not installed; what `start` of the transport rejects with.
 * @example
 * ```ts
 * const [near, far] = InMemoryTransport.createLinkedPair()
 * const serving = await serveTransport(registry, far)
 * await client.connect(near)
 * ```
 */
export async function serveTransport(
  registry: ToolRegistry,
  transport: Transport,
  options: ServeTransportOptions = {},
): Promise<TransportServing> {
  assertServed(subject, { registry, options }, transportRules)
  assertTransport(transport)
  const { drainMs = 10_000 } = options
  const serving = createServing(registry, options)
  const connection = await connect(serving, transport)
  const unwatchGrants = watchGrants(registry, connection.toolsChanged)
  const ended = createDeferred()
  const stop = once(async () => {
    try {
      unwatchGrants()
      await serving.calls.drain(drainMs)
      await turnsUntil(() => connection.requests.size === 0)
      await connection.close()
    } finally {
      // A transport need not tell of an end that was asked for here.
      ended.resolve()
    }
  })
  connection.closed.then(stop).catch(serving.report)
  return Object.freeze({
    closed: ended.promise,
    toolsChanged: connection.toolsChanged,
    close: stop,
  })
}

const transportRules = {
  drainMs: basicRules.durationMs,
} satisfies Record<Exclude<keyof ServeTransportOptions, keyof McpServeOptions>, OptionRule>

const served = new WeakSet<Transport>()

/** What was not served may be tried again. */
async function connect(serving: Serving, transport: Transport): Promise<ServedConnection> {
  served.add(transport)
  try {
    return await serveConnection(serving, transport)
  } catch (error) {
    served.delete(transport)
    throw error
  }
}

function assertTransport(transport: Transport): void {
  const { start, send, close } = (transport as Partial<Transport> | null | undefined) ?? {}
  if (![start, send, close].every((method) => typeof method === 'function')) {
    const message = 'what should carry its messages is no transport.'
    const fix =
      'Pass one of the MCP SDK, or an object with `start`, `send` and `close` as those have.'
    throw new DefinitionError([{ subject, message, fix }])
  }
  if (served.has(transport)) {
    const message = 'the transport is served already, and each request has one answer.'
    throw new DefinitionError([{ subject, message, fix: 'Make a transport for each connection.' }])
  }
}
