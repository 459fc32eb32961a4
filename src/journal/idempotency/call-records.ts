import type { AnswerReceipt, CallRecords, SuspendedCall } from '../../tools/call-records.js'
import type { Journal } from '../journal.js'
import type { JournalRecord, RecordState } from '../record/journal-record.js'
import type { Answered } from '../states/answer.js'

/** The suspended calls of a journal, as a registry lets them go on. */
export function toCallRecords(journal: Journal): CallRecords {
  const records: CallRecords = {
    async findSuspended(suspensionId, tenantId) {
      const record = await journal.findSuspended({ suspensionId, tenantId })
      return record && toSuspended(record)
    },
    async answer({ suspensionId, tenantId, contractDigest, value, by }) {
      return toReceipt(await journal.answer({ suspensionId, tenantId, contractDigest, value, by }))
    },
    async complete({ suspensionId, tenantId, contractDigest, value, performedBy }) {
      const result = { status: 'output', value } as const
      const question = { suspensionId, tenantId, contractDigest }
      return toReceipt(await journal.complete({ ...question, result, performedBy }))
    },
    async listAnswered(tenantId) {
      const answered = await journal.list({ tenantId, states: ['answered'] })
      return answered.flatMap((record) => toSuspended(record) ?? [])
    },
  }
  journals.set(records, journal)
  return records
}

const journals = new WeakMap<CallRecords, Journal>()

/** The journal behind records; undefined for those of another copy of the package. */
export function findJournal(records: CallRecords): Journal | undefined {
  return journals.get(records)
}

function toSuspended({ id, state, call, question }: JournalRecord): SuspendedCall | undefined {
  if (question === undefined) return undefined
  const { tool, arguments: args, contractDigest } = call
  const { tenantId, principal, threadId, runId } = call
  return {
    ...{ recordId: id, tool, arguments: args, contractDigest },
    suspensionId: question.suspensionId,
    inputSchema: question.inputSchema,
    kind: question.kind,
    progress: progressOf(state),
    context: { tenantId, principal, threadId, runId },
  }
}

function progressOf(state: RecordState): SuspendedCall['progress'] {
  if (state === 'parked') return 'open'
  return state === 'answered' ? 'answered' : 'over'
}

function toReceipt(answered: Answered): AnswerReceipt {
  if (answered.status === 'recorded') return 'recorded'
  const { why } = answered
  switch (why) {
    case 'unknown':
    case 'expired':
    case 'contract-changed':
    case 'inside-a-call':
      return why
    case 'already-answered':
    case 'not-an-approval':
    case 'not-a-question':
    case 'not-external':
    case 'own-proposal':
      return 'answered'
  }
}
