import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import { readCallId, readList, readName, readRecord, type ModelCall } from '../turn/model-call.js'
import { copySchema, describeTool, type OfferedTool } from '../turn/offered-tools.js'
import { createTurnTools, type TurnTools } from '../turn/turn-tools.js'
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
export type OpenAiChatTools = TurnTools<ChatTool[], ChatAnswer, ChatToolMessage, ChatToolMessage>

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
  return createTurnTools(registry, {
    projection: forOpenAi({ strict }),
    onLoss,
    toTools: (offered) => offered.map(toTool),
    form: 'text',
    readCalls: ({ tool_calls }) => readList(tool_calls).filter(isFunction).map(readCall),
    toResult: ({ callId = '' }, { text }) => ({
      role: 'tool',
      tool_call_id: callId,
      content: text,
    }),
    toMessages: (results) => results,
  })
}

function toTool(offered: OfferedTool): ChatTool {
  const { name, strict } = offered
  const facts = { name, description: describeTool(offered), parameters: copySchema(offered) }
  return { type: 'function', function: { ...facts, strict } }
}

/** Servers that are only like OpenAI's leave the type out. */
function isFunction({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === 'function'
}

function readCall({ id, function: called }: Readonly<Record<string, unknown>>): ModelCall {
  const { name, arguments: input } = readRecord(called)
  return { callId: readCallId(id), name: readName(name), input }
}
