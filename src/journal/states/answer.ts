import type { JsonValue } from '../../schema/json.js'
import type { JournalRecord, RecordedResult } from '../record/journal-record.js'
import { isOwnProposal } from '../record/own-proposal.js'
import type { RecordTable } from '../store/record-store.js'
import { afterNoYes } from './approval-question.js'
import { moved } from './finish.js'
import { lapse, type JournalTimes } from './lapse.js'

/** Which question somebody answers, and for which tenant they may. */
export interface AnsweredQuestion {
  readonly suspensionId: string
  readonly tenantId: string
  /** What the tool promises now, where the app is at hand. */
  readonly contractDigest?: string | undefined
}

/** Why what a person said was not recorded; everything is as it was. */
export type AnswerRefusal =
  | 'unknown'
  | 'expired'
  | 'already-answered'
  | 'contract-changed'
  | 'not-an-approval'
  | 'not-a-question'
  | 'not-external'
  | 'own-proposal'
  /** A tool call said it: only a host and its people answer questions. */
  | 'inside-a-call'

/** What became of what a person said. */
export type Answered =
  | { readonly status: 'recorded'; readonly record: JournalRecord }
  | {
      readonly status: 'refused'
      readonly why: AnswerRefusal
      readonly record: JournalRecord | undefined
    }

/** Row 13, to a call: a person's yes, bound to the record and to nothing else. */
export function approve(
  table: RecordTable,
  question: AnsweredQuestion,
  { decidedBy, times }: { readonly decidedBy: string; readonly times: JournalTimes },
): Answered {
  return answerOpen(table, question, {
    times,
    check: (record) => {
      if (record.question?.kind !== 'approval') return 'not-an-approval'
      if (isChanged(record, question)) return 'contract-changed'
      return isOwn(record, decidedBy) ? 'own-proposal' : undefined
    },
    move: ({ question: asked, phase, answer: goesOnWith }) => ({
      state: 'answered',
      answer:
        phase > 0
          ? goesOnWith
          : { value: { decision: 'approve' }, by: decidedBy, atMs: table.nowMs },
      approval: { decidedBy, atMs: table.nowMs, expiresAtMs: asked?.expiresAtMs },
    }),
  })
}

/** Row 14: a person's no frees the key, and holds for this call, whatever the tool promises by now. */
export function deny(
  table: RecordTable,
  question: AnsweredQuestion,
  said: { readonly by: string; readonly reason?: string | undefined; readonly times: JournalTimes },
): Answered {
  const { by, reason, times } = said
  return answerOpen(table, question, {
    times,
    check: (record) => (record.question?.kind === 'approval' ? undefined : 'not-an-approval'),
    move: (record) => ({ ...afterNoYes(record, 'denied'), by, byReason: reason }),
  })
}

/** A question that is taken back. */
export interface WithdrawnQuestion extends AnsweredQuestion {
  /**
   * Whether a yes that no body has begun on is taken back with it: whoever waited was told that nothing happened.
   * @defaultValue false
   */
  readonly isYesToo?: boolean | undefined
}

/** Takes a question back that nobody will answer: its key is free, and nobody said no. */
export function withdraw(
  table: RecordTable,
  question: WithdrawnQuestion,
  { reason, times }: { readonly reason: string; readonly times: JournalTimes },
): Answered {
  return answerOpen(table, question, {
    times,
    from: question.isYesToo === true ? ['parked', 'answered'] : ['parked'],
    check: (record) => (record.question?.kind === 'approval' ? undefined : 'not-an-approval'),
    move: (record) => ({ ...afterNoYes(record, 'withdrawn'), byReason: reason }),
  })
}

/** Row 13, to a body: what it goes on with. */
export function answer(
  table: RecordTable,
  question: AnsweredQuestion,
  said: {
    readonly value: JsonValue
    readonly by?: string | undefined
    readonly times: JournalTimes
  },
): Answered {
  const { value, by, times } = said
  return answerOpen(table, question, {
    times,
    check: (record) => {
      if (record.question?.kind !== 'answer') return 'not-a-question'
      return isChanged(record, question) ? 'contract-changed' : undefined
    },
    move: () => ({ state: 'answered', answer: { value, by, atMs: table.nowMs } }),
  })
}

/** Row 16: somebody outside did it, and shows what came of it. */
export function complete(
  table: RecordTable,
  question: AnsweredQuestion,
  said: {
    readonly result: RecordedResult
    readonly performedBy: string
    readonly times: JournalTimes
  },
): Answered {
  const { result, performedBy, times } = said
  return answerOpen(table, question, {
    times,
    check: (record) => {
      if (record.question?.kind !== 'external') return 'not-external'
      return isChanged(record, question) ? 'contract-changed' : undefined
    },
    move: () => ({ state: 'settled', result, by: performedBy }),
  })
}

interface Answering {
  readonly times: JournalTimes
  /** @defaultValue a question that is open */
  readonly from?: readonly JournalRecord['state'][]
  readonly check: (record: JournalRecord) => AnswerRefusal | undefined
  readonly move: (record: JournalRecord) => Partial<JournalRecord>
}

function answerOpen(
  table: RecordTable,
  { suspensionId, tenantId }: AnsweredQuestion,
  { times, check, move, from = ['parked'] }: Answering,
): Answered {
  const known = table.findBySuspension(suspensionId)
  // Another tenant's question does not exist.
  if (known === undefined || known.call.tenantId !== tenantId) return refused('unknown', undefined)
  const record = lapse(known, table, times)
  const hasJustExpired = record !== known && record.closedFor === 'expired'
  if (hasJustExpired) return refused('expired', record)
  if (!from.includes(record.state)) return refused(whyOver(record), record)
  const why = check(record)
  if (why !== undefined) return refused(why, record)
  const { record: next = record } = moved(table, record, move(record))
  return { status: 'recorded', record: next }
}

/** Nobody answered in time where the body that asked is in doubt, or begun once more, without an answer. */
function whyOver({ state, answer: given }: JournalRecord): AnswerRefusal {
  const isOpenStill = state === 'in-doubt' || state === 'running'
  return isOpenStill && given === undefined ? 'expired' : 'already-answered'
}

function isChanged({ call }: JournalRecord, { contractDigest }: AnsweredQuestion): boolean {
  return contractDigest !== undefined && contractDigest !== call.contractDigest
}

function refused(why: AnswerRefusal, record: JournalRecord | undefined): Answered {
  return { status: 'refused', why, record }
}

function isOwn({ question, call }: JournalRecord, decidedBy: string): boolean {
  const fourEyes = question?.fourEyes === true
  return isOwnProposal({ fourEyes, principal: call.principal }, decidedBy)
}
