import {
  generateText,
  stepCountIs,
  type ModelMessage,
  type ToolApprovalRequestOutput,
  type ToolSet,
} from 'ai'
import { MockLanguageModelV3 } from 'ai/test'

import type { Reply } from '../reply.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that calls a tool in its first turn, and is done in its second. */
function scriptedModel(toolName: string, args: object) {
  const call = { type: 'tool-call', toolCallId: `c-${JSON.stringify(args)}`, toolName } as const
  const input = JSON.stringify(args)
  const content = [[{ ...call, input }], [{ type: 'text' as const, text: 'Done.' }]]
  return new MockLanguageModelV3({
    doGenerate: async () => {
      const turn = content.shift() ?? []
      const unified = content.length > 0 ? ('tool-calls' as const) : ('stop' as const)
      return { content: turn, finishReason: { unified, raw: unified }, usage, warnings: [] }
    },
  })
}

/** One call, of which somebody approves where it is asked. */
export async function callByAiSdk(tools: ToolSet, args: object): Promise<Reply> {
  const model = scriptedModel(Object.keys(tools)[0] ?? '', args)
  const messages: ModelMessage[] = [{ role: 'user', content: 'Pay it back.' }]
  const ask = () => generateText({ model, tools, messages, stopWhen: stepCountIs(3) })
  const asked = await ask()
  messages.push(...asked.response.messages)
  const requests = asked.content.filter(({ type }) => type === 'tool-approval-request')
  for (const { approvalId } of requests as ToolApprovalRequestOutput<ToolSet>[]) {
    const content = [{ type: 'tool-approval-response', approvalId, approved: true } as const]
    messages.push({ role: 'tool', content })
  }
  await ask()
  const read = model.doGenerateCalls.at(-1)?.prompt.findLast(({ role }) => role === 'tool')
  return { wasAsked: requests.length === 1, read: JSON.stringify(read?.content) }
}
