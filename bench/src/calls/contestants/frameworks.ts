import { RunContext, invokeFunctionTool, tool as agentsTool } from '@openai/agents-core'
import { tool as langchainTool } from '@langchain/core/tools'
import { createTool } from '@mastra/core/tools'
import { asSchema, tool as aiTool } from 'ai'
import { placeOrder, placeOrderSchema } from '../../place-order.js'
import type { CreateContestant } from '../contestant.js'

const description = 'Place an order.'

export const mastra: CreateContestant = () => {
  const tool = createTool({
    id: 'place_order',
    description,
    inputSchema: placeOrderSchema,
    execute: async (order) => placeOrder(order),
  })
  return {
    async call(input) {
      const result: unknown = await tool.execute?.(input as never, {} as never)
      return typeof result === 'string' ? result : String((result as { message?: string }).message)
    },
  }
}

export const langchain: CreateContestant = () => {
  const tool = langchainTool(async (order) => placeOrder(order), {
    name: 'place_order',
    description,
    schema: placeOrderSchema,
  })
  return {
    call: (input) =>
      tool.invoke(input as never).then(String, (error: unknown) => (error as Error).message),
  }
}

/** What a step of `generateText` does with a call: reads the text, validates it, runs `execute`. */
export const aiSdk: CreateContestant = () => {
  const schema = asSchema(placeOrderSchema)
  const tool = aiTool({
    description,
    inputSchema: placeOrderSchema,
    execute: async (order) => placeOrder(order),
  })
  return {
    async call(input) {
      const validated = await schema.validate?.(JSON.parse(input as string))
      if (validated?.success !== true) return String(validated?.error.message)
      const options = { toolCallId: 'c', messages: [] } as never
      return (await tool.execute(validated.value, options)) as string
    },
  }
}

export const openaiAgents: CreateContestant = () => {
  const tool = agentsTool({
    name: 'place_order',
    description,
    parameters: placeOrderSchema,
    execute: async (order) => placeOrder(order),
  })
  const runContext = new RunContext({})
  return {
    call: async (input) =>
      String(await invokeFunctionTool({ tool: tool as never, runContext, input: input as string })),
  }
}
