import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import { readCallId, readList, readName } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  offerTools,
  type CatalogueReport,
} from '../turn/offered-tools.js'
import { createTurnAnswerer, type TurnAnswerer } from '../turn/turn.js'
import { readOpenAiOptions, type OpenAiToolsOptions } from './open-ai-tools-options.js'

/** An entry of `tools` in a request of the Responses API. */
export interface ResponseTool {
  type: 'function'
  name: string
  description: string
  parameters: Record<string, unknown>
  strict: boolean
}

/** The result of one call, an item of the next input. */
export interface FunctionCallOutput {
  type: 'function_call_output'
  call_id: string
  output: string
}

/** A model's answer, as far as its calls go: the response itself. */
export interface ResponseAnswer {
  readonly output?: readonly unknown[] | null | undefined
}

/** The tools of a registry for the Responses API, and what answers calls of them. */
export interface OpenAiResponseTools
  extends CatalogueReport, TurnAnswerer<ResponseAnswer, FunctionCallOutput, FunctionCallOutput> {
  /** For `tools` of a request. */
  readonly tools: ResponseTool[]
}

/**
 * The tools of a registry for the Responses API of OpenAI. A plain function: the package `openai` is not needed, and its
 * types take what comes out.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * const { tools, answer } = openAiResponseTools(registry)
 * const response = await client.responses.create({ model, input, tools })
 * const turn = await answer(response, { runId })
 * input.push(...response.output, ...turn.messages)
 * ```
 */
export function openAiResponseTools(
  registry: ToolRegistry,
  options: OpenAiToolsOptions = {},
): OpenAiResponseTools {
  const { strict, onLoss } = readOpenAiOptions('openAiResponseTools', options)
  const offer = offerTools(registry, forOpenAi({ strict }), { onLoss })
  const tools = offer.tools.map((offered): ResponseTool => {
    const { name, strict: isStrict } = offered
    const facts = { name, description: describeTool(offered), parameters: copySchema(offered) }
    // The service tries strict by itself where nothing is said.
    return { type: 'function', ...facts, strict: isStrict }
  })
  const { dropped, losses } = offer
  const answerer = createTurnAnswerer<ResponseAnswer, FunctionCallOutput, FunctionCallOutput>(
    offer,
    {
      form: 'text',
      readCalls: ({ output }) =>
        readList(output)
          .filter(({ type }) => type === 'function_call')
          .map((item) => ({
            callId: readCallId(item['call_id']),
            name: readName(item['name']),
            input: item['arguments'],
          })),
      toResult: ({ callId = '' }, { text }) => ({
        type: 'function_call_output',
        call_id: callId,
        output: text,
      }),
      toMessages: (results) => results,
    },
  )
  return Object.freeze({ tools, dropped, losses, ...answerer })
}
