import { basicRules } from '../../errors/basic-option-rules.js'
import { assertOptions } from '../../errors/assert-options.js'
import type { OptionRule } from '../../errors/option-problems.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forAnthropic } from '../../schema/projections/for-anthropic.js'
import { onLossRule } from '../../schema/projections/project-tools.js'
import type { CallAnswer } from '../turn/call-answer.js'
import { readCallId, readList, readName, type ModelCall } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  type CatalogueOptions,
  type OfferedTool,
} from '../turn/offered-tools.js'
import { createTurnTools, type TurnTools } from '../turn/turn-tools.js'

/** How tools are offered to Anthropic. */
export interface AnthropicToolsOptions extends CatalogueOptions {
  /**
   * Whether decoding is held to the schema of each tool where that loses nothing. All strict tools of a request are
   * compiled into one grammar, which can grow too large; then the whole request is refused.
   * @defaultValue `false`
   */
  readonly strict?: boolean | undefined
}

/** An entry of `tools` in a request of the Messages API. */
export interface AnthropicTool {
  name: string
  description: string
  input_schema: { type: 'object'; [keyword: string]: unknown }
  strict?: true
}

/** The result of one call, a block of the user's next message. */
export interface AnthropicToolResult {
  type: 'tool_result'
  tool_use_id: string
  content: string
  is_error?: true
}

/** The message that carries the results of a turn. */
export interface AnthropicMessage {
  role: 'user'
  content: AnthropicToolResult[]
}

/** A model's message, as far as its calls go. */
export interface AnthropicAnswer {
  readonly content?: readonly unknown[] | null | undefined
}

/** The tools of a registry for the Messages API, and what answers calls of them. */
export type AnthropicTools = TurnTools<
  AnthropicTool[],
  AnthropicAnswer,
  AnthropicToolResult,
  AnthropicMessage
>

/**
 * The tools of a registry for the Messages API of Anthropic. A plain function: the package `@anthropic-ai/sdk` is not
 * needed, and its types take what comes out.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * const { tools, answer } = anthropicTools(registry)
 * const message = await client.messages.create({ model, max_tokens, messages, tools })
 * const turn = await answer(message, { runId })
 * messages.push({ role: 'assistant', content: message.content }, ...turn.messages)
 * ```
 */
export function anthropicTools(
  registry: ToolRegistry,
  options: AnthropicToolsOptions = {},
): AnthropicTools {
  assertOptions('anthropicTools', options, rules)
  const { strict = false, onLoss } = options
  return createTurnTools(registry, {
    projection: forAnthropic({ strict }),
    onLoss,
    toTools: (offered) => offered.map(toTool),
    form: 'value',
    readCalls: ({ content }) => readList(content).filter(isToolUse).map(readCall),
    toResult,
    // A message without blocks is refused; a turn without calls has nothing to say.
    toMessages: (results) => (results.length > 0 ? [{ role: 'user', content: [...results] }] : []),
  })
}

const rules = {
  strict: basicRules.flag,
  onLoss: onLossRule,
} satisfies Record<keyof AnthropicToolsOptions, OptionRule>

function toTool(offered: OfferedTool): AnthropicTool {
  const facts = { name: offered.name, description: describeTool(offered) }
  const schema = { input_schema: { ...copySchema(offered), type: 'object' as const } }
  return { ...facts, ...schema, ...(offered.strict ? { strict: true } : {}) }
}

function isToolUse({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === 'tool_use'
}

function readCall({ id, name, input }: Readonly<Record<string, unknown>>): ModelCall {
  return { callId: readCallId(id), name: readName(name), input }
}

function toResult(
  { callId = '' }: Pick<ModelCall, 'callId'>,
  { status, text }: CallAnswer,
): AnthropicToolResult {
  const result = { type: 'tool_result', tool_use_id: callId, content: text } as const
  return status === 'failed' ? { ...result, is_error: true } : result
}
