import { canonicalJson } from '../../schema/canonical-json.js'
import type { SuspendedCall } from '../../tools/call-records.js'
import { isSamePrincipal } from '../../tools/same-principal.js'
import type { ToolContext } from '../../tools/tool-context.js'
import { readModelInput } from '../turn/model-call.js'
import type { Offer } from '../turn/offered-tools.js'

/** A call as it came, and whose it is. */
export interface OwnCall {
  readonly name: string
  readonly input: unknown
  readonly offer: Offer
  readonly context: ToolContext
}

/** Whether a record is that of a call: its tool, principal, run and arguments. A declared key is the same in every run. */
export async function isRecordOf(
  { tool, arguments: recorded, context: whose }: SuspendedCall,
  { name, input, offer, context }: OwnCall,
): Promise<boolean> {
  const definition = offer.registry.find(name)
  if (definition?.id.toString() !== tool) return false
  if (!isSamePrincipal(whose.principal, context.principal)) return false
  if (definition.keyRule === undefined && whose.runId !== context.runId) return false
  const sent = offer.fromModel(name, readModelInput(input, 'value').input)
  const admission = await definition.admit(sent)
  if (admission.status !== 'admitted') return false
  return canonicalJson(admission.admitted.json) === canonicalJson(recorded)
}
