import { Module } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'
import {
  McpController,
  McpStrategy,
  Tool,
  type DynamicToolDefinition,
  type McpTransportContext,
} from '@rekog/mcp-nest'
import type { Transport } from '@modelcontextprotocol/client'
import type { z } from 'zod'
import { placeOrder, placeOrderSchema } from '../place-order.js'
import type { McpContestant } from './contestant.js'
import { listedTools } from './many-tools.js'

/** A NestJS microservice with the MCP strategy, whose transport only hands out its servers. */
export const nestServer: McpContestant = {
  name: '@rekog/mcp-nest 2',
  serveTool: (transport) => serve(transport, []),
  serveMany: (transport, count) =>
    serve(
      transport,
      // The controller's own tool is one of them.
      listedTools(count - 1).map((tool) => ({
        ...{ name: tool.name, description: tool.description },
        parameters: tool.inputSchema,
        handler: () => Promise.resolve(tool.name),
      })),
    ),
}

@McpController()
class Orders {
  @Tool({ name: 'place_order', description: 'Place an order.', parameters: placeOrderSchema })
  place(order: z.infer<typeof placeOrderSchema>) {
    return placeOrder(order)
  }
}

@Module({ controllers: [Orders] })
class App {}

async function serve(
  transport: Transport,
  more: readonly DynamicToolDefinition[],
): Promise<unknown> {
  let context: McpTransportContext | undefined
  const strategy = new McpStrategy({
    ...{ name: 'bench', version: '1.0.0', logging: false },
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
  for (const tool of more) strategy.registerTool(tool)
  // NestJS declares its options as a class, and takes plain objects.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment
  const app = await NestFactory.createMicroservice(App, { strategy, logger: false })
  await app.listen()
  const session = { transport: 'stdio', stateless: false, era: 'legacy' } as const
  return context?.createBoundServer(session).connect(transport)
}
