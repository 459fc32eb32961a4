import 'reflect-metadata'
import { deepStrictEqual, match } from 'node:assert'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { NestFactory } from '@nestjs/core'

import { ShopModule } from './shop-module.js'

const app = await NestFactory.create(ShopModule, { logger: false, forceCloseConnections: true })
await app.listen(0, '127.0.0.1')
const client = new Client({ name: 'sample', version: '1' })
await client.connect(new StreamableHTTPClientTransport(new URL(`${await app.getUrl()}/mcp`)))

deepStrictEqual(await refund(500), '{"left":700}')
deepStrictEqual(await refund(900), 'So much was not paid.')
match(await refund(0), /cents must not be less than 1/)
console.log('Paid back once; what was not paid and what is no amount is refused.')
await client.close()
await app.close()

async function refund(cents: number): Promise<string> {
  const call = { name: 'refund', arguments: { order: 'A-7', cents } }
  const { content } = await client.callTool(call)
  const [first] = content as readonly { readonly text?: string }[]
  return first?.text ?? ''
}
