import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import { readCallId, readList, readName, type ModelCall } from '../turn/model-call.js'
import { copySchema, describeTool, type OfferedTool } from '../turn/offered-tools.js'
import { createTurnTools, type TurnTools } from '../turn/turn-tools.js'
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
export type OpenAiResponseTools = TurnTools<
  ResponseTool[],
  ResponseAnswer,
  FunctionCallOutput,
  FunctionCallOutput
>

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
  return createTurnTools(registry, {
    projection: forOpenAi({ strict }),
    onLoss,
    toTools: (offered) => offered.map(toTool),
    form: 'text',
    readCalls: ({ output }) => readList(output).filter(isFunctionCall).map(readCall),
    toResult: ({ callId = '' }, { text }) => ({
      type: 'function_call_output',
      call_id: callId,
      output: text,
    }),
    toMessages: (results) => results,
  })
}

/** The service tries strict by itself where nothing is said. */
function toTool(offered: OfferedTool): ResponseTool {
  const { name, strict } = offered
  const facts = { name, description: describeTool(offered), parameters: copySchema(offered) }
  return { type: 'function', ...facts, strict }
}

function isFunctionCall({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'function_call'
}

function readCall({
  call_id: id,
  name,
  arguments: input,
}: Readonly<Record<string, unknown>>): ModelCall {
  return { callId: readCallId(id), name: readName(name), input }
}
