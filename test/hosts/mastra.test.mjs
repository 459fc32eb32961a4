import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { InMemoryStore } from '@mastra/core/storage'
import { createTool } from '@mastra/core/tools'
import { MockLanguageModelV3 } from 'ai-6/test'
import { describe, expect, it } from 'vitest'

import { mastraTools } from '../../src/adapters/mastra/index.ts'
import { memoryJournal } from '../../src/journal/journals/memory-journal.ts'
import { bank, watchedBank } from '../adapters/bank.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}

/** A model that makes these calls, and then says that it is done. */
function scripted(...calls) {
  const requests = []
  const doStream = async ({ prompt, tools }) => {
    requests.push({ prompt, tools })
    const isFirst = requests.length === 1
    const parts = isFirst
      ? calls.map(({ id, name, args }) => ({
          ...{ type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(args) },
        }))
      : [
          { type: 'text-start', id: 't' },
          { type: 'text-delta', id: 't', delta: 'done' },
          { type: 'text-end', id: 't' },
        ]
    const reason = isFirst ? 'tool-calls' : 'stop'
    const finishReason = { unified: reason, raw: reason }
    const end = { type: 'finish', finishReason, usage }
    return { stream: ReadableStream.from([{ type: 'stream-start', warnings: [] }, ...parts, end]) }
  }
  return { model: new MockLanguageModelV3({ doStream }), requests }
}

const pay = { id: 'c1', name: 'bank__pay', args: { cents: 5 } }
const context = { runId: 'run-1', principal: { id: 'ada', kind: 'person' } }
const outputs = ({ prompt }) =>
  Object.fromEntries(
    prompt.flatMap(({ role, content }) =>
      role === 'tool' ? content.map(({ toolCallId, output }) => [toolCallId, output]) : [],
    ),
  )

function agentOf(tools, model) {
  const facts = { id: 'teller', name: 'Teller', instructions: 'Pay.' }
  const agent = new Agent({ ...facts, model, tools })
  return new Mastra({ agents: { agent }, storage: new InMemoryStore(), logger: false }).getAgent(
    'agent',
  )
}

describe('mastraTools', () => {
  it('offers the tools and answers a turn of several calls', async () => {
    const { registry, deeds } = bank()
    const { model, requests } = scripted(pay, { id: 'c2', name: 'bank__balance', args: {} })
    const { tools } = mastraTools(registry, { createTool })
    expect(await (await agentOf(tools, model).stream('Pay.')).text).toBe('done')
    expect(requests[0].tools.find(({ name }) => name === 'bank__pay')).toMatchObject({
      description: 'Pays.',
      inputSchema: { type: 'object', required: ['cents'] },
    })
    expect(outputs(requests[1])).toMatchObject({
      c1: { type: 'json', value: { paid: 5 } },
      c2: { value: 'EUR 5' },
    })
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })

  it('gives failures in their modelText, and echoes no arguments [G-021, G-078]', async () => {
    const { registry } = bank()
    const { model, requests } = scripted(
      { ...pay, args: { cents: 0, note: 'hunter2' } },
      { id: 'c2', name: 'bank__leak', args: {} },
    )
    await (
      await agentOf(mastraTools(registry, { createTool }).tools, model).stream('Pay.')
    ).text
    const { c1, c2 } = outputs(requests[1])
    expect(JSON.stringify(c1)).toContain('cents must be at least 1')
    expect(JSON.stringify(c2)).toContain('The tool failed unexpectedly.')
    expect(JSON.stringify([c1, c2])).not.toMatch(/postgres|hunter2/)
  })

  describe('with suspensions', () => {
    async function suspended(registry, journal, ...calls) {
      const { tools } = mastraTools(registry, { createTool }, { context, approvals: journal })
      const { model, requests } = scripted(...calls)
      const agent = agentOf(tools, model)
      const output = await agent.stream('Pay.')
      const asked = []
      for await (const { type, payload } of output.fullStream) {
        if (type === 'tool-call-suspended') asked.push(payload)
      }
      const resume = async (data, { toolCallId }) => {
        const resumed = await agent.resumeStream(data, { runId: output.runId, toolCallId })
        await resumed.consumeStream()
      }
      return { asked, requests, resume }
    }

    it('suspends the run, and runs what was approved of, once', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { asked, requests, resume } = await suspended(registry, journal, pay)
      expect(asked).toMatchObject([{ toolCallId: 'c1', suspendPayload: { kind: 'approval' } }])
      expect(deeds).toEqual([])
      await resume({ approved: true }, asked[0])
      expect(deeds).toEqual(['paid 5'])
      expect(outputs(requests.at(-1))).toMatchObject({ c1: { value: { paid: 5 } } })
    })

    it('never runs what was denied [G-060]', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { asked, requests, resume } = await suspended(registry, journal, pay)
      await resume({ approved: false }, asked[0])
      expect(deeds).toEqual([])
      expect(JSON.stringify(outputs(requests.at(-1)))).toContain('This call was not approved.')
    })

    it.each([false, true])('takes the answer %j to a question [G-060]', async (answer) => {
      const journal = memoryJournal()
      const { registry, deeds } = bank(journal)
      const book = { id: 'c1', name: 'hotel__book', args: { room: 1 } }
      const { asked, resume } = await suspended(registry, journal, book)
      await resume(answer, asked[0])
      expect(deeds).toEqual([`room 1: ${answer}`])
    })
  })
})
