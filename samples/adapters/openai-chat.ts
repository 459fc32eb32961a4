import OpenAI from 'openai'
import { openAiChatTools } from 'tallystick/adapters/openai'

import { openBank } from './bank.js'
import { scriptedFetch } from './scripted-fetch.js'

// A turn of the Chat Completions API.
const model = 'a-model'
const { registry, paid } = openBank()
const call = (id: string, name: string, args: string) => ({
  ...{ id, type: 'function' },
  function: { name, arguments: args },
})
const calls = [call('c1', 'bank__pay', '{"cents":5,"note":null}'), call('c2', 'bank__nope', '')]
const service = scriptedFetch(
  { choices: [{ message: { role: 'assistant', content: null, tool_calls: calls } }] },
  { choices: [{ message: { role: 'assistant', content: 'Paid.' } }] },
)
const client = new OpenAI({ apiKey: 'none', fetch: service.fetch })

// #region chat
const { tools, answer } = openAiChatTools(registry) // strict where a schema loses nothing by it
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: 'Pay 5 cents.' }]
for (let rounds = 0; rounds < 10; rounds += 1) {
  const { choices } = await client.chat.completions.create({ model, messages, tools })
  const message = choices[0]?.message
  if (message?.tool_calls === undefined) break
  const turn = await answer(message, { runId: 'chat-7' })
  messages.push(message, ...turn.messages) // one message for each call
}
// #endregion chat

export { paid as chat }
