import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool } from '@langchain/core/tools'
import {
  Command,
  INTERRUPT,
  interrupt,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { langchainTools, type LangChainQuestion } from 'tallystick/adapters/langchain'

import { openWatchedBank } from './bank.js'

const calls = [{ type: 'tool_call' as const, id: 'c1', name: 'bank__pay', args: { cents: 5 } }]

// A graph that is interrupted by a call, until a person has approved of it.
const { registry, journal, paid } = openWatchedBank()

// #region langchain
const sdk = { DynamicStructuredTool, ToolMessage, interrupt }
const { tools } = langchainTools<DynamicStructuredTool>(registry, sdk, {
  context: ({ configurable }) => ({ runId: String(configurable?.['thread_id']) }),
  approvals: journal,
})
const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls: calls })] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge('__start__', 'model')
  .addEdge('model', 'tools')
  .addEdge('tools', '__end__')
  .compile({ checkpointer: new MemorySaver() })

const thread = { configurable: { thread_id: 'chat-7' } }
const asked: unknown = await graph.invoke({}, thread)
const questions: { value?: LangChainQuestion }[] = isInterrupted<LangChainQuestion>(asked)
  ? asked[INTERRUPT]
  : []
const ids = questions.map(({ value }) => value?.suspensionId ?? '')
const answers = Object.fromEntries(ids.map((id) => [id, true]))
const { messages } = await graph.invoke(new Command({ resume: { answers } }), thread)
// #endregion langchain
console.log(messages.at(-1)?.content)

export { paid as langchain }
