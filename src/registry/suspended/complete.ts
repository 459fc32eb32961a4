import { quoteName } from '../../errors/quoted-name.js'
import type { ToolError } from '../../errors/tool-error.js'
import { isSameJson } from '../../schema/same-json.js'
import { findMember, parseKeyPath } from '../../tools/key-path.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { GrantedCompletions } from '../../tools/tool-grants.js'
import type { RegistryState } from '../call/registry-state.js'
import { contractDigest } from '../contract/contract.js'
import {
  alreadyAnswered,
  askRecords,
  assertRecorded,
  checkSaid,
  findSuspended,
  notAnAnswer,
  recordsOf,
  refusal,
  type FoundCall,
  type SuspensionRequest,
} from './suspended-call.js'

/** Word that a call was carried out elsewhere. */
export interface CompletionRequest extends SuspensionRequest {
  /** The tool that was called, `server/name`: word of another one is not about this call. */
  readonly tool: string
  readonly output: unknown
}

/**
 * Settles a call that waits for word from outside. Who performed it is the principal of the context, and the grant of the
 * tool must trust them; what the grant wants equal in arguments and output must be.
 *
 * @throws ToolError UNKNOWN_SUSPENSION, CONTRACT_CHANGED, REFUSED, INVALID_ANSWER, ALREADY_ANSWERED,
 * JOURNAL_UNAVAILABLE; DefinitionError where no layer keeps suspended calls.
 */
export async function completeCall(
  state: RegistryState,
  request: CompletionRequest,
): Promise<ToolOutcome> {
  const records = recordsOf(state, 'complete')
  const call = await findSuspended(state, records, request)
  const { found, definition, context } = call
  const completions = state.grants?.findGrant(definition.id)?.completions
  const performedBy = context.principal?.id
  if (performedBy === undefined || completions?.trust.includes(performedBy) !== true) {
    throw untrusted(call)
  }
  if (found.tool !== request.tool) throw notAnAnswer(found, definition, anotherTool)
  if (found.kind !== 'external') throw notAnAnswer(found, definition, notExternal)
  if (found.progress !== 'open') throw alreadyAnswered(found, definition)
  const value = checkSaid(call, request.output, found.inputSchema)
  checkSaid(call, value, definition.outputSchema)
  assertEqual(call, value, completions)
  const { suspensionId } = found
  const { tenantId } = context
  const digest = contractDigest(definition)
  const word = { suspensionId, tenantId, contractDigest: digest, value, performedBy }
  assertRecorded(await askRecords(() => records.complete(word)), call)
  return Object.freeze({ status: 'output', value })
}

const anotherTool =
  'what was reported is of another tool. Report it under the suspension of its own call.'

const notExternal = 'it does not wait for word from outside. Answer it by `registry.resume`.'

function untrusted({ found, definition }: FoundCall): ToolError {
  const message = `${found.tool}: no grant trusts whoever reports it as done. Bind a manifest whose grant of the tool lists the performer under completions.trust, and report with the principal that the host authenticated.`
  return refusal({ code: 'REFUSED', message, toolId: definition.id })
}

function assertEqual(
  { found, definition }: FoundCall,
  output: unknown,
  { requireEqual }: GrantedCompletions,
): void {
  const different = requireEqual.filter((path) => {
    const expected = valueAt(found.arguments, path)
    return expected === undefined || !isSameJson(expected, valueAt(output, path))
  })
  if (different.length === 0) return
  const paths = different.map(quoteName).join(', ')
  throw notAnAnswer(
    found,
    definition,
    `what was reported is not of this call: ${paths} must be there and equal in arguments and output.`,
  )
}

function valueAt(json: unknown, path: string): unknown {
  return (parseKeyPath(path) ?? [path]).reduce(findMember, json)
}
