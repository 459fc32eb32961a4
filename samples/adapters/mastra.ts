import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { simulateReadableStream } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { mastraTools } from 'tallystick/adapters/mastra'

import { openWatchedBank } from './bank.js'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that wants to pay in its first turn, and is done in its second. */
function scriptedModel() {
  let turns = 0
  const input = JSON.stringify({ cents: 5 })
  const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'bank__pay', input }
  return new MockLanguageModelV3({
    doStream: async () => {
      turns += 1
      const reason = turns === 1 ? ('tool-calls' as const) : ('stop' as const)
      const finishReason = { unified: reason, raw: reason }
      const chunks = [
        { type: 'stream-start' as const, warnings: [] },
        ...(turns === 1 ? [call] : []),
        { type: 'finish' as const, finishReason, usage },
      ]
      return { stream: simulateReadableStream({ chunks }) }
    },
  })
}

// A run that is suspended by a call, until a person has approved of it.
const { registry, journal, paid } = openWatchedBank()
const model = scriptedModel()

// #region mastra
const { tools } = mastraTools(
  registry,
  { createTool },
  { context: { runId: 'chat-7' }, approvals: journal },
)
const teller = new Agent({ id: 'teller', name: 'Teller', instructions: 'Pay.', model, tools })
const app = new Mastra({ agents: { teller }, storage: new InMemoryStore(), logger: false })
const agent = app.getAgent('teller')

const { fullStream, runId } = await agent.stream('Pay 5 cents.')
for await (const chunk of fullStream) {
  if (chunk.type !== 'tool-call-suspended') continue
  const { toolCallId } = chunk.payload
  const resumed = await agent.resumeStream({ approved: true }, { runId, toolCallId })
  await resumed.consumeStream()
}
// #endregion mastra

export { paid as mastra }
