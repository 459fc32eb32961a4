import {
  dynamicTool,
  generateText,
  jsonSchema,
  stepCountIs,
  type ModelMessage,
  type ToolApprovalRequestOutput,
} from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { aiSdkTools } from 'tallystick/adapters/ai-sdk'

import { openWatchedBank } from './bank.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that wants to pay in its first turn, and is done in its second. */
function scriptedModel() {
  let turns = 0
  const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'bank__pay' } as const
  return new MockLanguageModelV3({
    doGenerate: async () => {
      turns += 1
      const reason = turns === 1 ? 'tool-calls' : 'stop'
      const input = JSON.stringify({ cents: 5 })
      return {
        content: turns === 1 ? [{ ...call, input }] : [{ type: 'text', text: 'Paid.' }],
        finishReason: { unified: reason, raw: reason },
        ...{ usage, warnings: [] },
      }
    },
  })
}

// A call that a person approves of in the AI SDK.
const { registry, journal, paid } = openWatchedBank()
const model = scriptedModel()

// #region ai-sdk
const { tools, recordDenials } = aiSdkTools(
  registry,
  { dynamicTool, jsonSchema },
  {
    context: { runId: 'chat-7', principal: { id: 'ada', kind: 'person' } },
    approvals: journal, // what ada says in the SDK counts
  },
)
const messages: ModelMessage[] = [{ role: 'user', content: 'Pay 5 cents.' }]
const ask = async () => {
  await recordDenials(messages)
  return generateText({ model, tools, messages, stopWhen: stepCountIs(5) })
}

const asked = await ask()
messages.push(...asked.response.messages)
const requests = asked.content.filter(({ type }) => type === 'tool-approval-request')
for (const { approvalId } of requests as ToolApprovalRequestOutput<typeof tools>[]) {
  const content = [{ type: 'tool-approval-response', approvalId, approved: true } as const]
  messages.push({ role: 'tool', content })
}
const { text } = await ask() // pays, and lets the model say so
// #endregion ai-sdk
console.log(text)

export { paid as aiSdk }
