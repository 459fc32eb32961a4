import type {
  JournalRecord,
  LateVerb,
  RecordedQuestion,
  RecordedResult,
} from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'
import { afterNothing } from './after-nothing.js'
import { quietUntilMs, type JournalTimes } from './lapse.js'

/** The attempt that speaks: who began it holds this number, and no other attempt has it. */
export interface Claim {
  readonly recordId: string
  readonly attempt: number
}

/** What became of what a holder said: `moved`, or `stale` because the record is no longer its own. */
export interface Finished {
  readonly status: 'moved' | 'stale'
  /** As it stands now; undefined when there is none any more. */
  readonly record: JournalRecord | undefined
}

/** How many words of attempts that came too late a record keeps. */
const keptLate = 20

/** Row 11: what landed is settled, in doubt or not. Of a call that only reads nothing is kept once it has ended. */
export function settle(table: RecordTable, claim: Claim, result: RecordedResult): Finished {
  return finish(table, claim, {
    verb: 'settle',
    from: ['running', 'in-doubt'],
    result,
    move: (record) => (isRead(record) ? ended : { state: 'settled', result }),
  })
}

const ended: Partial<JournalRecord> = { state: 'closed', closedFor: 'read', answer: undefined }

function isRead({ call }: JournalRecord): boolean {
  return call.effect === 'read'
}

/** Row 9: nothing happened. A key is free only if no attempt can have landed. */
export function release(
  table: RecordTable,
  claim: Claim,
  { isRetryable }: { readonly isRetryable: boolean },
): Finished {
  const move = (record: JournalRecord): Partial<JournalRecord> =>
    record.doubt ? { state: 'in-doubt' } : afterNothing(record, { isRetryable })
  return finish(table, claim, { verb: 'release', from: ['running'], move })
}

/** Row 10: nobody knows. Of a call that only reads it is known all the same: nothing can have changed. */
export function hold(table: RecordTable, claim: Claim): Finished {
  const move = (record: JournalRecord): Partial<JournalRecord> =>
    isRead(record)
      ? afterNothing(record, { isRetryable: true })
      : { state: 'in-doubt', doubt: true }
  return finish(table, claim, { verb: 'hold', from: ['running'], move })
}

/** Row 12: the body asks, and its next phase waits for the answer. */
export function suspend(table: RecordTable, claim: Claim, question: RecordedQuestion): Finished {
  const move = ({ phase }: JournalRecord): Partial<JournalRecord> => ({
    ...{ state: 'parked', phase: phase + 1, question, answer: undefined },
  })
  return finish(table, claim, { verb: 'suspend', from: ['running'], move })
}

/** What `reconcile` of a class found out about a call in doubt. */
export type Verdict =
  | { readonly verdict: 'landed'; readonly result: RecordedResult }
  | { readonly verdict: 'did-not-happen' }

/** Row 7: found out instead of guessed, once the holder can be taken to be quiet. */
export function reconcile(
  table: RecordTable,
  claim: Claim,
  { found, times }: { readonly found: Verdict; readonly times: JournalTimes },
): Finished {
  const record = table.find(claim.recordId)
  const isMine = record?.state === 'in-doubt' && record.attempt === claim.attempt
  if (!isMine || quietUntilMs(record, times) > table.nowMs) return { status: 'stale', record }
  const by = 'reconcile'
  const changes: Partial<JournalRecord> =
    found.verdict === 'landed'
      ? { state: 'settled', result: found.result, by }
      : { ...afterNothing(record, { isRetryable: true }), doubt: false, by }
  return moved(table, record, changes)
}

interface Finish {
  readonly verb: LateVerb
  readonly from: readonly JournalRecord['state'][]
  readonly result?: RecordedResult
  readonly move: (record: JournalRecord) => Partial<JournalRecord>
}

function finish(table: RecordTable, claim: Claim, { verb, from, result, move }: Finish): Finished {
  const record = table.find(claim.recordId)
  if (record === undefined) return { status: 'stale', record }
  const isOpen = from.includes(record.state) || (verb === 'settle' && isAskedAnew(record))
  const isMine = record.attempt === claim.attempt && isOpen
  if (isMine) return moved(table, record, move(record))
  return keepEvidence(table, record, { attempt: claim.attempt, verb, result })
}

/** What an attempt in doubt came to is true although a person is asked whether there may be another. */
function isAskedAnew({ state, doubt, question }: JournalRecord): boolean {
  const isWaiting = state === 'parked' || state === 'answered'
  return isWaiting && doubt && question?.kind === 'approval'
}

/** Row 20: it moves nothing, and a person who looks into it finds it. */
function keepEvidence(
  table: RecordTable,
  record: JournalRecord,
  said: {
    readonly attempt: number
    readonly verb: LateVerb
    readonly result: RecordedResult | undefined
  },
): Finished {
  // Of a record that was pruned, and of a call that only reads, no payload is kept.
  const result = record.isPruned === true || isRead(record) ? undefined : said.result
  const evidence = { ...said, result, atMs: table.nowMs }
  const kept = { ...record, late: [...record.late, evidence].slice(-keptLate) }
  table.put(kept)
  return { status: 'stale', record: kept }
}

/** Puts a record in its next state. */
export function moved(
  table: RecordTable,
  record: JournalRecord,
  changes: Partial<JournalRecord>,
): Finished {
  const next = { ...record, ...changes, changedAtMs: table.nowMs }
  table.put(next)
  return { status: 'moved', record: next }
}
