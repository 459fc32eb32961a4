import type { JsonSchema } from '../../../schema/json-schema.js'
import type { SuspendedCall } from '../../../tools/call-records.js'
import { isSamePrincipal } from '../../../tools/same-principal.js'
import { suspensionKind, type Suspension } from '../../../tools/suspension.js'
import type { ToolRequest } from '../results/tool-request.js'

/** A call that waits, as its question is put. */
export interface WaitingCall {
  readonly suspensionId: string
  readonly kind: SuspendedCall['kind']
  readonly reason: string
  readonly inputSchema: JsonSchema
  /** Whether whoever calls now is whom the call is made for: a key of a tool is one for all callers of a tenant. */
  readonly isOwn: boolean
}

/** What a suspended call waits for, by its record. */
export async function findWaiting(
  request: ToolRequest,
  suspension: Suspension,
): Promise<WaitingCall> {
  const { id = '', reason, inputSchema } = suspension
  const found = await findRecorded(request, id)
  const kind = found?.kind ?? suspensionKind(suspension)
  const isOwn = found !== undefined && isOwnCall(request, found)
  return { suspensionId: id, kind, reason, inputSchema, isOwn }
}

/** Whether a suspended call was made for the principal that calls now. */
export function isOwnCall({ context }: ToolRequest, { context: whose }: SuspendedCall): boolean {
  return isSamePrincipal(context.principal, whose.principal)
}

/** The record of a suspended call of this tenant; undefined where there is none. */
export async function findRecorded(
  { connection, context }: ToolRequest,
  suspensionId: string,
): Promise<SuspendedCall | undefined> {
  return connection.view.callRecords?.findSuspended(suspensionId, context.tenantId)
}
