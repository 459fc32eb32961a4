import { anthropicTools, type AnthropicToolResult } from '../../src/adapters/anthropic/index.js'
import { geminiTools, type GeminiFunctionResponse } from '../../src/adapters/gemini/index.js'
import {
  openAiChatTools,
  openAiResponseTools,
  type ChatToolMessage,
  type FunctionCallOutput,
  type Turn,
  type TurnAnswerer,
} from '../../src/adapters/openai/index.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'

/** A call of a scripted model. */
export interface ScriptedCall {
  readonly id: string
  readonly name: string
  readonly args: unknown
}

/** One API as these tests see it: how a model's turn looks there, and what a result says. */
export interface Format {
  readonly name: string
  readonly open: (registry: ToolRegistry) => TurnAnswerer<object, unknown, unknown>
  readonly script: (...calls: readonly ScriptedCall[]) => object
  readonly read: (result: unknown) => { readonly id?: string; readonly text: unknown }
}

const toText = (args: unknown): unknown => (typeof args === 'string' ? args : JSON.stringify(args))

export const formats: readonly Format[] = [
  {
    name: 'Chat Completions',
    open: (registry) => openAiChatTools(registry) as TurnAnswerer<object, unknown, unknown>,
    script: (...calls) => ({
      role: 'assistant',
      content: null,
      tool_calls: calls.map(({ id, name, args }) => ({
        id,
        type: 'function',
        function: { name, arguments: toText(args) },
      })),
    }),
    read: (result) => {
      const { tool_call_id: id, content: text } = result as ChatToolMessage
      return { id, text }
    },
  },
  {
    name: 'Responses',
    open: (registry) => openAiResponseTools(registry) as TurnAnswerer<object, unknown, unknown>,
    script: (...calls) => ({
      output: [
        { type: 'reasoning', summary: [] },
        ...calls.map(({ id, name, args }) => ({
          ...{ type: 'function_call', id: `fc_${id}`, call_id: id },
          ...{ name, arguments: toText(args) },
        })),
      ],
    }),
    read: (result) => {
      const { call_id: id, output: text } = result as FunctionCallOutput
      return { id, text }
    },
  },
  {
    name: 'Anthropic',
    open: (registry) => anthropicTools(registry) as TurnAnswerer<object, unknown, unknown>,
    script: (...calls) => ({
      role: 'assistant',
      content: [
        { type: 'text', text: 'Let me see.' },
        ...calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
      ],
    }),
    read: (result) => {
      const { tool_use_id: id, content: text } = result as AnthropicToolResult
      return { id, text }
    },
  },
  {
    name: 'Gemini',
    open: (registry) => geminiTools(registry) as TurnAnswerer<object, unknown, unknown>,
    script: (...calls) => ({
      role: 'model',
      parts: [
        { text: 'Let me see.' },
        ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
      ],
    }),
    read: (result) => {
      const { functionResponse } = result as GeminiFunctionResponse
      const { id, response } = functionResponse
      const { output, error } = response
      const text = typeof output === 'object' ? JSON.stringify(output) : (error ?? output)
      return { ...(id === undefined ? {} : { id }), text }
    },
  },
]

/** What the results of a turn say, by the ids of their calls. */
export function said(format: Format, turn: Turn<unknown, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    turn.results.map((result) => {
      const { id = '', text } = format.read(result)
      return [id, text]
    }),
  )
}
