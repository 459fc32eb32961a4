import { Client, InMemoryTransport, type ClientOptions } from '@modelcontextprotocol/client'
import { onTestFinished } from 'vitest'

import { serveConnection } from '../../../src/mcp/server/connection/serve-connection.js'
import type { McpServeOptions } from '../../../src/mcp/server/serving/serve-options.js'
import { createServing } from '../../../src/mcp/server/serving/serving.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'

/** How a client is connected. */
export interface ConnectOptions {
  readonly era?: 'legacy' | 'modern'
  readonly client?: ClientOptions
  /** Before it connects. */
  readonly prepare?: (client: Client) => void
  readonly serve?: McpServeOptions | undefined
}

/** A client of the SDK, in memory, with a server of this registry. */
export async function connect(
  registry: ToolRegistry,
  { era = 'modern', client: options, prepare, serve }: ConnectOptions = {},
) {
  const serving = createServing(registry, { onError: () => undefined, ...serve })
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const served = await serveConnection(serving, ours)
  const client = createClient(era, options)
  prepare?.(client)
  await client.connect(theirs)
  onTestFinished(() => client.close())
  return { client, serving, served, transport: theirs }
}

export const eras = ['modern', 'legacy'] as const

export function createClient(era: 'legacy' | 'modern', options: ClientOptions = {}): Client {
  const versionNegotiation = { mode: era === 'modern' ? ('auto' as const) : ('legacy' as const) }
  return new Client({ name: 'test', version: '1' }, { versionNegotiation, ...options })
}

/** The text of a result. */
export function textOf(result: { readonly content?: unknown }): string {
  const [first] = (result.content ?? []) as readonly { readonly text?: string }[]
  return first?.text ?? ''
}

/** A promise to be settled from elsewhere; Node.js 20 has no `Promise.withResolvers`. */
export function later<Value>(): {
  readonly promise: Promise<Value>
  readonly resolve: (value: Value) => void
} {
  let resolve: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
