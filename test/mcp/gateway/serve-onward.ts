import { ToolRegistry } from '../../../src/index.js'
import { connect as connectServer, type ConnectOptions } from '../server/connect.js'
import { connect as connectForeign, serve, type ServedTool } from '../client/servers.js'

/** A foreign server with these tools, served onward: foreign server, registry, our server, client. */
export async function serveOnward(tools: ServedTool[], options: ConnectOptions = {}) {
  const far = serve(tools)
  const { tools: foreign, findings } = await connectForeign(far)
  const registry = ToolRegistry.empty().register(...foreign)
  const { client } = await connectServer(registry, options)
  return { client, far, registry, findings }
}
