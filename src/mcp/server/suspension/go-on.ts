import type { CallToolResult } from '@modelcontextprotocol/server'

import { ToolError } from '../../../errors/tool-error.js'
import type { ToolOutcome } from '../../../tools/outcome.js'
import { toErrorResult, toTextResult } from '../results/call-results.js'
import type { CallAnswer, ToolRequest } from '../results/tool-request.js'
import { answerName, askClient, bindingOf, findQuestion } from './ask-client.js'
import { decide } from './client-approval.js'
import type { RequestState } from '../seal/request-state.js'
import { findRecorded, isOwnCall, type WaitingCall } from './waiting-call.js'

/**
 * Lets a suspended call go on with what the client brings back; undefined for a request that brings nothing.
 * @throws ProtocolError -32602, in one wording, for a state that is forged, lapsed or another's.
 */
export function goOn(request: ToolRequest): Promise<ToolOutcome | CallAnswer> | undefined {
  const sealed = request.ctx.mcpReq.requestState()
  return sealed === undefined ? undefined : goOnWith(request, sealed)
}

async function goOnWith(request: ToolRequest, sealed: unknown): Promise<ToolOutcome | CallAnswer> {
  const binding = await bindingOf(request)
  const { seal } = request.serving
  const state = typeof sealed === 'string' ? seal.open(sealed, binding) : undefined
  if (state === undefined) throw invalidState(request)
  const waiting = await findStillWaiting(request, state)
  return waiting === undefined ? resume(request, state.suspensionId) : take(request, waiting)
}

/** The words of the SDK for a state that its own check refuses. */
function invalidState({ connection: { sdk } }: ToolRequest): Error {
  const { InvalidParams } = sdk.ProtocolErrorCode
  const data = { reason: 'invalid_request_state' }
  return new sdk.ProtocolError(InvalidParams, 'Invalid or expired requestState', data)
}

async function findStillWaiting(
  request: ToolRequest,
  { suspensionId, reason }: RequestState,
): Promise<WaitingCall | undefined> {
  const found = await findRecorded(request, suspensionId)
  if (found?.progress !== 'open') return undefined
  const { kind, inputSchema } = found
  const isOwn = isOwnCall(request, found)
  return { suspensionId, kind, reason, inputSchema, isOwn }
}

/** Takes the answer of a client, or asks it again where it brought none. */
async function take(request: ToolRequest, waiting: WaitingCall): Promise<ToolOutcome | CallAnswer> {
  const { sdk } = request.connection
  const said = sdk.inputResponse(request.ctx.mcpReq.inputResponses, answerName)
  const question = await findQuestion(request, waiting)
  if (said.kind !== 'elicit' || question === undefined) {
    return (await askClient(request, waiting)) ?? unanswered(waiting)
  }
  if (said.action !== 'accept') return unanswered(waiting)
  const value = question.toAnswer(said.content ?? {})
  if (waiting.kind !== 'approval') return answer(request, waiting, value)
  await decide(request, waiting.suspensionId, value)
  return resume(request, waiting.suspensionId)
}

/** An answer that breaks the schema of the question was not recorded, so the question is put again with the reasons. */
async function answer(
  request: ToolRequest,
  waiting: WaitingCall,
  value: unknown,
): Promise<ToolOutcome | CallAnswer> {
  try {
    return await resume(request, waiting.suspensionId, value ?? null)
  } catch (error) {
    if (!ToolError.is(error) || error.code !== 'INVALID_ANSWER') throw error
    const message = `${waiting.reason}\n${error.modelText}`
    return (await askClient(request, waiting, message)) ?? toErrorResult(error)
  }
}

function resume(
  { connection, context }: ToolRequest,
  suspensionId: string,
  value?: unknown,
): Promise<ToolOutcome> {
  return connection.view.resume(suspensionId, value, context)
}

function unanswered({ suspensionId }: WaitingCall): CallToolResult {
  const text = `The question was not answered, and the call still waits. Reference: ${suspensionId}.`
  return toTextResult(text, { isError: true })
}
