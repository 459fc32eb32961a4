import type { AskedQuestion, PendingQuestion } from './journal.js'
import type { JournalRecord, RecordedQuestion } from '../record/journal-record.js'
import { toExpiry } from '../states/approval-question.js'
import type { RecordTable } from '../store/record-store.js'

/** The question of a parked record, as a person is shown it; none of a record that asks nothing. */
export function toPending({
  call,
  question,
  changedAtMs,
}: JournalRecord): readonly PendingQuestion[] {
  if (question === undefined) return []
  const { suspensionId, kind, reason, inputSchema, expiresAtMs, fourEyes } = question
  return [
    {
      ...{ suspensionId, kind, reason, inputSchema, fourEyes, call },
      ...{ tool: call.tool, arguments: call.arguments, argumentsDigest: call.argumentsDigest },
      askedAt: new Date(changedAtMs),
      ...(expiresAtMs === undefined ? {} : { expiresAt: new Date(expiresAtMs) }),
    },
  ]
}

/** The question of a body, as it is parked. */
export function toQuestion(
  { nowMs }: RecordTable,
  asked: AskedQuestion,
  suspensionId: string,
): RecordedQuestion {
  const { expiresInMs, ...rest } = asked
  const expiresAtMs = toExpiry(nowMs, expiresInMs)
  return { ...rest, expiresAtMs, suspensionId, fourEyes: false }
}
