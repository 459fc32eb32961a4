import { restateError, type ToolError } from '../../errors/tool-error.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { askRecords, unknownSuspension } from '../../registry/suspended/suspended-call.js'
import type { SuspendedCall } from '../../tools/call-records.js'
import { callAgain } from '../../tools/keyed-call.js'
import { isSamePrincipal } from '../../tools/same-principal.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { CallAnswer } from './call-answer.js'

/** Who asks about the question of a call, and where. */
export interface Asker {
  readonly registry: ToolRegistry
  readonly context: ToolContext
}

/**
 * The record of a question that is somebody else's: a key is one for all callers of a tenant, so that a call may meet it,
 * and a kept turn may come into other hands. Undefined for an own question, and for one that has no record.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE.
 */
export async function findAnothers(
  suspensionId: string,
  { registry, context }: Asker,
): Promise<SuspendedCall | undefined> {
  const { callRecords } = registry
  if (callRecords === undefined) return undefined
  const { tenantId, principal } = context
  const found = await askRecords(() => callRecords.findSuspended(suspensionId, tenantId))
  const isOwn = found === undefined || isSamePrincipal(found.context.principal, principal)
  return isOwn ? undefined : found
}

/** An answer that waits with a question of somebody else says that, and none of it; so it does where nobody can find out. */
export async function withoutAnothers(answer: CallAnswer, asker: Asker): Promise<CallAnswer> {
  if (answer.status !== 'waiting') return answer
  const { id, kind } = answer.suspension
  if (id === undefined || (await isOwn(id, asker))) return answer
  const waits = kind === undefined ? { id } : { id, kind }
  const suspension = Object.freeze({ ...waits, reason: ofAnother, inputSchema: noAnswer })
  return Object.freeze({ ...answer, suspension })
}

async function isOwn(id: string, asker: Asker): Promise<boolean> {
  try {
    return (await findAnothers(id, asker)) === undefined
  } catch {
    return false
  }
}

/** What is said of a question that somebody else is asked, in the place of its words. */
export const ofAnother = 'Whoever made this call first is asked.'

/** The schema of its answer: nothing is one here. */
export const noAnswer = Object.freeze({ not: Object.freeze({}) })

/** Why an answer was not taken to a question that somebody else is asked. */
export const notAsked = 'Nobody but whoever made this call first can answer here.'

/** That there is no such question here, in the words of one that does not exist; who calls again learns of a keyed call. */
export function refuseAnothers({ tool }: SuspendedCall, registry: ToolRegistry): ToolError {
  const error = restateError(unknownSuspension(), { disposition: 'in-doubt' })
  if (!meetsAnothers(tool, registry)) return error
  return restateError(error, { modelText: `${error.modelText} ${callAgain}` })
}

/** Whether calls of others may meet the question of a tool: it names its effect, for all callers of a tenant. */
export function meetsAnothers(tool: string, registry: ToolRegistry): boolean {
  const definition = registry.find(tool)
  return definition?.mutates === true && definition.keyRule !== undefined
}
