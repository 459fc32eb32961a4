import type { CallRecords, SuspendedCall } from '../../tools/call-records.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import { dispatchCall } from '../call/dispatch.js'
import { grantedIndex } from '../call/granted.js'
import type { RegistryState } from '../call/registry-state.js'
import { contractDigest } from '../contract/contract.js'
import {
  acceptOrRefuse,
  alreadyAnswered,
  approvalDenied,
  askRecords,
  assertRecorded,
  assertSameContract,
  checkSaid,
  findSuspended,
  notAnAnswer,
  recordsOf,
  type FoundCall,
  type SuspensionRequest,
} from './suspended-call.js'

/** A suspended call that is to go on. */
export interface ResumeRequest extends SuspensionRequest {
  /** The answer; undefined where it was recorded before. */
  readonly input: unknown
}

/**
 * Lets a suspended call go on with an answer. Nothing is recorded before the answer is known to be one that this caller
 * may give to this tool as it is now.
 *
 * @throws ToolError UNKNOWN_SUSPENSION, CONTRACT_CHANGED, INVALID_ANSWER, ALREADY_ANSWERED, APPROVAL_DENIED, and what
 * dispatch throws; DefinitionError where no layer keeps suspended calls.
 */
export async function resumeCall(
  state: RegistryState,
  request: ResumeRequest,
): Promise<ToolOutcome> {
  const records = recordsOf(state, 'resume')
  const call = await findSuspended(state, records, request)
  if (request.input === undefined) assertAnswered(call.found, call.definition)
  else await recordAnswer(records, call, request.input)
  return goOn(state, call)
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
 * @throws ToolError JOURNAL_UNAVAILABLE, REFUSED for options that are not valid; DefinitionError where no layer keeps
 * suspended calls.
 */
export async function resumeAnswered(
  state: RegistryState,
  { tenantId, signal }: Pick<ToolContextInit, 'tenantId' | 'signal'>,
): Promise<readonly ResumedCall[]> {
  const records = recordsOf(state, 'resumeAnswered')
  acceptOrRefuse({ tenantId, signal })
  const answered = await askRecords(() => records.listAnswered(tenantId))
  const resumed: ResumedCall[] = []
  for (const found of answered) {
    const definition = grantedIndex(state).find(found.tool)
    if (definition === undefined || signal?.aborted === true) continue
    const context = acceptOrRefuse({ tenantId: found.context.tenantId, signal })
    const [result] = await Promise.allSettled([resumeFound(state, { found, definition, context })])
    const { suspensionId, tool } = found
    resumed.push(Object.freeze({ suspensionId, tool, result }))
  }
  return Object.freeze(resumed)
}

async function resumeFound(state: RegistryState, call: FoundCall): Promise<ToolOutcome> {
  assertSameContract(call.found, call.definition)
  return goOn(state, call)
}

/** It is the call of whoever made it: whoever lets it go on says how long it may take, and nothing of who it is for. */
function goOn(
  state: RegistryState,
  { found, definition, context: by }: FoundCall,
): Promise<ToolOutcome> {
  const context = ToolContext.onBehalfOf(by, found.context)
  const binding = { recordId: found.recordId, isResumed: true }
  return dispatchCall(state, { ref: definition.id, input: found.arguments, context, binding })
}

function assertAnswered(found: SuspendedCall, definition: ToolDefinition): void {
  if (found.progress === 'answered') return
  if (found.progress === 'refused') throw approvalDenied(found, definition)
  if (found.progress === 'over') throw alreadyAnswered(found, definition)
  throw notAnAnswer(
    found,
    definition,
    'nobody has answered its question yet. Answer it, then resume.',
  )
}

async function recordAnswer(records: CallRecords, call: FoundCall, input: unknown): Promise<void> {
  const { found, definition, context } = call
  if (found.progress !== 'open') throw alreadyAnswered(found, definition)
  if (found.kind !== 'answer') throw notAnAnswer(found, definition, elsewhere[found.kind])
  const value = checkSaid(call, input, found.inputSchema)
  const { suspensionId } = found
  const { tenantId, principal } = context
  const digest = contractDigest(definition)
  const answer = { suspensionId, tenantId, contractDigest: digest, value, by: principal?.id }
  assertRecorded(await askRecords(() => records.answer(answer)), call)
}

const elsewhere = {
  approval:
    'a person decides on it through the journal, not whoever resumes it. Resume it without input once they have.',
  external: 'it is carried out elsewhere. Whoever does it reports that by `registry.complete`.',
} as const
