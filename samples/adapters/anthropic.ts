import Anthropic from '@anthropic-ai/sdk'
import { anthropicTools } from 'tallystick/adapters/anthropic'

import { openBank } from './bank.js'
import { scriptedFetch } from './scripted-fetch.js'

// A turn of the Messages API.
const { registry, paid } = openBank()
const calls = [
  { type: 'tool_use', id: 'c1', name: 'bank__pay', input: { cents: 5 } },
  { type: 'tool_use', id: 'c2', name: 'bank__pay', input: { cents: 0 } },
]
const service = scriptedFetch({ content: calls }, { content: [{ type: 'text', text: 'Paid.' }] })
const client = new Anthropic({ apiKey: 'none', fetch: service.fetch })
const facts = { model: 'a-model', max_tokens: 1000 }

// #region anthropic
const { tools, answer } = anthropicTools(registry)
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: 'Pay 5 cents.' }]
for (let rounds = 0; rounds < 10; rounds += 1) {
  const { content } = await client.messages.create({ ...facts, messages, tools })
  const turn = await answer({ content }, { runId: 'chat-7' })
  messages.push({ role: 'assistant', content }, ...turn.messages)
  if (turn.calls.length === 0) break
}
// #endregion anthropic

export { paid as anthropic }
