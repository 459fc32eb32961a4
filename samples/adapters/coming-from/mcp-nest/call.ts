import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { NestFactory } from '@nestjs/core'
import { McpStrategy, type McpTransportContext } from '@rekog/mcp-nest'

import { ShopModule } from './there.js'

/** What a client reads of calls that are made one after the other. */
export async function callByMcpNest(calls: readonly object[]): Promise<readonly string[]> {
  const { app, transport } = await start()
  const client = new Client({ name: 'sample', version: '1' })
  await client.connect(transport)
  const replies: string[] = []
  for (const args of calls) {
    const { content } = await client.callTool({ name: 'refund', arguments: { ...args } })
    replies.push(JSON.stringify(content))
  }
  await client.close()
  await app.close()
  return replies
}

/** A microservice whose transport only hands out its servers. */
async function start() {
  let context: McpTransportContext | undefined
  const strategy = new McpStrategy({
    ...{ name: 'shop', version: '1.0.0', logging: false },
    transports: [
      {
        kind: 'stdio',
        start: (started) => {
          context = started
        },
        close: () => undefined,
      },
    ],
  })
  // NestJS declares its options as a class, and takes plain objects.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = await NestFactory.createMicroservice(ShopModule, { strategy, logger: false })
  await app.listen()
  const [transport, far] = InMemoryTransport.createLinkedPair()
  const session = { transport: 'stdio', stateless: false, era: 'legacy' } as const
  await context?.createBoundServer(session).connect(far)
  return { app, transport }
}
