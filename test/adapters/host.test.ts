import { describe, expect, it } from 'vitest'

import { aiSdkTools, type AiSdkToolOptions } from '../../src/adapters/ai-sdk/index.js'
import { KeptAnswers } from '../../src/adapters/host/kept-answers.js'
import {
  langchainTools,
  type LangChainCallConfig,
  type LangChainQuestion,
  type LangChainToolFields,
} from '../../src/adapters/langchain/index.js'
import { mastraTools, type MastraToolOptions } from '../../src/adapters/mastra/index.js'
import {
  openAiAgentsTools,
  type AgentRunContext,
  type AgentToolOptions,
} from '../../src/adapters/openai-agents/index.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { ApprovalLayer } from '../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { observed } from '../registry/tools.js'
import { bank, watchedBank } from './bank.js'

// With the least of each SDK that a tool can be made of; the real ones are in test/hosts.
const context = { runId: 'run-1', principal: { id: 'ada', kind: 'person' } } as const
const question = { role: 'user', content: 'Pay.' }
const ai = {
  jsonSchema: (schema: object) => schema,
  dynamicTool: (options: AiSdkToolOptions<object>) => options,
}

/** A history in which the call `c1` was asked about, and decided on. */
const decided = (approved: boolean) => [
  question,
  {
    role: 'assistant',
    content: [{ type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' }],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved }] },
]

describe('tools of the AI SDK', () => {
  const facts = { toolCallId: 'c1', messages: [question] }
  const payOf = ({ registry, journal }: ReturnType<typeof watchedBank>) =>
    aiSdkTools(registry, ai, { context, approvals: journal })

  it('throw what the model may read, with the error as the cause', async () => {
    const tool = aiSdkTools(bank().registry, ai).tools['bank__pay']
    const thrown = tool?.execute({ cents: 0 }, facts)
    const cause = { code: 'INVALID_ARGUMENTS' }
    await expect(thrown).rejects.toMatchObject({ message: expect.stringContaining('cents'), cause })
    await expect(thrown).rejects.toSatisfy((error) => !String(error).includes('Error'))
  })

  it('take arguments that came as a text, and record it in the event of the call', async () => {
    const { registry, events } = observed(bank().registry)
    const tool = aiSdkTools(registry, ai).tools['bank__pay']
    expect(await tool?.execute('{"cents":5}', facts)).toEqual({ paid: 5 })
    expect(events).toMatchObject([{ tool: 'bank/pay', habits: ['json-text'] }])
  })

  it('are asked about first, and pay after a yes', async () => {
    const watched = watchedBank()
    const tool = payOf(watched).tools['bank__pay']
    expect(await tool?.needsApproval?.({ cents: 5 }, facts)).toBe(true)
    const answered = { ...facts, messages: decided(true) }
    expect(await tool?.needsApproval?.({ cents: 5 }, answered)).toBe(true)
    expect(await tool?.execute({ cents: 5 }, answered)).toEqual({ paid: 5 })
    expect(watched.deeds).toEqual(['paid 5'])
  })

  it('wait on for a yes of somebody else: to other arguments, or to nothing that was asked', async () => {
    const watched = watchedBank()
    const tool = payOf(watched).tools['bank__pay']
    const answered = { ...facts, messages: decided(true) }
    expect(await tool?.execute({ cents: 5 }, answered)).toContain('waits for a person')
    await expect(tool?.execute({ cents: 9000 }, answered)).rejects.toThrow('other arguments')
    expect(watched.deeds).toEqual([])
  })

  it('leave a no on record', async () => {
    const watched = watchedBank()
    const { tools, recordDenials } = payOf(watched)
    await tools['bank__pay']?.needsApproval?.({ cents: 5 }, facts)
    await recordDenials(decided(false))
    await expect(tools['bank__pay']?.execute({ cents: 5 }, facts)).rejects.toThrow('not approved')
  })

  it('run a call once that nobody has to be asked about, also where nothing came of it', async () => {
    let attempts = 0
    const call = () => {
      attempts += 1
      throw new ToolFailure('Closed.', { disposition: 'did-not-happen' })
    }
    const shut = defineTool({ server: 'bank', name: 'shut', description: 'Shuts.', call })
    const journal = memoryJournal()
    const registry = ToolRegistry.empty()
      .register(shut)
      .layer(new IdempotencyLayer(journal))
      .layer(new ApprovalLayer(parkForApproval, { when: () => false }))
    const tool = aiSdkTools(registry, ai, { context, approvals: journal }).tools['bank__shut']
    expect(await tool?.needsApproval?.({}, facts)).toBe(false)
    await expect(tool?.execute({}, facts)).rejects.toThrow('Closed.')
    expect(attempts).toBe(1)
  })

  it('refuse options that are wrong, all at once', () => {
    const wrong = { context: 3, projection: {}, approvals: {}, onLoss: 'x', other: 1 } as never
    expect(() => aiSdkTools(bank().registry, ai, wrong)).toThrow(
      /context[^]*projection[^]*approvals[^]*onLoss[^]*other/,
    )
  })
})

describe('tools of the Agents SDK', () => {
  const sdk = { tool: (options: AgentToolOptions) => options }
  const run = (isApproved?: boolean): AgentRunContext => ({
    context: {},
    isToolApproved: () => isApproved,
  })
  const details = { toolCall: { callId: 'c1' } }

  it('have a rule for approval only where a yes can count', () => {
    const { registry, journal } = watchedBank()
    const rules = (tools: readonly AgentToolOptions[]) =>
      tools.map(({ name, needsApproval }) => [name, needsApproval !== false])
    expect(rules(openAiAgentsTools(registry, sdk).tools).some(([, has]) => has)).toBe(false)
    const asking = openAiAgentsTools(registry, sdk, { context, approvals: journal })
    expect(Object.fromEntries(rules(asking.tools))).toMatchObject({
      bank__balance: false,
      bank__pay: true,
    })
  })

  it('are asked about, denied and approved by the id of the call', async () => {
    const { registry, journal, deeds } = watchedBank()
    const { tools, recordDenials } = openAiAgentsTools(registry, sdk, {
      context,
      approvals: journal,
    })
    const pay = tools.find(({ name }) => name === 'bank__pay')
    const ask = (id: string) => (pay?.needsApproval || undefined)?.(run(), { cents: 5 }, id)
    expect([await ask('c1'), await ask('c2')]).toEqual([true, true])
    await recordDenials([{ rawItem: { callId: 'c2' } }, {}], run())
    expect(await pay?.execute({ cents: 5 }, run(true), details)).toBe('{"paid":5}')
    expect(await pay?.execute({ cents: 7 })).toContain('waits for a person')
    expect(deeds).toEqual(['paid 5'])
  })
})

describe('tools of LangChain', () => {
  class DynamicStructuredTool {
    constructor(readonly fields: LangChainToolFields) {}
    invoke = (input: unknown, config?: unknown) =>
      this.fields.func(input, undefined, config as LangChainCallConfig)
    call = this.invoke
  }
  class ToolMessage {
    constructor(readonly fields: object) {}
  }
  const config = { toolCall: { id: 'c1' } }

  it('answer a failure with a message of status error, and with words where there is no id', async () => {
    const { tools } = langchainTools<DynamicStructuredTool>(bank().registry, {
      ...{ DynamicStructuredTool, ToolMessage },
    })
    const pay = tools.find(({ fields }) => fields.name === 'bank__pay')
    const fields = { status: 'error', tool_call_id: 'c1', name: 'bank__pay' }
    expect(await pay?.invoke({ cents: 0 }, config)).toMatchObject({ fields })
    expect(await pay?.call({ cents: 0 })).toContain('The arguments were refused.')
  })

  it.each([
    [true, '{"paid":5}', ['paid 5']],
    [{ approved: false }, { fields: { content: 'This call was not approved.' } }, []],
    ['perhaps', 'The question was not answered, and the call still waits.', []],
  ])('are interrupted, and go on with %j', async (answer, said, deeds) => {
    const watched = watchedBank()
    const interrupt = ({ suspensionId }: LangChainQuestion) => ({
      answers: { [suspensionId]: answer },
    })
    const sdk = { DynamicStructuredTool, ToolMessage, interrupt }
    const options = { context: () => context, approvals: watched.journal }
    const { tools } = langchainTools<DynamicStructuredTool>(watched.registry, sdk, options)
    const pay = tools.find(({ fields }) => fields.name === 'bank__pay')
    const result = await pay?.invoke({ cents: 5 }, config)
    if (typeof said === 'string') expect(result).toBe(said)
    else expect(result).toMatchObject(said)
    expect(watched.deeds).toEqual(deeds)
  })

  it('take no answer to another question for their own', async () => {
    const { registry, journal, deeds } = watchedBank()
    const interrupt = () => ({ answers: { other: true } })
    const sdk = { DynamicStructuredTool, ToolMessage, interrupt }
    const options = { context, approvals: journal }
    const { tools } = langchainTools<DynamicStructuredTool>(registry, sdk, options)
    const pay = tools.find(({ fields }) => fields.name === 'bank__pay')
    expect(await pay?.invoke({ cents: 5 }, config)).toContain('waits for a person')
    expect(deeds).toEqual([])
  })
})

describe('tools of Mastra', () => {
  const sdk = { createTool: (options: MastraToolOptions) => options }

  it('show their schema and take whatever comes, which dispatch holds to it', async () => {
    const pay = mastraTools(bank().registry, sdk).tools['bank__pay']
    const standard = pay?.inputSchema['~standard']
    expect(standard?.jsonSchema.input()).toMatchObject({ required: ['cents'] })
    expect(standard?.validate('x')).toEqual({ value: 'x' })
    await expect(pay?.execute({ cents: 0 })).rejects.toThrow('cents must be at least 1')
  })

  it('suspend, and go on with what the run is resumed with', async () => {
    const { registry, journal, deeds } = watchedBank()
    const { tools } = mastraTools(registry, sdk, { context, approvals: journal })
    const asked: unknown[] = []
    const suspend = async (payload: unknown) => asked.push(payload)
    const agent = { toolCallId: 'c1', suspend }
    await tools['bank__pay']?.execute({ cents: 5 }, { agent })
    const resumed = { ...agent, suspendPayload: asked[0], resumeData: { approved: true } }
    expect(await tools['bank__pay']?.execute({ cents: 5 }, { agent: resumed })).toEqual({ paid: 5 })
    expect([asked, deeds]).toMatchObject([[{ kind: 'approval' }], ['paid 5']])
  })

  it('say that a call waits where nothing can be suspended', async () => {
    const pay = mastraTools(watchedBank().registry, sdk).tools['bank__pay']
    expect(await pay?.execute({ cents: 5 })).toContain('waits for a person')
  })
})

it('keeps no more answers than a thousand that nobody asks for', () => {
  const kept = new KeptAnswers()
  const answer = { status: 'output', text: '1', value: 1 } as const
  for (let index = 0; index <= 1000; index += 1) kept.keep(String(index), answer)
  expect([kept.take('0'), kept.take('1'), kept.take('1')]).toEqual([undefined, answer, undefined])
})
