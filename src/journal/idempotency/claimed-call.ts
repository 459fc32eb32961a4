import { demandsOf } from '../../registry/call/call-of-context.js'
import { contractDigest } from '../../registry/contract/contract.js'
import { keyToken, tokenOfKey } from '../../tools/call-key.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { askJournal } from '../journals/journal-error.js'
import type { Journal } from '../journals/journal.js'
import type { JournalRecord } from '../record/journal-record.js'

/** The call as it goes on inwards under its record: with its token, its claim, and what a person said. */
export function claimedCall(journal: Journal, call: ToolCall, record: JournalRecord): ToolCall {
  const { definition, context } = call
  const { id, attempt, approval, answer, phase, question } = record
  const claim = { recordId: id, attempt }
  const keyed = ToolContext.withKey(context, { token: tokenOf(call, record) })
  const bound = ToolContext.bind(keyed, {
    recordId: id,
    claim: { confirm: () => askJournal(call, () => journal.confirm(claim)) },
    ...(approval !== undefined &&
      isAsApproved(call, record) && {
        decision: {
          decidedBy: approval.decidedBy,
          argumentsDigest: record.call.argumentsDigest,
        },
      }),
    // In phase 0 what was answered is the approval, and `call` runs.
    answer:
      phase === 0 || answer === undefined
        ? undefined
        : { value: answer.value, inputSchema: question?.inputSchema },
  })
  return { definition, arguments: call.arguments, context: bound }
}

/**
 * What was approved under another contract or grant is not this: an attempt that follows one in doubt starts under what
 * stands now. A body that goes on was let begin, and is asked about no more.
 */
function isAsApproved(
  { definition, context }: ToolCall,
  { call: { contractDigest: approved, grantDigest }, phase }: JournalRecord,
): boolean {
  if (phase > 0) return true
  return approved === contractDigest(definition) && grantDigest === demandsOf(context).grant?.digest
}

/** Delivery of one call of a model names no effect: outside, the record does. */
function tokenOf({ definition }: ToolCall, { id, key, phase, call }: JournalRecord): string {
  const { tenantId, principal } = call
  const parts = { tenantId, toolId: definition.id, phase }
  if (key === undefined || key.kind === 'delivery') return keyToken({ ...parts, value: id })
  return tokenOfKey({ ...parts, principal, key })
}
