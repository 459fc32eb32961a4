import type { ToolOutcome } from '../../tools/outcome.js'
import { suspend } from '../../tools/suspension.js'
import type { JournalRecord } from '../record/journal-record.js'

const approvalReason = 'A person has to approve this call before it runs.'

/** What a caller is told of a call that waits; `leftMs` is what is left of its time, where it has not just been asked. */
export function parkedOutcome(
  { question, changedAtMs }: JournalRecord,
  leftMs?: number,
): ToolOutcome {
  if (question === undefined) throw new TypeError('A parked record has no question.')
  const { suspensionId, kind, inputSchema, expiresAtMs } = question
  // Why somebody is asked is for whoever decides; who called may be a model.
  const reason = kind === 'approval' ? approvalReason : question.reason
  const expires =
    expiresAtMs === undefined ? {} : { expiresInMs: leftMs ?? expiresAtMs - changedAtMs }
  const named = { id: suspensionId, kind }
  const suspension = suspend({ reason, inputSchema, ...expires, ...named })
  return Object.freeze({ status: 'suspended', suspension })
}
