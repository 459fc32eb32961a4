// Calls that wait: who may let one go on, and with what. It must not know how they are kept.
import { DefinitionError } from '../../errors/definition-error.js'
import type { Issue } from '../../errors/issue.js'
import { ToolError, type ToolErrorInit } from '../../errors/tool-error.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type { AnswerReceipt, CallRecords, SuspendedCall } from '../../tools/call-records.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { acceptContext } from '../call/accept-context.js'
import { grantedIndex } from '../call/granted.js'
import type { RegistryState } from '../call/registry-state.js'
import { contractDigest } from '../contract/contract.js'
import { outputIssues } from '../define/declared-schema.js'
import { adviceOnChange } from './advice-on-change.js'

/** A call that waits, its tool as it is here, and who wants it to go on. */
export interface FoundCall {
  readonly found: SuspendedCall
  readonly definition: ToolDefinition
  readonly context: ToolContext
}

/** Who asks for which suspended call. */
export interface SuspensionRequest {
  readonly suspensionId: string
  readonly context: ToolContext | ToolContextInit | undefined
}

/**
 * A suspended call that this caller may see and whose tool is what it was when it asked.
 *
 * @throws ToolError UNKNOWN_SUSPENSION, CONTRACT_CHANGED, JOURNAL_UNAVAILABLE, REFUSED for a context that is not valid.
 */
export async function findSuspended(
  state: RegistryState,
  records: CallRecords,
  request: SuspensionRequest,
): Promise<FoundCall> {
  const context = acceptOrRefuse(request.context)
  const { suspensionId } = request
  const found = await askRecords(() => records.findSuspended(suspensionId, context.tenantId))
  const definition = found && grantedIndex(state).find(found.tool)
  if (found === undefined || definition === undefined) throw unknownSuspension()
  assertSameContract(found, definition)
  return { found, definition, context }
}

/** @throws DefinitionError where no layer of the registry keeps suspended calls. */
export function recordsOf({ stack }: RegistryState, subject: string): CallRecords {
  if (stack.records !== undefined) return stack.records
  const message = 'no layer of the registry keeps suspended calls.'
  const fix = 'Register an IdempotencyLayer with a journal.'
  throw new DefinitionError([{ subject, message, fix }])
}

/** @throws ToolError CONTRACT_CHANGED. */
export function assertSameContract(
  { tool, kind, contractDigest: asked }: SuspendedCall,
  definition: ToolDefinition,
): void {
  if (contractDigest(definition) !== asked) throw contractChanged({ tool, kind }, definition)
}

/**
 * What somebody said as JSON that fits a schema.
 *
 * @throws ToolError INVALID_ANSWER with every issue.
 */
export function checkSaid(
  { found, definition }: FoundCall,
  said: unknown,
  schema: JsonSchema | undefined,
): JsonValue {
  const json = toJsonOutput(said)
  const issues = json.status === 'refused' ? [json.issue] : outputIssues(schema, json.value)
  if (json.status === 'json' && issues.length === 0) return json.value
  throw invalidAnswer(found, definition, issues)
}

/** @throws ToolError by why nothing was recorded. */
export function assertRecorded(receipt: AnswerReceipt, { found, definition }: FoundCall): void {
  switch (receipt) {
    case 'recorded':
      return
    case 'answered':
      throw alreadyAnswered(found, definition)
    case 'contract-changed':
      throw contractChanged(found, definition)
    case 'inside-a-call':
      throw insideACall(found.tool, definition)
    case 'unknown':
    case 'expired':
      throw unknownSuspension()
  }
}

/** The error for a question that stands open no more. */
export function alreadyAnswered({ tool }: SuspendedCall, { id }: ToolDefinition): ToolError {
  const message = `${tool}: its question has been answered, or has lapsed.`
  return refusal({ code: 'ALREADY_ANSWERED', message, toolId: id })
}

/** The error for a call that nobody approved of. */
export function approvalDenied({ tool }: SuspendedCall, { id }: ToolDefinition): ToolError {
  const message = `${tool}: a person said no, or nobody decided in time. Call it anew if it has to happen.`
  return refusal({ code: 'APPROVAL_DENIED', message, toolId: id })
}

/** The error for an answer that is none; `why` says what to do. */
export function notAnAnswer(
  { tool }: SuspendedCall,
  { id }: ToolDefinition,
  why: string,
): ToolError {
  return refusal({ code: 'INVALID_ANSWER', message: `${tool}: ${why}`, toolId: id })
}

/** An error of which it is certain that nothing was recorded. */
export function refusal(init: Omit<ToolErrorInit, 'disposition'>): ToolError {
  return new ToolError({ disposition: 'did-not-happen', ...init })
}

/** @throws ToolError JOURNAL_UNAVAILABLE. */
export async function askRecords<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    const message = 'a suspended call: the journal cannot be used; the cause says why.'
    throw refusal({ code: 'JOURNAL_UNAVAILABLE', message, cause })
  }
}

/** One wording for what does not exist, is another tenant's, or belongs to a tool that is not here. */
export function unknownSuspension(): ToolError {
  const message =
    'a suspended call: there is none of this id here. Check the id, the tenant and the registry.'
  return refusal({ code: 'UNKNOWN_SUSPENSION', message })
}

function contractChanged(
  { tool, kind }: Pick<SuspendedCall, 'tool' | 'kind'>,
  { id }: ToolDefinition,
): ToolError {
  const message = `${tool}: the tool has changed since it asked. ${adviceOnChange[kind]}`
  return refusal({ code: 'CONTRACT_CHANGED', message, toolId: id })
}

function insideACall(tool: string, { id }: ToolDefinition): ToolError {
  const message = `${tool}: a tool call never answers a question. Answer it from the host.`
  return refusal({ code: 'REFUSED', message, toolId: id })
}

function invalidAnswer(
  { tool }: SuspendedCall,
  { id }: ToolDefinition,
  issues: readonly Issue[],
): ToolError {
  const messages = issues.map(({ message }) => message).join(' ')
  const message = `${tool}: the answer does not fit the schema of the question. ${messages}`
  return refusal({ code: 'INVALID_ANSWER', message, toolId: id, issues })
}

/** @throws ToolError REFUSED for a context that is not valid. */
export function acceptOrRefuse(given: SuspensionRequest['context']): ToolContext {
  try {
    return acceptContext(given)
  } catch (cause) {
    const message =
      'a suspended call: the context is not valid; the cause names each field that is wrong.'
    throw refusal({ code: 'REFUSED', message, cause })
  }
}
