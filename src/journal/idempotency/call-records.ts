import type { AnswerReceipt, CallRecords, SuspendedCall } from '../../tools/call-records.js'
import type { Journal } from '../journals/journal.js'
import type { JournalRecord } from '../record/journal-record.js'
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
      const records = await journal.list({ tenantId, states: ['answered', 'in-doubt'] })
      const suspended = records.flatMap((record) => toSuspended(record) ?? [])
      return suspended.filter(({ progress }) => progress === 'answered')
    },
    async listUnfinished(tenantId) {
      const records = await journal.list({ tenantId, states: unfinished })
      return records.flatMap((record) => toSuspended(record) ?? [])
    },
  }
  journals.set(records, journal)
  return records
}

const unfinished = ['parked', 'answered', 'running', 'in-doubt'] as const

const journals = new WeakMap<CallRecords, Journal>()

/** The journal behind records; undefined for those of another copy of the package. */
export function findJournal(records: CallRecords): Journal | undefined {
  return journals.get(records)
}

function toSuspended(record: JournalRecord): SuspendedCall | undefined {
  const { id, call, question, state, keyDigest } = record
  if (question === undefined) return undefined
  const { tool, arguments: args, contractDigest } = call
  const { tenantId, principal, threadId, runId, callId } = call
  return {
    ...{ recordId: id, tool, arguments: args, contractDigest },
    suspensionId: question.suspensionId,
    inputSchema: question.inputSchema,
    kind: question.kind,
    reason: question.reason,
    progress: progressOf(record),
    context: { tenantId, principal, threadId, runId, callId },
    ...(state === 'closed' ? {} : { keyDigest }),
  }
}

function progressOf(record: JournalRecord): SuspendedCall['progress'] {
  if (record.state === 'parked') return 'open'
  if (isRefusedApproval(record)) return 'refused'
  return record.state === 'answered' || mayGoOnAgain(record) ? 'answered' : 'over'
}

function isRefusedApproval({ state, question, closedFor }: JournalRecord): boolean {
  const isRefused = closedFor === 'denied' || closedFor === 'expired'
  const isOver = state === 'closed' || state === 'in-doubt'
  return isOver && question?.kind === 'approval' && isRefused
}

/** Row 8: what is in doubt may go on again with its answer, or its yes, where it may happen twice. */
function mayGoOnAgain({ state, call, question, answer, approval }: JournalRecord): boolean {
  if (state !== 'in-doubt' || call.effect === 'write') return false
  // A yes that was not used in time counts for nothing, and one that was asked for anew has not been given.
  return question?.kind === 'approval' ? approval !== undefined : answer !== undefined
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
