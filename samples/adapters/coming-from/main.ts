import { deepStrictEqual, match } from 'node:assert'

import { callByAiSdk } from './ai-sdk/call.js'
import { tools as aiSdkHere } from './ai-sdk/here.js'
import { refund as aiSdkThere } from './ai-sdk/there.js'
import './keep-zod.js'
import { callByLangchain } from './langchain/call.js'
import { tools as langchainHere } from './langchain/here.js'
import { refund as langchainThere } from './langchain/there.js'
import { callByMastra } from './mastra/call.js'
import { tools as mastraHere } from './mastra/here.js'
import { refund as mastraThere } from './mastra/there.js'
import { callByMcpNest } from './mcp-nest/call.js'
import type { Reply } from './reply.js'

type Call = (args: { readonly order: string; readonly cents: number }) => Promise<Reply>

const [langchainTool = langchainThere] = langchainHere

// The same tool twice for each SDK: as it is there, and from the registry.
await tryCall('A-7', (args) => callByAiSdk({ refund: aiSdkThere }, args))
await tryCall('A-7', (args) => callByAiSdk(aiSdkHere, args))
await tryCall('B-7', (args) => callByLangchain(langchainThere, args))
await tryCall('B-7', (args) => callByLangchain(langchainTool, args))
await tryCall('C-7', (args) => callByMastra({ refund: mastraThere }, args))
await tryCall('C-7', (args) => callByMastra(mastraHere, args))

// With MCP-Nest; what it becomes is in samples/nestjs.
const [paid, refused] = await callByMcpNest([
  { order: 'A-7', cents: 500 },
  { order: 'A-7', cents: 900 },
])
match(paid ?? '', /left.*700/)
match(refused ?? '', /So much was not paid\./)
console.log('Each asks, pays back once, and says what was not paid.')

/** A refund that a person is asked about and that is paid, and one of more than is left. */
async function tryCall(order: string, call: Call): Promise<void> {
  const first = await call({ order, cents: 500 })
  deepStrictEqual(first.wasAsked, true)
  match(first.read, /left.*700/)
  match((await call({ order, cents: 900 })).read, /So much was not paid\./)
}
