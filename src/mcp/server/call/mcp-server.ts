import type { McpServer } from '@modelcontextprotocol/server'

import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { ownImplementation } from '../../own-implementation.js'
import { callTool } from './call-tool.js'
import type { Era } from '../listing/listed-tool.js'
import type { McpCaller, McpServeOptions } from '../serving/serve-options.js'
import type { OpenCalls } from '../serving/open-calls.js'
import type { ServerSdk } from '../serving/server-sdk.js'
import type { Connection, Serving } from '../serving/serving.js'

/** Who is served, and how. */
export interface ServedCaller {
  readonly view: ToolRegistry
  readonly caller: McpCaller
  readonly era: Era
  /** The calls of whatever the caller came through. */
  readonly calls: OpenCalls
  /** Whether the caller can be told that other tools are granted. */
  readonly isToldOfChanges: boolean
}

/** A server of the SDK for one connection or request. Cheap: all that is costly is shared by the serving. */
export function createMcpServer(serving: Serving, sdk: ServerSdk, served: ServedCaller): McpServer {
  const { instructions, identity } = readIdentity(serving.options)
  const mcp = new sdk.McpServer(identity, {
    capabilities: { tools: { listChanged: served.isToldOfChanges } },
    ...(instructions === undefined ? {} : { instructions }),
  })
  const { server } = mcp
  const connection: Connection = { sdk, server, ...served }
  // From 2026-07-28 on the SDK holds headers of HTTP that repeat arguments to the arguments (SEP-2243), by this schema.
  mcp.toolInputSchemaJson = (name) =>
    serving.listing.find(served.view, served.era, name)?.inputSchema
  const masking = createMasking(serving, sdk)
  server.setRequestHandler('tools/list', ({ params }) =>
    masking(() => {
      const page = serving.listing.page(served.view, served.era, params?.cursor)
      if (page !== undefined) return { ...page }
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Invalid cursor')
    }),
  )
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    masking(() => callTool(serving, connection, { params, ctx })),
  )
  return mcp
}

type Masking = <Answer>(answer: () => Answer | Promise<Answer>) => Promise<Answer>

/** Lets through what is meant for callers. The SDK would hand them the message of everything else. */
function createMasking(serving: Serving, { ProtocolError, ProtocolErrorCode }: ServerSdk): Masking {
  return async (answer) => {
    try {
      return await answer()
    } catch (error) {
      if (error instanceof ProtocolError) throw error
      const text = `Internal error. Reference: ${serving.report(error)}.`
      throw new ProtocolError(ProtocolErrorCode.InternalError, text)
    }
  }
}

function readIdentity({ server = {} }: McpServeOptions): {
  readonly identity: { readonly name: string; readonly version: string; readonly title?: string }
  readonly instructions: string | undefined
} {
  const own = ownImplementation()
  const { name = own.name, version = own.version, title, instructions } = server
  return { identity: { name, version, ...(title === undefined ? {} : { title }) }, instructions }
}
