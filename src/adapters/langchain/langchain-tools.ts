import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { SuspensionKind } from '../../tools/suspension.js'
import { HostCalls, type HostCall } from '../host/host-calls.js'
import type { HostToolsOptions } from '../host/host-tools-options.js'
import type { CallAnswer } from '../turn/call-answer.js'
import { readCallId, readRecord } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  type CatalogueReport,
  type OfferedTool,
} from '../turn/offered-tools.js'

/** What LangChain says of a call: the config that a tool is invoked with. */
export interface LangChainCallConfig {
  readonly toolCall?: { readonly id?: string | undefined } | undefined
  readonly configurable?: Readonly<Record<string, unknown>> | undefined
  readonly signal?: AbortSignal | undefined
}

/** What `DynamicStructuredTool` is made of. */
export interface LangChainToolFields {
  name: string
  description: string
  schema: Record<string, unknown>
  /** Carries a call out; a failure is a message. */
  func: (input: unknown, runManager?: unknown, config?: LangChainCallConfig) => Promise<unknown>
}

/** What the message of a failed call is made of. */
export interface LangChainMessageFields {
  content: string
  tool_call_id: string
  name: string
  status: 'error'
}

/** What is needed of a tool that LangChain made. */
export interface LangChainTool {
  /** Carries a call out. */
  invoke: (input: never, config?: never) => Promise<unknown>
  /** The same, as older code has it. */
  call: (input: never, config?: never, tags?: never) => Promise<unknown>
}

/** What is needed of the packages of LangChain. */
export interface LangChainSdk {
  /** Of `@langchain/core/tools`; made of `LangChainToolFields`. */
  readonly DynamicStructuredTool: new (fields: never) => LangChainTool
  /** Of `@langchain/core/messages`. */
  readonly ToolMessage: new (fields: LangChainMessageFields) => object
  /** Of `@langchain/langgraph`, for calls that wait to interrupt the graph. */
  readonly interrupt?: ((question: LangChainQuestion) => unknown) | undefined
}

/**
 * What a graph is interrupted with. It is resumed with answers by the `suspensionId` of each question:
 * `new Command({ resume: { answers: { [suspensionId]: true } } })`.
 */
export interface LangChainQuestion {
  readonly suspensionId: string
  readonly kind: SuspensionKind
  readonly reason: string
  /** The JSON Schema of the answer; of an approval, `true` and `false` are answers. */
  readonly inputSchema: JsonSchema
  readonly tool: string
  readonly arguments: unknown
}

/** The tools of a registry for LangChain and LangGraph. */
export interface LangChainTools<Tool> extends CatalogueReport {
  /** For `bindTools`, a `ToolNode` and agents. */
  readonly tools: Tool[]
}

/**
 * The tools of a registry for LangChain. Arguments are held to the tool by dispatch alone, so that a model reads why they
 * were refused; LangChain's own check of a JSON Schema, which throws, is passed by. A failed call is a `ToolMessage` of the
 * status `error`.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * import { ToolMessage } from '@langchain/core/messages'
 * import { DynamicStructuredTool } from '@langchain/core/tools'
 *
 * const sdk = { DynamicStructuredTool, ToolMessage }
 * const { tools } = langchainTools<DynamicStructuredTool>(registry, sdk, {
 *   context: ({ configurable }) => ({ runId: String(configurable?.thread_id) }),
 * })
 * const model = chat.bindTools(tools)
 * ```
 */
export function langchainTools<Tool extends LangChainTool = LangChainTool>(
  registry: ToolRegistry,
  sdk: LangChainSdk,
  options: HostToolsOptions<LangChainCallConfig> = {},
): LangChainTools<Tool> {
  const calls = new HostCalls(registry, options, { subject: 'langchainTools' })
  const { tools, dropped, losses } = calls.offer
  const made = tools.map((offered) => toLangChainTool(sdk, calls, offered))
  return Object.freeze({ tools: made as Tool[], dropped, losses })
}

/** The tool that is shown has the schema; the one behind it takes whatever comes, and leaves it to dispatch. */
function toLangChainTool(
  sdk: LangChainSdk,
  calls: HostCalls<LangChainCallConfig>,
  offered: OfferedTool,
): LangChainTool {
  const { name } = offered
  const facts = { name, description: describeTool(offered) }
  const func: LangChainToolFields['func'] = async (input, _, config = {}) => {
    const call = { name, callId: config.toolCall?.id, input, facts: config, signal: config.signal }
    const answer = await answerCall(sdk, calls, call)
    const id = readCallId(call.callId)
    if (answer.status !== 'failed' || id === undefined) return answer.text
    const message = { content: answer.text, tool_call_id: id, name, status: 'error' } as const
    return new sdk.ToolMessage(message)
  }
  const make = (schema: Record<string, unknown>): LangChainTool => {
    const fields: LangChainToolFields = { ...facts, schema, func }
    return new sdk.DynamicStructuredTool(fields as never)
  }
  const shown = make(copySchema(offered))
  const run = make({})
  shown.invoke = (input, config) => run.invoke(input, config)
  shown.call = (input, config, tags) => run.call(input, config, tags)
  return shown
}

/** An interrupt throws on the way there, and returns what the graph is resumed with when the call comes again. */
async function answerCall(
  { interrupt }: Pick<LangChainSdk, 'interrupt'>,
  calls: HostCalls<LangChainCallConfig>,
  call: HostCall<LangChainCallConfig>,
): Promise<CallAnswer> {
  const answer = await calls.carryOut(call)
  if (answer.status !== 'waiting' || interrupt === undefined) return answer
  const waiting = await calls.findQuestion(call, answer)
  if (waiting === undefined) return answer
  const { suspensionId, kind, reason, inputSchema, name: tool } = waiting
  const asked = { suspensionId, kind, reason, inputSchema, tool, arguments: call.input }
  // Graphs hand answers to the questions of a node by their order; only what names this question is its answer.
  const said = readRecord(readRecord(interrupt(asked))['answers'])
  if (!Object.hasOwn(said, suspensionId)) return answer
  return calls.goOn(call, waiting, said[suspensionId] as JsonValue | undefined)
}
