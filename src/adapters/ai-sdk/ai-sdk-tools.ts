import { HostCalls, type HostCall } from '../host/host-calls.js'
import type { HostToolsOptions } from '../host/host-tools-options.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { JsonValue } from '../../schema/json.js'
import type { CallAnswer } from '../turn/call-answer.js'
import {
  copySchema,
  describeTool,
  type CatalogueReport,
  type OfferedTool,
} from '../turn/offered-tools.js'
import { findDenials, isApprovedIn } from './approval-messages.js'

/** What the AI SDK says of a call: the second argument of `execute`. */
export interface AiSdkCallOptions {
  readonly toolCallId: string
  readonly messages: readonly unknown[]
  readonly abortSignal?: AbortSignal | undefined
  /** The tool context of v7. */
  readonly context?: unknown
  /** The same in v6. */
  readonly experimental_context?: unknown
}

/** What `dynamicTool` of the package is given. */
export interface AiSdkToolOptions<Schema> {
  description: string
  title?: string
  inputSchema: Schema
  /** Carries a call out. Throws for one that failed, with what the model may read as the message. */
  execute: (input: unknown, options: AiSdkCallOptions) => Promise<JsonValue>
  /** Whether a person has to be asked in the SDK before a call is carried out. */
  needsApproval?: (input: unknown, options: AiSdkCallOptions) => Promise<boolean>
}

/** What is needed of the package `ai`. */
export interface AiSdk<Schema, Tool> {
  /** Marks a JSON Schema as one. */
  readonly jsonSchema: (schema: never) => Schema
  /** Makes a tool. */
  readonly dynamicTool: (options: AiSdkToolOptions<Schema>) => Tool
}

/** The tools of a registry for the AI SDK. */
export interface AiSdkTools<Tool> extends CatalogueReport {
  /** For `tools` of `generateText`, `streamText` and agents, by their names. */
  readonly tools: Record<string, Tool>
  /**
   * Records what the last of the messages denies, so that nobody is asked again. Call it before the messages go on to the
   * SDK, which tells the model of a denial by itself and tools of none.
   */
  readonly recordDenials: (messages: readonly unknown[]) => Promise<void>
}

/**
 * A call that failed, as the AI SDK takes failures: thrown. Its message is what the model may read; the `ToolError` is the
 * cause, for whoever runs the SDK.
 */
class AiSdkCallError extends Error {
  override readonly name = 'AiSdkCallError'

  /** Version 7 shows a model this, and it is to read no name of a class. */
  override toString(): string {
    return this.message
  }
}

/**
 * The tools of a registry for the AI SDK, versions 6 and 7. What the SDK would check of arguments is left to dispatch, which
 * words it for models.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * import { dynamicTool, generateText, jsonSchema, stepCountIs } from 'ai'
 *
 * const { tools } = aiSdkTools(registry, { dynamicTool, jsonSchema }, {
 *   context: { runId: chatId, principal },
 * })
 * const { text } = await generateText({ model, tools, messages, stopWhen: stepCountIs(5) })
 * ```
 */
export function aiSdkTools<Schema, Tool>(
  registry: ToolRegistry,
  sdk: AiSdk<Schema, Tool>,
  options: HostToolsOptions<AiSdkCallOptions> = {},
): AiSdkTools<Tool> {
  const calls = new HostCalls(registry, options, { subject: 'aiSdkTools' })
  const { tools, dropped, losses } = calls.offer
  const made = tools.map((offered) => {
    const inputSchema = sdk.jsonSchema(copySchema(offered) as never)
    return [offered.name, sdk.dynamicTool(toToolOptions(calls, offered, inputSchema))] as const
  })
  return Object.freeze({
    tools: Object.fromEntries(made),
    dropped,
    losses,
    recordDenials: async (messages: readonly unknown[]) => {
      for (const { toolCallId, reason } of findDenials(messages)) {
        await calls.deny({ callId: toolCallId, reason }, { toolCallId, messages })
      }
    },
  })
}

function toToolOptions<Schema>(
  calls: HostCalls<AiSdkCallOptions>,
  offered: OfferedTool,
  inputSchema: Schema,
): AiSdkToolOptions<Schema> {
  const { title } = offered.tool
  const toCall = (input: unknown, facts: AiSdkCallOptions): HostCall<AiSdkCallOptions> => ({
    ...{ name: offered.name, callId: facts.toolCallId, input, facts, signal: facts.abortSignal },
  })
  return {
    description: describeTool(offered),
    ...(title === undefined ? {} : { title }),
    inputSchema,
    execute: async (input, facts) => {
      const said = isApprovedIn(facts.messages, facts.toolCallId) ? 'yes' : 'nothing'
      return toValue(await calls.carryOut(toCall(input, facts), said))
    },
    ...(calls.takesDecisions && {
      // The SDK asks again before it carries out what was approved. Nothing is parked then that did not wait before.
      needsApproval: async (input: unknown, facts: AiSdkCallOptions) =>
        isApprovedIn(facts.messages, facts.toolCallId) || calls.isAsked(toCall(input, facts)),
    }),
  }
}

function toValue(answer: CallAnswer): JsonValue {
  if (answer.status === 'failed') throw new AiSdkCallError(answer.text, { cause: answer.error })
  return answer.status === 'output' ? answer.value : answer.text
}
