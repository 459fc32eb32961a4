import type { Transport } from '@modelcontextprotocol/client'

import { quoteName } from '../../../errors/quoted-name.js'
import type { PinnedTransport } from '../../../tools/foreign-tool.js'
import type {
  McpCredentials,
  McpHttpTransport,
  McpTransport,
  ForeignServerLimits,
  ForeignServerTimes,
  McpStdioTransport,
} from '../mcp-tools-options.js'
import { loadStdioSdk, type ClientSdk } from '../sdk.js'
import { limitedFetch } from './limited-fetch.js'
import { ProcessTransport } from './process-transport.js'

/** What a transport is made of. */
export interface TransportSpec {
  readonly sdk: ClientSdk
  readonly transport: McpTransport
  readonly credentials: McpCredentials | undefined
  readonly limits: ForeignServerLimits
  readonly times: ForeignServerTimes
}

/** Makes the transport of one connection. */
export function createTransport(spec: TransportSpec): Transport | Promise<Transport> {
  const { transport, credentials } = spec
  if (typeof transport === 'function') return transport(credentials)
  return 'url' in transport ? overHttp(transport, spec) : overProcess(transport, spec)
}

/** What a manifest pins of a transport: the program and its arguments, or the URL. Never headers and environment. */
export function pinnedTransport(transport: McpTransport): PinnedTransport | undefined {
  if (typeof transport === 'function') return undefined
  if ('url' in transport) return Object.freeze({ url: transport.url })
  const { command, args = [] } = transport
  return Object.freeze({ command, args: Object.freeze([...args]) })
}

function overHttp(
  { url, headers, fetch: base = fetch }: McpHttpTransport,
  { sdk, credentials, limits }: TransportSpec,
): Transport {
  const transport: Transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: joinHeaders(headers, credentials?.headers) },
    fetch: limitedFetch(base, {
      maxBytes: limits.maxResultBytes,
      // The SDK would ask for the rest of a broken stream, again and again.
      onTooLong: () =>
        void transport.close().catch((error: unknown) => transport.onerror?.(error as Error)),
    }),
  })
  return transport
}

/** Names of headers are the same in any case: those of a call take the place of those of the transport. */
function joinHeaders(...parts: readonly McpHttpTransport['headers'][]): Headers {
  const joined = new Headers()
  for (const [name, value] of parts.flatMap((part) => Object.entries(part ?? {}))) {
    try {
      joined.set(name, value)
    } catch {
      // What is thrown tells the value, which may be a token.
      throw new TypeError(`the header ${quoteName(name)} cannot be sent as it is.`)
    }
  }
  return joined
}

async function overProcess(
  { command, args = [], env, cwd, stderr = 'inherit' }: McpStdioTransport,
  { sdk, credentials, limits, times }: TransportSpec,
): Promise<Transport> {
  const { getDefaultEnvironment } = await loadStdioSdk()
  const whole = { ...getDefaultEnvironment(), ...env, ...credentials?.env }
  const spec = { command, args, env: whole, cwd, stderr }
  const { maxResultBytes: maxMessageBytes } = limits
  return new ProcessTransport(sdk, spec, { maxMessageBytes, closeMs: times.closeMs })
}
