// Serves what the scenarios ask for on a free port of this machine, and prints where.
import { once } from 'node:events'

import { ToolRegistry } from 'tallystick'
import { IdempotencyLayer, memoryJournal } from 'tallystick/journal'
import { mcpHandler } from 'tallystick/mcp'

import { offeredTools } from './offered-tools.mjs'

const registry = ToolRegistry.empty()
  .register(...offeredTools(() => handler.toolsChanged()))
  .layer(new IdempotencyLayer(memoryJournal()))
const handler = mcpHandler(registry, {
  sessions: true,
  onError: (error) => console.error(error),
})
const listener = await handler.listen()
console.log(listener.url)

await once(process, 'SIGTERM')
await handler.close()
await listener.close(0)
