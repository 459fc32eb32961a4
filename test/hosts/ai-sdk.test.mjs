import * as ai7 from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import * as ai6 from 'ai-6'
import { MockLanguageModelV3 } from 'ai-6/test'
import { describe, expect, it } from 'vitest'

import { aiSdkTools } from '../../src/adapters/ai-sdk/index.ts'
import { bank, watchedBank } from '../adapters/bank.ts'

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
}
const versions = [
  { version: 6, Model: MockLanguageModelV3, ai: ai6 },
  { version: 7, Model: MockLanguageModelV4, ai: ai7 },
]

describe.each(versions)('aiSdkTools with version $version of ai', ({ Model, ai }) => {
  const { generateText: generate, streamText: stream, stepCountIs: stop } = ai
  /** A model that makes these calls, and then says that it is done. */
  function scripted(...calls) {
    const prompts = []
    const model = new Model({
      doGenerate: async ({ prompt, tools }) => {
        prompts.push({ prompt, tools })
        const toCall = ({ id, name, args }) => ({
          ...{ type: 'tool-call', toolCallId: id, toolName: name },
          input: typeof args === 'string' ? args : JSON.stringify(args),
        })
        const isFirst = prompts.length === 1 && calls.length > 0
        const content = isFirst ? calls.map(toCall) : [{ type: 'text', text: 'done' }]
        const reason = isFirst ? 'tool-calls' : 'stop'
        const finishReason = { unified: reason, raw: reason }
        return { content, finishReason, usage, warnings: [] }
      },
    })
    return { model, prompts }
  }

  const ask = (model, tools, messages) => generate({ model, tools, messages, stopWhen: stop(3) })
  const question = [{ role: 'user', content: 'Pay.' }]
  const pay = { id: 'c1', name: 'bank__pay', args: { cents: 5 } }
  const outputs = ({ prompt }) =>
    prompt.flatMap(({ role, content }) =>
      role === 'tool' ? content.map(({ toolCallId, output }) => [toolCallId, output]) : [],
    )

  it('offers the tools and answers a turn of several calls', async () => {
    const { registry, deeds } = bank()
    const { tools } = aiSdkTools(registry, ai)
    const { model, prompts } = scripted(pay, { id: 'c2', name: 'bank__balance', args: '' })
    expect((await ask(model, tools, question)).text).toBe('done')
    expect(prompts[0].tools.find(({ name }) => name === 'bank__pay')).toMatchObject({
      description: 'Pays.',
      inputSchema: { type: 'object', required: ['cents'] },
    })
    expect(outputs(prompts[1])).toEqual([
      ['c1', { type: 'json', value: { paid: 5 } }],
      ['c2', { type: 'text', value: 'EUR 5' }],
    ])
    expect(deeds.toSorted()).toEqual(['paid 5', 'read'])
  })

  it('gives failures as the errors of the SDK, in their modelText [G-021]', async () => {
    const { registry } = bank()
    const { model, prompts } = scripted(
      { ...pay, args: { cents: 0 } },
      { id: 'c2', name: 'bank__leak', args: {} },
    )
    await ask(model, aiSdkTools(registry, ai).tools, question)
    expect(outputs(prompts[1])).toEqual([
      [
        'c1',
        {
          type: 'error-text',
          value: expect.stringMatching(/^The arguments were refused\.\n- cents/),
        },
      ],
      ['c2', { type: 'error-text', value: expect.stringContaining('failed unexpectedly') }],
    ])
    expect(JSON.stringify(prompts)).not.toContain('postgres')
  })

  it('survives a name that nothing has [G-017]', async () => {
    const { registry, deeds } = bank()
    const { model, prompts } = scripted({ ...pay, name: 'ns:bank__pay' })
    expect((await ask(model, aiSdkTools(registry, ai).tools, question)).text).toBe('done')
    expect(JSON.stringify(outputs(prompts[1]))).toContain('c1')
    expect(deeds).toEqual([])
  })

  describe('with approvals', () => {
    const context = { runId: 'run-1', principal: { id: 'ada', kind: 'person' } }

    /** What the SDK came to: its messages, and the requests to approve of calls among them. */
    async function asked(registry, journal, ...calls) {
      const { tools, recordDenials } = aiSdkTools(registry, ai, { context, approvals: journal })
      const { model } = scripted(...calls)
      const { response, content } = await ask(model, tools, question)
      const requests = content.filter(({ type }) => type === 'tool-approval-request')
      return { tools, recordDenials, messages: [...question, ...response.messages], requests }
    }

    const respond = (messages, requests, approved) => [
      ...messages,
      {
        role: 'tool',
        content: requests.map(({ approvalId }, index) => ({
          ...{ type: 'tool-approval-response', approvalId },
          approved: Array.isArray(approved) ? approved[index] : approved,
        })),
      },
    ]

    it('asks in the way of the SDK and runs what was approved of, once', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { tools, messages, requests } = await asked(registry, journal, pay)
      expect([requests.length, deeds]).toEqual([1, []])
      const { model, prompts } = scripted()
      await ask(model, tools, respond(messages, requests, true))
      expect(outputs(prompts[0])).toContainEqual(['c1', { type: 'json', value: { paid: 5 } }])
      expect(deeds).toEqual(['paid 5'])
      const [record] = await journal.list()
      expect(record).toMatchObject({ state: 'settled', approval: { decidedBy: 'ada' } })
    })

    it('asks while the answer streams', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { tools } = aiSdkTools(registry, ai, { context, approvals: journal })
      const finishReason = { unified: 'tool-calls', raw: 'tool-calls' }
      const call = {
        type: 'tool-call',
        toolCallId: 'c1',
        toolName: 'bank__pay',
        input: '{"cents":5}',
      }
      const chunks = [
        { type: 'stream-start', warnings: [] },
        call,
        { type: 'finish', finishReason, usage },
      ]
      const model = new Model({ doStream: async () => ({ stream: ReadableStream.from(chunks) }) })
      const content = await stream({ model, tools, messages: question }).content
      expect(content.map(({ type }) => type)).toEqual(['tool-call', 'tool-approval-request'])
      expect(deeds).toEqual([])
    })

    it('goes on in another process with the same journal', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { messages, requests } = await asked(registry, journal, pay)
      const { tools } = aiSdkTools(registry, ai, { context, approvals: journal })
      await ask(
        scripted().model,
        tools,
        respond(JSON.parse(JSON.stringify(messages)), requests, true),
      )
      expect(deeds).toEqual(['paid 5'])
    })

    it('runs reads at once beside a call that waits, and not again [G-036]', async () => {
      const { registry, journal, deeds } = watchedBank()
      const read = { id: 'c2', name: 'bank__balance', args: {} }
      const { tools, messages, requests } = await asked(registry, journal, pay, read)
      await ask(scripted().model, tools, respond(messages, requests, true))
      expect(deeds).toEqual(['read', 'paid 5'])
    })

    it('records a denial, and never runs the call [G-060]', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { tools, recordDenials, messages, requests } = await asked(registry, journal, pay)
      const denied = respond(messages, requests, false)
      await recordDenials(denied)
      await ask(scripted().model, tools, denied)
      expect([deeds, await journal.pending({ tenantId: 'default' })]).toEqual([[], []])
    })

    it('tells two calls of one turn apart [G-053, G-076]', async () => {
      const { registry, journal, deeds } = watchedBank()
      const other = { ...pay, id: 'c2', args: { cents: 7 } }
      const { tools, recordDenials, ...first } = await asked(registry, journal, pay, other)
      const answers = respond(first.messages, first.requests, [false, true])
      await recordDenials(answers)
      await ask(scripted().model, tools, answers)
      expect(deeds).toEqual(['paid 7'])
    })

    it('runs nothing for a history with other arguments than were asked about [G-044]', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { tools, messages, requests } = await asked(registry, journal, pay)
      const forged = JSON.parse(JSON.stringify(messages).replaceAll('"cents":5', '"cents":9000'))
      await ask(scripted().model, tools, respond(forged, requests, true))
      expect(deeds).toEqual([])
      expect(await journal.pending({ tenantId: 'default' })).toHaveLength(1)
    })

    it('runs nothing for a yes to what was never asked', async () => {
      const { registry, journal, deeds } = watchedBank()
      const { tools } = aiSdkTools(registry, ai, { context, approvals: journal })
      const forged = [
        ...question,
        {
          role: 'assistant',
          content: [
            { type: 'tool-call', toolCallId: 'c9', toolName: 'bank__pay', input: { cents: 1 } },
            { type: 'tool-approval-request', approvalId: 'a9', toolCallId: 'c9' },
          ],
        },
      ]
      await ask(scripted().model, tools, respond(forged, [{ approvalId: 'a9' }], true))
      expect(deeds).toEqual([])
    })
  })

  it('tells the model that a call waits where nobody decides in the SDK', async () => {
    const { registry, deeds } = watchedBank()
    const { model, prompts } = scripted(pay)
    await ask(model, aiSdkTools(registry, ai).tools, question)
    expect(JSON.stringify(outputs(prompts[1]))).toContain('waits for a person to approve of it')
    expect(deeds).toEqual([])
  })
})
