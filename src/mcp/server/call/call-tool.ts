import type { CallToolRequest, CallToolResult, ServerContext } from '@modelcontextprotocol/server'

import { ToolError } from '../../../errors/tool-error.js'
import type { ToolOutcome } from '../../../tools/outcome.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import type { CallAnswer, ToolRequest } from '../results/tool-request.js'
import type { Connection, Serving } from '../serving/serving.js'
import { goOn } from '../suspension/go-on.js'
import { toSuspendedResult } from '../suspension/suspended-result.js'
import { toCallContext } from './call-context.js'
import { toErrorResult, toOutputResult, toTextResult } from '../results/call-results.js'
import { cancelWith } from './call-signal.js'

/**
 * Carries out one `tools/call`. Whatever a call comes to is a result, so that a model reads it.
 * @throws ProtocolError -32602 for a tool that this caller does not have, and for a request that is none.
 */
export async function callTool(
  serving: Serving,
  connection: Connection,
  asked: { readonly params: CallToolRequest['params']; readonly ctx: ServerContext },
): Promise<CallAnswer> {
  const { params, ctx } = asked
  const definition = findGranted(serving, connection, params.name)
  if (definition === undefined) throw unknownTool(connection)
  let isEnded = false
  try {
    return await connection.calls.run(async (call) => {
      cancelWith(ctx.mcpReq.signal, call, connection)
      const { signal } = call
      const context = toCallContext(serving, connection, { ctx, signal, isEnded: () => isEnded })
      const input = params.arguments
      return answer({ serving, connection, definition, input, context, ctx })
    })
  } catch (error) {
    return toFailure(serving, connection, error)
  } finally {
    isEnded = true
  }
}

/** Nothing of a request for a tool that is not granted is looked at: the first refusal would tell it from an unknown one. */
function findGranted(
  { names }: Serving,
  { view }: Connection,
  name: string,
): ToolDefinition | undefined {
  const found = names.find(view, name)
  return found !== undefined && view.isGranted(found.id) ? found : undefined
}

async function answer(request: ToolRequest): Promise<CallAnswer> {
  const outcome = await (goOn(request) ?? begin(request))
  return isOutcome(outcome) ? toAnswer(request, outcome) : outcome
}

/** A failed call in the words that its caller may read; what is no tool's word is masked and reported. */
function toFailure(serving: Serving, connection: Connection, error: unknown): CallToolResult {
  if (error instanceof connection.sdk.ProtocolError) throw error
  if (!ToolError.is(error)) return masked(serving.report(error))
  if (isUnknown(error)) throw unknownTool(connection)
  return toErrorResult(error)
}

function begin({ connection, definition, input, context }: ToolRequest): Promise<ToolOutcome> {
  return connection.view.dispatch(definition.id, input, context)
}

function toAnswer(request: ToolRequest, outcome: ToolOutcome): Promise<CallAnswer> | CallAnswer {
  const { connection, definition } = request
  if (outcome.status === 'suspended') return toSuspendedResult(request, outcome.suspension)
  return toOutputResult(definition, connection.era, outcome)
}

function isOutcome(answer: ToolOutcome | CallAnswer): answer is ToolOutcome {
  return 'status' in answer && (answer.status === 'output' || answer.status === 'suspended')
}

/** A withdrawn grant is told in the words of a tool that is not there. */
function isUnknown({ code }: ToolError): boolean {
  return code === 'UNKNOWN_TOOL' || code === 'NOT_GRANTED'
}

function unknownTool({ sdk }: Connection): Error {
  return new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'Unknown tool')
}

function masked(reference: string): CallToolResult {
  const text = `The call could not be completed. Reference: ${reference}.`
  return toTextResult(text, { isError: true })
}
