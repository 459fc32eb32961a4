import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forOpenAi } from '../../schema/projections/for-open-ai.js'
import { HostCalls, type HostCall } from '../host/host-calls.js'
import type { HostToolsOptions } from '../host/host-tools-options.js'
import { readCallId, readRecord } from '../turn/model-call.js'
import {
  copySchema,
  describeTool,
  type CatalogueReport,
  type OfferedTool,
} from '../turn/offered-tools.js'

/** The context of a run of the Agents SDK, as far as it is read here. */
export interface AgentRunContext {
  /** What the caller of `run` passed. */
  readonly context: unknown
  /** What was decided in the SDK on a call; undefined where nothing was. */
  isToolApproved(call: { toolName: string; callId: string }): boolean | undefined
}

/** What the Agents SDK says of a call. */
export interface AgentCallFacts {
  readonly runContext: AgentRunContext
  readonly callId: string | undefined
}

/** The arguments of a tool as the Agents SDK takes them. */
export interface AgentParameters {
  type: 'object'
  properties: Record<string, Record<string, unknown>>
  required: string[]
  additionalProperties: false
}

/** What the Agents SDK passes beside the arguments, as far as it is read here. */
export interface AgentCallDetails {
  readonly toolCall?: { readonly callId: string } | undefined
  readonly signal?: AbortSignal | undefined
}

/** What `tool` of the package is given. */
export interface AgentToolOptions {
  name: string
  description: string
  parameters: AgentParameters
  strict: true
  /** Carries a call out; what it comes to is a text for the model, a failure too. */
  execute: (
    input: unknown,
    runContext?: AgentRunContext,
    details?: AgentCallDetails,
  ) => Promise<string>
  /** Whether a person has to be asked in the SDK before a call is carried out. */
  needsApproval:
    false | ((runContext: AgentRunContext, input: unknown, callId?: string) => Promise<boolean>)
  errorFunction: null
}

/** What is needed of the package `@openai/agents`. */
export interface AgentsSdk<AgentTool> {
  /** Makes a tool. */
  readonly tool: (options: AgentToolOptions) => AgentTool
}

/** The tools of a registry for the Agents SDK. */
export interface OpenAiAgentsTools<AgentTool> extends CatalogueReport {
  /** For `tools` of an agent. */
  readonly tools: AgentTool[]
  /**
   * Records that these interruptions of a run were rejected, so that nobody is asked again. Call it beside `state.reject`,
   * after which the SDK tells the model of it by itself and the tool of nothing.
   */
  readonly recordDenials: (
    interruptions: readonly unknown[],
    runContext: AgentRunContext,
  ) => Promise<void>
}

/**
 * The tools of a registry for the Agents SDK of OpenAI. A call that waits for approval is an interruption there, where the
 * `approvals` of the options are given. Arguments that are no JSON never get here: the SDK refuses them itself.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * import { Agent, tool } from '@openai/agents'
 *
 * const { tools } = openAiAgentsTools(registry, { tool }, {
 *   context: ({ runContext }) => runContext.context as TurnContext,
 * })
 * const agent = new Agent({ name: 'Teller', tools })
 * ```
 */
export function openAiAgentsTools<AgentTool>(
  registry: ToolRegistry,
  { tool }: AgentsSdk<AgentTool>,
  options: HostToolsOptions<AgentCallFacts> = {},
): OpenAiAgentsTools<AgentTool> {
  const subject = 'openAiAgentsTools'
  const projection = forOpenAi({ strict: true })
  const calls = new HostCalls(registry, options, { subject, projection })
  const { tools, dropped, losses } = calls.offer
  return Object.freeze({
    tools: tools.map((offered) => tool(toToolOptions(calls, offered))),
    dropped,
    losses,
    recordDenials: async (interruptions: readonly unknown[], runContext: AgentRunContext) => {
      for (const interruption of interruptions) {
        const callId = readCallId(readRecord(readRecord(interruption)['rawItem'])['callId'])
        if (callId !== undefined) await calls.deny({ callId }, { runContext, callId })
      }
    },
  })
}

/** A rule for approval makes the SDK ask about every call that it cannot read, so that a tool has one only where it must. */
function toToolOptions(calls: HostCalls<AgentCallFacts>, offered: OfferedTool): AgentToolOptions {
  const { name, tool } = offered
  const canBeAsked = calls.takesDecisions && tool.mutates
  const toCall = (input: unknown, facts: AgentCallFacts): HostCall<AgentCallFacts> => ({
    ...{ name, callId: facts.callId, input, facts },
  })
  return {
    ...{ name, description: describeTool(offered), parameters: toParameters(offered) },
    // The types of the SDK know two kinds of object only.
    strict: offered.strict as true,
    execute: async (input, runContext = noRun, { toolCall, signal } = {}) => {
      const callId = toolCall?.callId
      const said = isApproved(runContext, name, callId) ? 'yes' : 'nothing'
      const call = toCall(input, { runContext, callId })
      return (await calls.carryOut({ ...call, signal }, said)).text
    },
    needsApproval:
      canBeAsked &&
      ((runContext, input, callId) => calls.isAsked(toCall(input, { runContext, callId }))),
    // What is no answer to a call is a mistake of whoever set this up, and no word for a model.
    errorFunction: null,
  }
}

/** For an `execute` that is called outside of a run. */
const noRun: AgentRunContext = { context: undefined, isToolApproved: () => undefined }

function isApproved(
  runContext: AgentRunContext,
  toolName: string,
  callId: string | undefined,
): boolean {
  return callId !== undefined && runContext.isToolApproved({ toolName, callId }) === true
}

/** The types of the SDK want all members of an object. */
function toParameters(offered: OfferedTool): AgentParameters {
  const {
    properties = {},
    required = [],
    ...rest
  } = copySchema(offered) as Partial<AgentParameters>
  return { additionalProperties: false, ...rest, type: 'object', properties, required }
}
