import { Agent, type ToolsInput } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'

import type { Reply } from '../reply.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that calls a tool in its first turn, and is done in its second. */
function scriptedModel(toolName: string, args: object) {
  const input = JSON.stringify(args)
  const call = { type: 'tool-call' as const, toolCallId: `c-${input}`, toolName, input }
  const turns = [[call], []]
  return new MockLanguageModelV3({
    doStream: async () => {
      const turn = turns.shift() ?? []
      const unified = turn.length > 0 ? ('tool-calls' as const) : ('stop' as const)
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...turn,
        { type: 'finish' as const, finishReason: { unified, raw: unified }, usage },
      ]
      return { stream: simulateReadableStream({ chunks }) }
    },
  })
}

/** One call, of which somebody approves where the run stops for it. */
export async function callByMastra(tools: ToolsInput, args: object): Promise<Reply> {
  const model = scriptedModel(Object.keys(tools)[0] ?? '', args)
  const teller = new Agent({ id: 'teller', name: 'Teller', instructions: 'Pay.', model, tools })
  const app = new Mastra({ agents: { teller }, storage: new InMemoryStore(), logger: false })
  const agent = app.getAgent('teller')
  const { fullStream, runId } = await agent.stream('Pay it back.')
  let wasAsked = false
  for await (const chunk of fullStream) {
    if (chunk.type !== 'tool-call-approval' && chunk.type !== 'tool-call-suspended') continue
    wasAsked = true
    const { toolCallId } = chunk.payload
    const resumed =
      chunk.type === 'tool-call-approval'
        ? await agent.approveToolCall({ runId, toolCallId })
        : await agent.resumeStream({ approved: true }, { runId, toolCallId })
    await resumed.consumeStream()
  }
  const read = model.doStreamCalls.at(-1)?.prompt.findLast(({ role }) => role === 'tool')
  return { wasAsked, read: JSON.stringify(read?.content) }
}
