import { AIMessage, ToolMessage } from '@langchain/core/messages'
import { DynamicStructuredTool } from '@langchain/core/tools'
import { convertToOpenAITool } from '@langchain/core/utils/function_calling'
import {
  Command,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  StateGraph,
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { describe, expect, it } from 'vitest'

import { langchainTools } from '../../src/adapters/langchain/index.ts'
import { memoryJournal } from '../../src/journal/journals/memory-journal.ts'
import { bank, watchedBank } from '../adapters/bank.ts'

const sdk = { DynamicStructuredTool, ToolMessage }
const pay = { type: 'tool_call', id: 'c1', name: 'bank__pay', args: { cents: 5 } }
const context = ({ configurable }) => ({ runId: configurable?.thread_id })

/** A graph of one model turn, with these calls, and the node that answers it. */
function graphOf(tools, calls) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', () => ({ messages: [new AIMessage({ content: '', tool_calls: calls })] }))
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'model')
    .addEdge('model', 'tools')
    .addEdge('tools', '__end__')
    .compile({ checkpointer: new MemorySaver() })
}

const thread = { configurable: { thread_id: 'run-1' } }
const said = ({ messages }) =>
  Object.fromEntries(
    messages.flatMap((message) =>
      ToolMessage.isInstance(message) ? [[message.tool_call_id, message.content]] : [],
    ),
  )
const answering = (answers) => new Command({ resume: { answers: Object.fromEntries(answers) } })
const questionsOf = ({ __interrupt__ = [] }) => __interrupt__.map(({ value }) => value)

describe('langchainTools', () => {
  it('offers tools that models are bound to', () => {
    const { tools } = langchainTools(bank().registry, sdk)
    const tool = tools.find(({ name }) => name === 'bank__pay')
    expect(convertToOpenAITool(tool)).toMatchObject({
      type: 'function',
      function: { name: 'bank__pay', description: 'Pays.', parameters: { required: ['cents'] } },
    })
  })

  it('answers a turn of several calls', async () => {
    const { registry, deeds } = bank()
    const calls = [pay, { ...pay, id: 'c2', name: 'bank__balance', args: {} }]
    const state = await graphOf(langchainTools(registry, sdk).tools, calls).invoke({}, thread)
    expect(said(state)).toEqual({ c1: '{"paid":5}', c2: 'EUR 5' })
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })

  it.each([
    [{ cents: 0 }, 'The arguments were refused.\n- cents must be at least 1.'],
    [{}, 'The arguments were refused.\n- cents is required.'],
  ])('refuses %j itself, in words for the model [ADM-02, G-078]', async (args, text) => {
    const { tools } = langchainTools(bank().registry, sdk)
    const message = await tools.find(({ name }) => name === 'bank__pay').invoke({ ...pay, args })
    expect(message).toMatchObject({ content: text, status: 'error', tool_call_id: 'c1' })
  })

  it('gives a failure as a message of status error, and not as one that ends the run [G-021]', async () => {
    const { tools } = langchainTools(bank().registry, sdk)
    const call = { ...pay, name: 'bank__leak', args: {} }
    const message = await tools.find(({ name }) => name === 'bank__leak').invoke(call)
    expect(message).toMatchObject({ status: 'error', name: 'bank__leak' })
    expect(message.content).not.toContain('postgres')
  })

  it('tells the model that a call waits where there is no interrupt', async () => {
    const { registry, deeds } = watchedBank()
    const state = await graphOf(langchainTools(registry, sdk).tools, [pay]).invoke({}, thread)
    expect(said(state).c1).toContain('waits for a person to approve of it')
    expect(deeds).toEqual([])
  })

  describe('with interrupts', () => {
    const open = (registry, journal) =>
      langchainTools(registry, { ...sdk, interrupt }, { context, approvals: journal }).tools

    it('interrupts the graph, and runs what was approved of, once', async () => {
      const { registry, journal, deeds } = watchedBank()
      const graph = graphOf(open(registry, journal), [pay])
      const [question] = questionsOf(await graph.invoke({}, thread))
      expect([question.kind, question.tool, question.arguments]).toEqual([
        ...['approval', 'bank__pay'],
        { cents: 5 },
      ])
      expect(deeds).toEqual([])
      const resume = answering([[question.suspensionId, true]])
      expect(said(await graph.invoke(resume, thread))).toEqual({ c1: '{"paid":5}' })
      expect(deeds).toEqual(['paid 5'])
    })

    it.each([false, { approved: false }])('takes %j for a no [G-060]', async (no) => {
      const { registry, journal, deeds } = watchedBank()
      const graph = graphOf(open(registry, journal), [pay])
      const [{ suspensionId }] = questionsOf(await graph.invoke({}, thread))
      const state = await graph.invoke(answering([[suspensionId, no]]), thread)
      expect(said(state)).toEqual({ c1: 'This call was not approved.' })
      expect(deeds).toEqual([])
    })

    it('pays nothing twice when a node runs again for a sibling [G-036]', async () => {
      const journal = memoryJournal()
      const { registry, deeds } = bank(journal)
      const book = { ...pay, id: 'c2', name: 'hotel__book', args: { room: 1 } }
      const graph = graphOf(open(registry, journal), [pay, book])
      const [{ suspensionId }] = questionsOf(await graph.invoke({}, thread))
      const state = await graph.invoke(answering([[suspensionId, false]]), thread)
      expect(said(state)).toEqual({ c1: '{"paid":5}', c2: 'room 1: false' })
      expect(deeds).toEqual(['paid 5', 'room 1: false'])
    })

    it('gives each of two questions its own answer, in whatever order [G-053]', async () => {
      const journal = memoryJournal()
      const { registry } = bank(journal)
      const book = (id, room) => ({ ...pay, id, name: 'hotel__book', args: { room } })
      const graph = graphOf(open(registry, journal), [book('c1', 1), book('c2', 2)])
      let state = await graph.invoke({}, thread)
      const pending = await journal.pending({ tenantId: 'default' })
      const answers = pending.map(({ suspensionId, call }) => [suspensionId, call.callId === 'c2'])
      for (let turn = 0; turn < 3 && questionsOf(state).length > 0; turn += 1) {
        state = await graph.invoke(answering(answers), thread)
      }
      expect(said(state)).toEqual({ c1: 'room 1: false', c2: 'room 2: true' })
    })
  })
})
