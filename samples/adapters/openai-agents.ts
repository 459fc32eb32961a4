import { Agent, Runner, tool, Usage, type AgentOutputItem, type Model } from '@openai/agents'
import { openAiAgentsTools } from 'tallystick/adapters/openai-agents'

import { openWatchedBank } from './bank.js'

/** A model that wants to pay in its first turn, and is done in its second. */
function scriptedModel(): Model {
  let turns = 0
  const call: AgentOutputItem = {
    ...{ type: 'function_call', callId: 'c1', name: 'bank__pay', status: 'completed' },
    arguments: '{"cents":5,"note":null}',
  }
  const done: AgentOutputItem = {
    ...{ type: 'message', role: 'assistant', status: 'completed' },
    content: [{ type: 'output_text', text: 'Paid.' }],
  }
  return {
    getResponse: async () => {
      turns += 1
      return { usage: new Usage(), output: [turns === 1 ? call : done] }
    },
    getStreamedResponse: () => {
      throw new Error('This model does not stream.')
    },
  }
}

// A run that is interrupted by a call, until a person has approved of it.
const { registry, journal, paid } = openWatchedBank()
const runner = new Runner({ tracingDisabled: true })
const model = scriptedModel()

// #region openai-agents
const { tools, recordDenials } = openAiAgentsTools(
  registry,
  { tool },
  { context: ({ runContext }) => runContext.context as { runId: string }, approvals: journal },
)
const agent = new Agent({ name: 'Teller', model, tools })
const { state, interruptions } = await runner.run(agent, 'Pay 5 cents.', {
  context: { runId: 'chat-7' },
})
for (const interruption of interruptions) {
  const isFine = await askSomebody(interruption.arguments)
  if (isFine) state.approve(interruption)
  else state.reject(interruption)
  if (!isFine) await recordDenials([interruption], state._context)
}
const { finalOutput } = await runner.run(agent, state)
// #endregion openai-agents
console.log(finalOutput)

async function askSomebody(question: string | undefined) {
  return question?.includes('5') === true
}

export { paid as openAiAgents }
