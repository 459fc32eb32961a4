import { DefinitionError } from '../../errors/definition-error.js'
import type { Issue } from '../../errors/issue.js'
import { ToolError, type ToolErrorInit } from '../../errors/tool-error.js'
import { toJsonOutput } from '../../schema/json-output.js'
import type { CallRecords, SuspendedCall } from '../../tools/call-records.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { contractDigest } from '../contract/contract.js'
import { outputIssues } from '../define/declared-schema.js'
import { acceptContext } from './accept-context.js'
import { dispatchCall } from './dispatch.js'
import { grantedIndex } from './granted.js'
import type { RegistryState } from './registry-state.js'

/** A suspended call that is to go on. */
export interface ResumeRequest {
  readonly suspensionId: string
  /** The answer; undefined where it was recorded before. */
  readonly input: unknown
  readonly context: ToolContext | ToolContextInit | undefined
}

/**
 * Lets a suspended call go on with an answer. Nothing is recorded before the answer is known to be one that this caller
 * may give to this tool as it is now.
 *
 * @throws ToolError UNKNOWN_SUSPENSION, CONTRACT_CHANGED, INVALID_ANSWER, ALREADY_ANSWERED, and what dispatch throws;
 * DefinitionError where no layer keeps suspended calls.
 */
export async function resumeCall(
  state: RegistryState,
  request: ResumeRequest,
): Promise<ToolOutcome> {
  const records = recordsOf(state)
  const context = acceptOrRefuse(request.context)
  const { suspensionId, input } = request
  const found = await askRecords(() => records.findSuspended(suspensionId, context.tenantId))
  const definition = found && grantedIndex(state).find(found.tool)
  if (found === undefined || definition === undefined) throw unknownSuspension()
  assertSameContract(found, definition)
  if (input === undefined) assertAnswered(found, definition)
  else await recordAnswer(records, { found, definition, input, context })
  return goOn(state, { found, definition, context })
}

/** What became of one call that was answered and let go on. */
export interface ResumedCall {
  readonly suspensionId: string
  /** `server/name`. */
  readonly tool: string
  /** `reason` is always a `ToolError`. */
  readonly result: PromiseSettledResult<ToolOutcome>
}

/**
 * Lets every answered call go on whose tool is here, one after the other, each for whom it was made.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE; DefinitionError where no layer keeps suspended calls.
 */
export async function resumeAnswered(
  state: RegistryState,
  { tenantId, signal }: Pick<ToolContextInit, 'tenantId' | 'signal'>,
): Promise<readonly ResumedCall[]> {
  const records = recordsOf(state)
  const answered = await askRecords(() => records.listAnswered(tenantId))
  const resumed: ResumedCall[] = []
  for (const found of answered) {
    const definition = grantedIndex(state).find(found.tool)
    if (definition === undefined || signal?.aborted === true) continue
    const context = acceptContext({ ...found.context, signal })
    const [result] = await Promise.allSettled([resumeFound(state, { found, definition, context })])
    const { suspensionId, tool } = found
    resumed.push(Object.freeze({ suspensionId, tool, result }))
  }
  return Object.freeze(resumed)
}

interface FoundCall {
  readonly found: SuspendedCall
  readonly definition: ToolDefinition
  readonly context: ToolContext
}

async function resumeFound(state: RegistryState, call: FoundCall): Promise<ToolOutcome> {
  assertSameContract(call.found, call.definition)
  return goOn(state, call)
}

function goOn(
  state: RegistryState,
  { found, definition, context }: FoundCall,
): Promise<ToolOutcome> {
  const binding = { recordId: found.recordId, isResumed: true }
  return dispatchCall(state, { ref: definition.id, input: found.arguments, context, binding })
}

function recordsOf({ stack }: RegistryState): CallRecords {
  if (stack.records !== undefined) return stack.records
  const message = 'no layer of the registry keeps suspended calls.'
  const fix = 'Register an IdempotencyLayer with a journal.'
  throw new DefinitionError([{ subject: 'resume', message, fix }])
}

function acceptOrRefuse(given: ResumeRequest['context']): ToolContext {
  try {
    return acceptContext(given)
  } catch (cause) {
    const message = 'resume: the context is not valid; the cause names each field that is wrong.'
    throw refusal({ code: 'REFUSED', message, cause })
  }
}

function assertSameContract(found: SuspendedCall, definition: ToolDefinition): void {
  if (contractDigest(definition) === found.contractDigest) return
  const message = `${found.tool}: the tool has changed since it asked. Deny the question or let it lapse, then call anew.`
  throw refusal({ code: 'CONTRACT_CHANGED', message, toolId: definition.id })
}

function assertAnswered(found: SuspendedCall, { id }: ToolDefinition): void {
  if (found.progress === 'answered') return
  if (found.progress === 'over') throw alreadyAnswered(found, id)
  const message = `${found.tool}: nobody has answered its question yet. Answer it, then resume.`
  throw refusal({ code: 'INVALID_ANSWER', message, toolId: id })
}

async function recordAnswer(
  records: CallRecords,
  { found, definition, input, context }: FoundCall & { readonly input: unknown },
): Promise<void> {
  const { suspensionId } = found
  const { id } = definition
  if (found.progress !== 'open') throw alreadyAnswered(found, id)
  const value = checkAnswer(found, definition, input)
  const by = context.principal?.id
  const { tenantId } = context
  const digest = contractDigest(definition)
  const receipt = await askRecords(() =>
    records.answer({ suspensionId, tenantId, contractDigest: digest, value, by }),
  )
  if (receipt === 'answered') throw alreadyAnswered(found, id)
  if (receipt === 'contract-changed')
    assertSameContract({ ...found, contractDigest: '' }, definition)
  if (receipt !== 'recorded') throw unknownSuspension()
}

/** @throws ToolError INVALID_ANSWER, with every issue. */
function checkAnswer(
  found: SuspendedCall,
  { id }: ToolDefinition,
  input: unknown,
): Parameters<CallRecords['answer']>[0]['value'] {
  if (!found.isAnswerable) {
    const message = `${found.tool}: its question is not one that a caller may answer. A person decides through the journal; resume it without input then.`
    throw refusal({ code: 'INVALID_ANSWER', message, toolId: id })
  }
  const json = toJsonOutput(input)
  if (json.status === 'refused') throw invalidAnswer(found, id, [json.issue])
  const issues = outputIssues(found.inputSchema, json.value)
  if (issues.length > 0) throw invalidAnswer(found, id, issues)
  return json.value
}

function invalidAnswer(
  { tool }: SuspendedCall,
  toolId: ToolDefinition['id'],
  issues: readonly Issue[],
): ToolError {
  const messages = issues.map(({ message }) => message).join(' ')
  const message = `${tool}: the answer does not fit the schema of the question. ${messages}`
  return refusal({ code: 'INVALID_ANSWER', message, toolId, issues })
}

function alreadyAnswered({ tool }: SuspendedCall, toolId: ToolDefinition['id']): ToolError {
  const message = `${tool}: its question has been answered, or has lapsed.`
  return refusal({ code: 'ALREADY_ANSWERED', message, toolId })
}

/** One wording for what does not exist, is another tenant's, or belongs to a tool that is not here. */
function unknownSuspension(): ToolError {
  const message =
    'resume: there is no such suspension here. Check the id, the tenant and the registry.'
  return refusal({ code: 'UNKNOWN_SUSPENSION', message })
}

function refusal(init: Omit<ToolErrorInit, 'disposition'>): ToolError {
  return new ToolError({ disposition: 'did-not-happen', ...init })
}

async function askRecords<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    const message = 'resume: the journal cannot be used; the cause says why.'
    throw refusal({ code: 'JOURNAL_UNAVAILABLE', message, cause })
  }
}
