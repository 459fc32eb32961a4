import OpenAI from 'openai'
import { openAiResponseTools } from 'tallystick/adapters/openai'

import { openWatchedBank } from './bank.js'
import { scriptedFetch } from './scripted-fetch.js'

// A turn of the Responses API with a call that a person has to approve of.
const model = 'a-model'
const { registry, journal, paid } = openWatchedBank()
const call = { type: 'function_call', id: 'f1', call_id: 'c1', name: 'bank__pay' }
const service = scriptedFetch(
  { output: [{ ...call, arguments: '{"cents":5,"note":null}' }] },
  { output: [] },
)
const client = new OpenAI({ apiKey: 'none', fetch: service.fetch })

// #region responses
const { tools, answer, goOn } = openAiResponseTools(registry)
const input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'Pay 5 cents.' }]
const response = await client.responses.create({ model, input, tools })
const context = { runId: 'chat-7' }
let turn = await answer(response, context)

// Keep `turn.results` and `turn.waiting` as JSON until somebody has decided, in any process.
for (const { suspensionId } of turn.waiting) {
  await journal.approve({ suspensionId, tenantId: 'default', by: 'ada' })
}
if (turn.waiting.length > 0) turn = await goOn(turn, context) // nothing else runs again
input.push(...(response.output as OpenAI.Responses.ResponseInput), ...turn.messages)
await client.responses.create({ model, input, tools })
// #endregion responses

export { paid as responses }
