import { StreamableHTTPClientTransport, type Client } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'

import { ToolError } from '../../../src/errors/tool-error.js'
import { PolicyLayer } from '../../../src/layers/policy-layer.js'
import { mcpHandler } from '../../../src/mcp/server/http/mcp-handler.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolLayer } from '../../../src/tools/tool-layer.js'
import { layer, registryOf, rejection, tool } from '../../registry/tools.js'
import { connect, createClient, eras, textOf, type ConnectOptions } from './connect.js'

type Era = NonNullable<ConnectOptions['era']>

async function overHttp(registry: ToolRegistry, era: Era): Promise<Client> {
  const { fetch } = mcpHandler(registry, { unauthenticated: true, onError: () => undefined })
  const client = createClient(era)
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), {
      fetch: (input, init) => fetch(new Request(input, init)),
    }),
  )
  onTestFinished(() => client.close())
  return client
}

const inMemory = async (registry: ToolRegistry, era: Era) =>
  (await connect(registry, { era })).client

/** What names one reference of many. */
const nameless = (text: string) => text.replace(/[\w-]+\.$/, '…')

const refusing = new PolicyLayer([{ tools: ['@all'], decide: 'deny', reason: 'hunter2' }])
const failing = (thrown: unknown): ToolLayer =>
  layer('guard', () => {
    throw thrown
  })

const guards: readonly (readonly [string, ToolLayer])[] = [
  ['that refuses', refusing],
  ['whose service is not there', failing(new Error('connect postgres://u:hunter2@db/x failed'))],
  ['that throws what is no error', failing({ token: 'hunter2' })],
  ['that throws nothing', failing(undefined)],
  ['that never asks further', layer('guard', () => undefined as never)],
  [
    'that speaks of its own',
    failing(
      new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message: 'hunter2 is out.' }),
    ),
  ],
]

describe.each(eras)('[G-074] a guard in front of a tool, for a %s client', (era) => {
  it.each(guards)('%s is the same on every transport, and nothing runs', async (_, guard) => {
    let runs = 0
    const registry = registryOf(tool({ call: () => (runs += 1) })).layer(guard)
    const { code, modelText } = await rejection(registry.dispatch('shop/order', {}))
    for (const connectTo of [inMemory, overHttp]) {
      const client = await connectTo(registry, era)
      const result = await client.callTool({ name: 'order' })
      expect(nameless(textOf(result))).toBe(nameless(modelText))
      expect(result._meta?.['dev.tallystick/error']).toMatchObject({ code })
      expect([result.isError, JSON.stringify(result).includes('hunter2')]).toEqual([true, false])
    }
    expect(runs).toBe(0)
  })
})
