import { describe, expect, it, vi } from 'vitest'

import { aiSdkTools, type AiSdkToolOptions } from '../../src/adapters/ai-sdk/index.js'
import {
  langchainTools,
  type LangChainCallConfig,
  type LangChainQuestion,
  type LangChainToolFields,
} from '../../src/adapters/langchain/index.js'
import { mastraTools, type MastraToolOptions } from '../../src/adapters/mastra/index.js'
import type { TurnContext } from '../../src/adapters/openai/index.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { bank } from './bank.js'
import { as, shop, watchedShop, type Shop } from './shop.js'

const others = [as('eve'), as('ada', { kind: 'agent' }), as('ada', { onBehalfOf: 'eve' })]
const pen = { item: 'pen' }

describe('a question of somebody else with the same key, in LangChain', () => {
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
  const open = ({ registry, journal }: Shop, context: TurnContext, seen: LangChainQuestion[]) => {
    const interrupt = (question: LangChainQuestion) => {
      seen.push(question)
      return { answers: { [question.suspensionId]: true } }
    }
    const sdk = { DynamicStructuredTool, ToolMessage, interrupt }
    const made = langchainTools<DynamicStructuredTool>(registry, sdk, {
      context,
      approvals: journal,
    })
    return (name: string) => made.tools.find(({ fields }) => fields.name === `shop__${name}`)
  }

  it.each(others)('is not shown and not answered: %j', async (other) => {
    const own = shop()
    const seen: LangChainQuestion[] = []
    await own.registry.dispatch('shop/keyed', pen, as('ada'))
    const text = await open(own, other, seen)('keyed')?.invoke(pen, config)
    expect(text).toContain('waits for an answer')
    expect([seen, own.deeds]).toEqual([[], ['reserved pen']])
  })

  it.each(others)('is not shown and not approved of: %j', async (other) => {
    const own = watchedShop()
    const seen: LangChainQuestion[] = []
    await own.registry.dispatch('shop/gift', pen, as('ada'))
    expect(await open(own, other, seen)('gift')?.invoke(pen, config)).toContain(
      'waits for a person',
    )
    expect([seen, own.deeds]).toEqual([[], []])
  })

  it('is shown to whoever the call is made for, also in another run', async () => {
    const own = shop()
    const seen: LangChainQuestion[] = []
    await own.registry.dispatch('shop/keyed', pen, as('ada'))
    const context = { ...as('ada'), runId: 'run-2' }
    expect(await open(own, context, seen)('keyed')?.invoke(pen, config)).toBe('sold pen')
    expect(seen).toHaveLength(1)
  })
})

const ai = {
  jsonSchema: (schema: object) => schema,
  dynamicTool: (options: AiSdkToolOptions<object>) => options,
}
const decided = (approved: boolean) => [
  {
    role: 'assistant',
    content: [{ type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' }],
  },
  { role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a1', approved }] },
]

describe('a call of somebody else with the same key, in the AI SDK', () => {
  const open = ({ registry, journal }: Shop, context: TurnContext) =>
    aiSdkTools(registry, ai, { context, approvals: journal })

  it.each(others)('is not asked about and not approved of: %j', async (other) => {
    const own = watchedShop()
    await own.registry.dispatch('shop/gift', pen, as('ada'))
    const tool = open(own, other).tools['shop__gift']
    const facts = { toolCallId: 'c1', messages: decided(true) }
    expect(await tool?.needsApproval?.(pen, { ...facts, messages: [] })).toBe(false)
    expect(await tool?.execute(pen, facts)).toContain('waits for a person')
    expect(await tool?.execute(pen, facts)).toContain('waits for a person')
    expect(own.deeds).toEqual([])
  })

  it.each(others)('is not denied: %j', async (other) => {
    const own = watchedShop()
    const call = { ...as('ada'), runId: other.runId, callId: 'c1' }
    await own.registry.dispatch('shop/gift', pen, call)
    await open(own, other).recordDenials(decided(false))
    expect(await own.journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })
})

describe('what a run of Mastra is resumed with', () => {
  const open = ({ registry, journal }: Shop, context: TurnContext) => {
    const sdk = { createTool: (options: MastraToolOptions) => options }
    return mastraTools(registry, sdk, { context, approvals: journal }).tools
  }
  const resumed = (suspendPayload: unknown) => {
    const asked: unknown[] = []
    const suspend = async (payload: unknown) => asked.push(payload)
    return { asked, agent: { toolCallId: 'c1', suspend, suspendPayload, resumeData: true } }
  }

  it.each([
    ['another principal', as('eve'), 'gift', pen],
    ['whom an agent acts for', as('ada', { onBehalfOf: 'eve' }), 'gift', pen],
    ['another tool', as('ada'), 'keyed', pen],
    ['other arguments', as('ada'), 'gift', { item: 'car' }],
    ['another run', { ...as('ada'), runId: 'run-2' }, 'order', pen],
  ])('decides nothing for %s', async (_, context, name, input) => {
    const own = watchedShop()
    const tool = name === 'order' ? 'shop/order' : 'shop/gift'
    await own.registry.dispatch(tool, pen, { ...as('ada'), callId: 'c1' })
    const [question] = await own.journal.pending({ tenantId: 'default' })
    const { asked, agent } = resumed({ suspensionId: question?.suspensionId, kind: 'approval' })
    const text = await open(own, context)[`shop__${name}`]?.execute(input, { agent })
    expect(text).toContain('it waits for a person to approve of it')
    expect([asked, own.deeds]).toEqual([[], []])
    expect(await own.journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })

  it('gives what is on record where it comes twice', async () => {
    const own = shop()
    const tool = open(own, as('ada'))['shop__order']
    const { asked, agent } = resumed(undefined)
    await tool?.execute(pen, { agent: { ...agent, resumeData: undefined } })
    const again = { agent: { ...agent, suspendPayload: asked[0] } }
    expect(await tool?.execute(pen, again)).toBe('sold pen')
    expect(await tool?.execute(pen, again)).toBe('sold pen')
    expect(own.deeds).toEqual(['reserved pen', 'sold pen'])
  })
})

describe('options and arguments of host adapters', () => {
  it('are refused where approvals are given and nothing keeps calls', () => {
    const approvals = memoryJournal()
    expect(() => aiSdkTools(bank().registry, ai, { approvals })).toThrow('IdempotencyLayer')
  })

  it('ask for the context of a call once', async () => {
    const { registry, journal } = watchedShop()
    const context = vi.fn(() => as('ada'))
    const tool = aiSdkTools(registry, ai, { context, approvals: journal }).tools['shop__gift']
    await tool?.needsApproval?.(pen, { toolCallId: 'c1', messages: [] })
    expect(context).toHaveBeenCalledTimes(1)
    await tool?.execute(pen, { toolCallId: 'c1', messages: decided(true) })
    expect(context).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['a number no JSON has', { item: 5n }],
    [
      'a circle',
      Object.assign<object, object>(
        {},
        {
          get item() {
            return this
          },
        },
      ),
    ],
  ])('are refused by dispatch for %s', async (_, input) => {
    const { registry, journal } = watchedShop()
    const context = as('ada')
    const tool = aiSdkTools(registry, ai, { context, approvals: journal }).tools['shop__gift']
    const facts = { toolCallId: 'c1', messages: [] }
    expect(await tool?.needsApproval?.(input, facts)).toBe(false)
    await expect(tool?.execute(input, facts)).rejects.toThrow('The arguments were refused.')
  })
})
