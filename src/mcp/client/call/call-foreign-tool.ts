import type { Client, Progress, RequestOptions, Tool } from '@modelcontextprotocol/client'

import { ToolFailure } from '../../../errors/tool-failure.js'
import type { JsonObject } from '../../../schema/json.js'
import { outgoingTrace } from '../../../tools/outgoing-trace.js'
import type { ToolContext } from '../../../tools/tool-context.js'
import { mcpProgress, type McpProgress } from '../../call-extensions.js'
import { foreignWords } from '../foreign-words.js'
import { idempotencyMetaKey } from '../../idempotency-meta-key.js'
import { anyResult, type AnyResult } from '../list/any-result.js'
import type { ForeignTool } from '../list/foreign-tool.js'
import type { ForeignServerLimits, ForeignServerTimes } from '../mcp-tools-options.js'
import { outputOf } from './foreign-content.js'
import {
  breaksConnection,
  reportedFailure,
  requestFailure,
  type CallPlace,
} from './foreign-failure.js'
import { isForeignQuestion, toSuspension } from './foreign-question.js'

/** Everything one call needs. */
export interface ForeignCall extends CallPlace {
  readonly client: Client
  readonly tool: ForeignTool
  readonly args: JsonObject
  /** What a call goes on with that the server interrupted with a question. */
  readonly answer?: Readonly<Record<string, unknown>> | undefined
  readonly limits: ForeignServerLimits
  readonly times: ForeignServerTimes
  /** Told of a connection that is of no more use. */
  onBroken(cause: unknown): void
}

const longestProgress = 1000

/**
 * Calls a foreign tool once: its output, or a suspension where the server asks.
 *
 * @throws ToolFailure with what is known of the far side.
 */
export async function callForeignTool(call: ForeignCall, context: ToolContext): Promise<unknown> {
  const result = await request(call, context)
  if (isForeignQuestion(result)) return askOrFail(call, result)
  if (result['isError'] === true) throw reportedFailure(call, result)
  assertSize(call, result)
  return outputOf(result, { isPromised: call.tool.outputSchema !== undefined })
}

async function request(call: ForeignCall, context: ToolContext): Promise<AnyResult> {
  const { client, tool, args, answer } = call
  const params = { name: tool.name, arguments: args, ...answer, ...metaOf(context) }
  const options = requestOptions(call, context)
  try {
    if (hasHeaders(call)) {
      // Without an output schema the SDK checks nothing, and sends nothing a second time.
      const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema } as Tool
      return await client.callTool(params, { ...options, toolDefinition })
    }
    return await client.request({ method: 'tools/call', params }, anyResult, options)
  } catch (error) {
    if (breaksConnection(call, error)) call.onBroken(error)
    throw requestFailure(call, error)
  }
}

/** The token of the effect, and where our own span stands in its trace. Nothing of a caller: no credentials, no baggage. */
function metaOf(context: ToolContext): { readonly _meta?: Record<string, unknown> } {
  const { idempotencyKey } = context
  const meta = {
    ...(idempotencyKey !== undefined && { [idempotencyMetaKey]: idempotencyKey }),
    ...context.get(outgoingTrace),
  }
  return Object.keys(meta).length === 0 ? {} : { _meta: meta }
}

function requestOptions({ times }: ForeignCall, context: ToolContext): RequestOptions {
  const report = context.get(mcpProgress)
  return {
    signal: context.signal,
    timeout: times.callMs,
    maxTotalTimeout: times.callTotalMs,
    resetTimeoutOnProgress: true,
    allowInputRequired: true,
    // Always asked for: without it no server tells that a long call is still under way.
    onprogress: (progress) => report?.(reviewedProgress(progress)),
  }
}

/** Words of a server that nobody reviewed go no further as they are, and what else it adds not at all. */
function reviewedProgress({ progress, total, message }: Progress): McpProgress {
  return {
    progress,
    ...(total !== undefined && { total }),
    ...(message !== undefined && { message: foreignWords(message, longestProgress) }),
  }
}

/** On 2026-07-28 a tool may ask for arguments in headers of HTTP (SEP-2243), which only the SDK writes. */
function hasHeaders({ client, tool }: ForeignCall): boolean {
  return tool.hasHeaders && client.getProtocolEra() === 'modern'
}

function askOrFail(call: ForeignCall, result: AnyResult): unknown {
  const suspension = toSuspension(call.server, result)
  if (suspension !== undefined) return suspension
  throw new ToolFailure(`The server "${call.server}" asks for something that is not given here.`, {
    disposition: 'in-doubt',
    cause: result,
  })
}

/** What is too large to be taken was done all the same. */
function assertSize({ server, limits }: ForeignCall, result: AnyResult): void {
  const size = Buffer.byteLength(JSON.stringify(result))
  if (size <= limits.maxResultBytes) return
  const text = `The result of the server "${server}" is larger than ${limits.maxResultBytes.toString()} bytes, so it was not taken.`
  throw new ToolFailure(text, { disposition: 'landed' })
}
