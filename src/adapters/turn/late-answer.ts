import { restateError, type ToolError } from '../../errors/tool-error.js'
import { acceptContext } from '../../registry/call/accept-context.js'
import { findGivenKey } from '../../registry/call/call-keys.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { keyDigest } from '../../tools/call-key.js'
import type { SuspendedCall } from '../../tools/call-records.js'
import { isSamePrincipal } from '../../tools/same-principal.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { TurnContext } from './answer-calls.js'
import { toCallAnswer, toFailedAnswer, type CallAnswer } from './call-answer.js'

/** A call whose question stands open no more. */
export interface LateCall {
  readonly callId?: string
  readonly name: string
  readonly suspensionId: string
  readonly registry: ToolRegistry
  readonly context: TurnContext | undefined
}

/**
 * The call went on before, here or in another process. Where the same call again meets its record it is asked for once
 * more, which answers with what is on record; anywhere else that would be another call.
 */
export async function answerLate(late: LateCall, error: ToolError): Promise<CallAnswer> {
  const { registry, callId } = late
  const context = ToolContext.forModelCall(acceptContext(late.context), { callId })
  const found = await findRecord(late, context, error)
  if (found === undefined) return toFailedAnswer(toUncertain(error))
  const { tool, arguments: input } = found
  const [result] = await registry.dispatchAll([{ tool, input, context }])
  const isKeyed = registry.find(tool)?.keyRule !== undefined
  return result === undefined ? toFailedAnswer(error) : toCallAnswer(result, { isKeyed })
}

/** The record that the same call again would meet. */
async function findRecord(
  { registry, name, suspensionId }: LateCall,
  context: ToolContext,
  { code }: ToolError,
): Promise<SuspendedCall | undefined> {
  const meets = (found: SuspendedCall): boolean =>
    meetsRecord(registry.find(found.tool), found, context)
  if (code === 'ALREADY_ANSWERED') {
    const { tenantId } = context
    const found = await ignoreFault(registry.callRecords?.findSuspended(suspensionId, tenantId))
    return found !== undefined && meets(found) ? found : undefined
  }
  if (code !== 'UNKNOWN_SUSPENSION') return undefined
  // A call that went on may have asked something else since.
  const unfinished = await ignoreFault(registry.callRecords?.listUnfinished(context.tenantId))
  const tool = registry.find(name)?.id.toString()
  return unfinished?.find((each) => each.tool === tool && isCallOf(each, context) && meets(each))
}

async function ignoreFault<Found>(looking: Promise<Found> | undefined): Promise<Found | undefined> {
  try {
    return await looking
  } catch {
    return undefined
  }
}

function isCallOf({ context: whose }: SuspendedCall, context: ToolContext): boolean {
  const { runId, callId, principal } = context
  const isCall = runId !== undefined && whose.runId === runId && whose.callId === callId
  return isCall && isSamePrincipal(whose.principal, principal)
}

/** A tool that names its effect names that of the record, because the arguments are the same. */
function meetsRecord(
  definition: ToolDefinition | undefined,
  found: SuspendedCall,
  context: ToolContext,
): boolean {
  if (definition?.mutates !== true || found.keyDigest === undefined) return false
  if (definition.keyRule !== undefined) return true
  const key = findGivenKey(context)
  const { tenantId, principal } = context
  const owner = { tenantId, principal, toolId: definition.id }
  return key !== undefined && keyDigest({ ...owner, key }) === found.keyDigest
}

/** That there is no such question says nothing of what became of the call. */
function toUncertain(error: ToolError): ToolError {
  if (error.code !== 'UNKNOWN_SUSPENSION') return error
  return restateError(error, { disposition: 'in-doubt' })
}
