import 'reflect-metadata'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { INestApplication } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

import { ApiKeys } from './access/api-keys.js'
import { AuditTrail } from './access/audit-trail.js'
import { AppModule } from './app-module.js'
import { AssistantService } from './assistant/assistant-service.js'
import { scriptedModel } from './assistant/scripted-model.js'

const app = await NestFactory.create(AppModule, { logger: false, forceCloseConnections: true })
await app.listen(0, '127.0.0.1')
await showMcp(`${await app.getUrl()}/mcp`)
await showAiSdk(app)
console.log('Noted by the interceptor:', app.get(AuditTrail, { strict: false }).lines)
await app.close()

/** The tools over MCP, for a clerk, a guest and nobody. */
async function showMcp(url: string): Promise<void> {
  const { status } = await fetch(url, { method: 'POST' })
  console.log(`POST /mcp without a key: ${status}`)
  const ann = await connect(url, 'key-ann')
  const { tools } = await ann.listTools()
  console.log('Tools:', tools.map(({ name }) => name).join(', '))
  const order = { reference: 'R-1', lines: [{ sku: 'tea', quantity: 2 }] }
  await show('ann places an order', ann, { name: 'place', arguments: order })
  await show('ann places it again', ann, { name: 'place', arguments: order })
  await show('ann lists orders', ann, { name: 'list' })
  await show('ann sends what is no order', ann, { name: 'place', arguments: { lines: [] } })
  const bob = await connect(url, 'key-bob')
  await show('bob, a guest, places an order', bob, { name: 'place', arguments: order })
  await show('bob lists orders', bob, { name: 'list' })
  await Promise.all([ann.close(), bob.close()])
}

/** The tools for a model, by the AI SDK. */
async function showAiSdk(from: INestApplication): Promise<void> {
  const model = scriptedModel([
    { tool: 'stock__count', input: { sku: 'milk' } },
    { tool: 'orders__place', input: { reference: 'R-2', lines: [{ sku: 'milk', quantity: 9 }] } },
  ])
  const ann = from.get(ApiKeys, { strict: false }).findByKey('key-ann')
  if (ann === undefined) throw new Error('Nobody knows ann.')
  const answer = await from.get(AssistantService).answer(model, 'Order nine milk.', ann)
  console.log('The AI SDK:', answer)
}

async function connect(url: string, key: string): Promise<Client> {
  const client = new Client({ name: 'sample', version: '1' })
  const requestInit = { headers: { 'x-api-key': key } }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
  return client
}

async function show(
  what: string,
  client: Client,
  call: { readonly name: string; readonly arguments?: Record<string, unknown> },
): Promise<void> {
  const { content } = await client.callTool(call)
  const [first] = content as readonly { readonly text?: string }[]
  console.log(`${what}: ${first?.text ?? ''}`)
}
