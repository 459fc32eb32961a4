import { deepStrictEqual } from 'node:assert'

import { aiSdk } from './ai-sdk.js'
import { anthropic } from './anthropic.js'
import { gemini } from './gemini.js'
import { langchain } from './langchain.js'
import { mastra } from './mastra.js'
import { openAiAgents } from './openai-agents.js'
import { chat } from './openai-chat.js'
import { responses } from './openai-responses.js'

const all = { chat, responses, anthropic, gemini, aiSdk, langchain, openAiAgents, mastra }
for (const [name, paid] of Object.entries(all)) {
  console.log(`${name}: paid ${paid.join(', ')}`)
  deepStrictEqual(paid, [5]) // once, and nothing else
}
