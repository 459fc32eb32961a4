import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { JsonValue } from '../../schema/json.js'
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

/** What Mastra says of a call of an agent, as far as it is read here. */
export interface MastraAgentCall {
  readonly toolCallId: string
  readonly threadId?: string | undefined
  readonly resourceId?: string | undefined
  readonly resumeData?: unknown
  readonly suspendPayload?: unknown
  /** Suspends the run of the agent until it is resumed with an answer. */
  readonly suspend?: ((payload: unknown) => Promise<unknown>) | undefined
}

/** What Mastra passes beside the arguments, as far as it is read here. */
export interface MastraCallContext {
  readonly agent?: MastraAgentCall | undefined
  readonly requestContext?: unknown
  readonly abortSignal?: AbortSignal | undefined
}

/** A schema that shows itself and takes everything: arguments are held to the tool by dispatch. */
export interface MastraSchema {
  readonly '~standard': {
    readonly version: 1
    readonly vendor: string
    /** Takes everything. */
    readonly validate: (value: unknown) => { readonly value: unknown }
    readonly jsonSchema: {
      /** What the model is shown. */
      readonly input: () => Record<string, unknown>
      /** The same. */
      readonly output: () => Record<string, unknown>
    }
  }
}

/** What `createTool` of the package is given. */
export interface MastraToolOptions {
  id: string
  description: string
  inputSchema: MastraSchema
  /** Carries a call out. Throws for one that failed, with what the model may read as the message. */
  execute: (input: unknown, context?: MastraCallContext) => Promise<unknown>
}

/** What is needed of the package `@mastra/core/tools`. */
export interface MastraSdk<MastraTool> {
  /** Makes a tool. */
  readonly createTool: (options: MastraToolOptions) => MastraTool
}

/** The tools of a registry for Mastra. */
export interface MastraTools<MastraTool> extends CatalogueReport {
  /** For `tools` of an agent, by their names. */
  readonly tools: Record<string, MastraTool>
}

/**
 * The tools of a registry for Mastra. A call that waits suspends the run of the agent, which is resumed with the answer or,
 * for an approval, with `{ approved: true }` or `{ approved: false }`; that counts where the `approvals` of the options are
 * given.
 *
 * @throws DefinitionError naming every option that is wrong and every schema that cannot be made.
 * @example
 * ```ts
 * import { createTool } from '@mastra/core/tools'
 *
 * const { tools } = mastraTools(registry, { createTool }, {
 *   context: ({ agent }) => ({ runId: agent?.threadId }),
 * })
 * const agent = new Agent({ id: 'teller', name: 'Teller', instructions, model, tools })
 * ```
 */
export function mastraTools<MastraTool>(
  registry: ToolRegistry,
  { createTool }: MastraSdk<MastraTool>,
  options: HostToolsOptions<MastraCallContext> = {},
): MastraTools<MastraTool> {
  const calls = new HostCalls(registry, options, { subject: 'mastraTools' })
  const { tools, dropped, losses } = calls.offer
  const made = tools.map((offered) => [
    offered.name,
    createTool({
      id: offered.name,
      description: describeTool(offered),
      inputSchema: toMastraSchema(offered),
      execute: (input, facts = {}) => execute(calls, { name: offered.name, input, facts }),
    }),
  ])
  const byName = Object.fromEntries(made) as Record<string, MastraTool>
  return Object.freeze({ tools: byName, dropped, losses })
}

function toMastraSchema(offered: OfferedTool): MastraSchema {
  const show = (): Record<string, unknown> => copySchema(offered)
  const validate = (value: unknown): { readonly value: unknown } => ({ value })
  const jsonSchema = { input: show, output: show }
  return { '~standard': { version: 1, vendor: 'tallystick', validate, jsonSchema } }
}

async function execute(
  calls: HostCalls<MastraCallContext>,
  called: Pick<HostCall<MastraCallContext>, 'name' | 'input' | 'facts'>,
): Promise<unknown> {
  const { agent, abortSignal: signal } = called.facts
  const call = { ...called, callId: agent?.toolCallId, signal }
  const answer = await answerCall(calls, call)
  if (answer.status === 'failed') throw new MastraCallError(answer.text, { cause: answer.error })
  if (answer.status === 'output') return answer.value
  const question = await calls.findQuestion(call, answer)
  if (agent?.suspend === undefined || question === undefined) return answer.text
  const { suspensionId, kind, reason, inputSchema } = question
  return agent.suspend({ suspensionId, kind, reason, inputSchema })
}

/** A run that is resumed brings back what it was suspended with. */
async function answerCall(
  calls: HostCalls<MastraCallContext>,
  call: HostCall<MastraCallContext>,
): Promise<CallAnswer> {
  const { resumeData, suspendPayload } = call.facts.agent ?? {}
  const suspensionId = readCallId(readRecord(suspendPayload)['suspensionId'])
  if (resumeData === undefined || suspensionId === undefined) return calls.carryOut(call)
  return calls.goOnFrom(call, suspensionId, resumeData as JsonValue)
}

/** A call that failed, as Mastra takes failures: thrown. Its message is what the model may read. */
class MastraCallError extends Error {
  override readonly name = 'MastraCallError'
}
