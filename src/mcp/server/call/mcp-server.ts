import type { McpServer, ServerContext } from '@modelcontextprotocol/server'

import type { ToolRegistry } from '../../../registry/tool-registry.js'
import { ownImplementation } from '../../own-implementation.js'
import { callTool } from './call-tool.js'
import type { Era } from '../listing/listed-tool.js'
import type { McpServeOptions } from '../serving/serve-options.js'
import type { ServerSdk } from '../serving/server-sdk.js'
import type { Connection, ServedCaller, Serving } from '../serving/serving.js'

/** What a server of the SDK serves, and to whom. */
export interface McpServerSpec {
  readonly era: Era
  /** Whether clients can be told that other tools are granted. */
  readonly isToldOfChanges: boolean
  /** Who sent a request. */
  readonly callerOf: (ctx: ServerContext) => ServedCaller
  /** The tools of the one request it is for, whose headers over HTTP may repeat arguments. */
  readonly view?: ToolRegistry
}

/** A server of the SDK for one connection or request. Cheap: all that is costly is shared by the serving. */
export function createMcpServer(serving: Serving, sdk: ServerSdk, spec: McpServerSpec): McpServer {
  const { era, isToldOfChanges, callerOf, view } = spec
  const { instructions, identity } = readIdentity(serving.options)
  const mcp = new sdk.McpServer(identity, {
    capabilities: { tools: { listChanged: isToldOfChanges } },
    ...(instructions === undefined ? {} : { instructions }),
  })
  const { server } = mcp
  if (view !== undefined) {
    // From 2026-07-28 on the SDK holds headers of HTTP that repeat arguments to the arguments (SEP-2243), by this schema.
    mcp.toolInputSchemaJson = (name) => serving.listing.find(view, era, name)?.inputSchema
  }
  const masking = createMasking(serving, sdk)
  server.setRequestHandler('tools/list', ({ params }, ctx) =>
    masking(() => {
      const page = serving.listing.page(callerOf(ctx).view, era, params?.cursor)
      if (page !== undefined) return { ...page }
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Invalid cursor')
    }),
  )
  server.setRequestHandler('tools/call', ({ params }, ctx) =>
    masking(() => {
      const connection: Connection = { sdk, server, era, ...callerOf(ctx) }
      return callTool(serving, connection, { params, ctx })
    }),
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
