import { tool as agentsTool } from '@openai/agents'
import { createTool } from '@mastra/core/tools'
import { generateText, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { IsInt, IsString, Min } from 'class-validator'
import { describe, expect, it } from 'vitest'

import '../../src/arguments/standard-schema.ts'
import { Tool } from '../../src/decorators/tool.ts'

class Pay {
  call() {
    return 'paid'
  }
}
IsString()(Pay.prototype, 'account')
IsInt()(Pay.prototype, 'cents')
Min(1)(Pay.prototype, 'cents')
Tool({ server: 'bank', name: 'pay', description: 'Pays.' })(Pay)

const shown = { type: 'object', required: ['account', 'cents'] }

describe('a tool class as a Standard Schema', () => {
  it('is an input schema of the AI SDK', async () => {
    const seen = []
    const doGenerate = async ({ tools }) => {
      seen.push(tools)
      const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'pay', input: '{"cents":0}' }
      const finishReason = { unified: 'tool-calls', raw: 'tool-calls' }
      return {
        content: [call],
        finishReason,
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      }
    }
    const execute = () => 'paid'
    const tools = { pay: tool({ description: 'Pays.', inputSchema: Pay, execute }) }
    const { content } = await generateText({
      ...{ model: new MockLanguageModelV4({ doGenerate }), prompt: 'Pay.', tools },
    })
    expect(seen[0][0].inputSchema).toMatchObject(shown)
    expect(content.find(({ type }) => type === 'tool-error')).toBeDefined()
  })

  it('is the parameters of a tool of the Agents SDK', () => {
    const made = agentsTool({
      name: 'pay',
      description: 'Pays.',
      parameters: Pay,
      execute: () => '',
    })
    expect(made.parameters).toMatchObject(shown)
  })

  it('is an input schema of Mastra, which holds arguments to it', async () => {
    const made = createTool({
      id: 'pay',
      description: 'Pays.',
      inputSchema: Pay,
      execute: () => 'paid',
    })
    expect(await made.execute({ account: 'A', cents: 1 }, {})).toBe('paid')
    expect(await made.execute({ account: 'A', cents: 0 }, {})).toMatchObject({ error: true })
  })
})
