import { GoogleGenAI, type Content, type Tool } from '@google/genai'
import { geminiTools } from 'tallystick/adapters/gemini'

import { openBank } from './bank.js'
import { openEndpoint } from './endpoint.js'

// A turn of the Gemini API, on an endpoint of this machine.
const candidate = (...parts: readonly object[]) => ({
  candidates: [{ content: { role: 'model', parts } }],
})
const baseUrl = await openEndpoint(
  candidate({ functionCall: { name: 'bank__pay', args: { cents: 5 } } }),
  candidate({ text: 'Paid.' }),
)

const { registry, paid } = openBank()
const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl } })
const model = 'a-model'

// #region gemini
const { tools, answer } = geminiTools(registry)
const contents: Content[] = [{ role: 'user', parts: [{ text: 'Pay 5 cents.' }] }]
for (let rounds = 0; rounds < 10; rounds += 1) {
  // The types of the package want members of its enum where a schema has the text 'object'.
  const config = { tools: tools as Tool[] }
  const { candidates } = await ai.models.generateContent({ model, contents, config })
  const content = candidates?.[0]?.content ?? {}
  const turn = await answer(content, { runId: 'chat-7' })
  contents.push(content, ...turn.messages)
  if (turn.calls.length === 0) break
}
// #endregion gemini

export { paid as gemini }
