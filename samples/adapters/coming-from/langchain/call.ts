import { AIMessage } from '@langchain/core/messages'
import type { StructuredToolInterface } from '@langchain/core/tools'
import {
  Command,
  INTERRUPT,
  isInterrupted,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'

import type { Reply } from '../reply.js'

/** One call, of which somebody approves where the graph is interrupted. */
export async function callByLangchain(
  tool: StructuredToolInterface,
  args: Record<string, unknown>,
): Promise<Reply> {
  const calls = [{ type: 'tool_call' as const, id: 'c1', name: tool.name, args }]
  const graph = new StateGraph(MessagesAnnotation)
    .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls: calls })] }))
    .addNode('tools', new ToolNode([tool]))
    .addEdge('__start__', 'model')
    .addEdge('model', 'tools')
    .addEdge('tools', '__end__')
    .compile({ checkpointer: new MemorySaver() })
  const thread = { configurable: { thread_id: JSON.stringify(args) } }
  const asked: unknown = await graph.invoke({}, thread)
  const questions = isInterrupted<{ suspensionId?: string }>(asked) ? asked[INTERRUPT] : []
  const id = questions[0]?.value?.suspensionId
  const resume = id === undefined ? true : { answers: { [id]: true } }
  const done = questions.length === 0 ? asked : await graph.invoke(new Command({ resume }), thread)
  const { messages } = done as typeof MessagesAnnotation.State
  return { wasAsked: questions.length === 1, read: JSON.stringify(messages.at(-1)?.content) }
}
