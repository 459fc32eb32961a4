import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import { readCallId, readList, readName, readRecord, type ModelCall } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  offerTools,
  type CatalogueReport,
} from '../turn/offered-tools.js'
import { createTurnAnswerer, type TurnAnswerer } from '../turn/turn.js'
import { readOpenAiOptions, type OpenAiToolsOptions } from './open-ai-tools-options.js'

/** An entry of `tools` in a request of the Chat Completions API. */
export interface ChatTool {
  type: 'function'
  function: {
    name: string
    description: string
    parameters: Record<string, unknown>
    strict: boolean
  }
}

/** The result of one call, a message of its own. */
export interface ChatToolMessage {
  role: 'tool'
  tool_call_id: string
  content: string
}

/** A model's message, as far as its calls go: `response.choices[0].message`. */
export interface ChatAnswer {
  readonly tool_calls?: readonly unknown[] | null | undefined
}

/** The tools of a registry for the Chat Completions API, and what answers calls of them. */
export interface OpenAiChatTools
  extends CatalogueReport, TurnAnswerer<ChatAnswer, ChatToolMessage, ChatToolMessage> {
  /** For `tools` of a request. */
  readonly tools: ChatTool[]
}

/**
 * The tools of a registry for the Chat Completions API of OpenAI and of others that speak it. A plain function: the package
 * `openai` is not needed, and its types take what comes out.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * const chat = openAiChatTools(registry)
 * const { choices } = await client.chat.completions.create({ model, messages, tools: chat.tools })
 * const turn = await chat.answer(choices[0].message, { runId })
 * messages.push(choices[0].message, ...turn.messages)
 * ```
 */
export function openAiChatTools(
  registry: ToolRegistry,
  options: OpenAiToolsOptions = {},
): OpenAiChatTools {
  const { strict, onLoss } = readOpenAiOptions('openAiChatTools', options)
  const offer = offerTools(registry, forOpenAi({ strict }), { onLoss })
  const tools = offer.tools.map((offered): ChatTool => {
    const { name, strict: isStrict } = offered
    const facts = { name, description: describeTool(offered), parameters: copySchema(offered) }
    return { type: 'function', function: { ...facts, strict: isStrict } }
  })
  const { dropped, losses } = offer
  const answerer = createTurnAnswerer<ChatAnswer, ChatToolMessage, ChatToolMessage>(offer, {
    form: 'text',
    readCalls: ({ tool_calls }) => readList(tool_calls).filter(isFunction).map(readCall),
    toResult: ({ callId = '' }, { text }) => ({
      role: 'tool',
      tool_call_id: callId,
      content: text,
    }),
    toMessages: (results) => results,
  })
  return Object.freeze({ tools, dropped, losses, ...answerer })
}

/** Servers that are only like OpenAI's leave the type out. */
function isFunction({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === 'function'
}

function readCall({ id, function: called }: Readonly<Record<string, unknown>>): ModelCall {
  const { name, arguments: input } = readRecord(called)
  return { callId: readCallId(id), name: readName(name), input }
}
