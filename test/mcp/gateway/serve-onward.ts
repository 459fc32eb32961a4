import type { Transport } from '@modelcontextprotocol/client'

import { ToolRegistry } from '../../../src/index.js'
import { connect as connectServer, type ConnectOptions } from '../server/connect.js'
import { connect as connectForeign } from '../client/servers.js'

/** A foreign server, served onward: foreign server, registry, our server, client. */
export async function serveOnward(
  far: { readonly transport: () => Transport },
  options: ConnectOptions = {},
) {
  const { tools, findings } = await connectForeign(far)
  const registry = ToolRegistry.empty().register(...tools)
  const { client } = await connectServer(registry, options)
  return { client, registry, findings }
}
