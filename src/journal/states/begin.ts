import type { CallKey } from '../../tools/call-key.js'
import type { JournalRecord, RecordedCall, RecordHolder } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'
import { afterNoYes, toApprovalQuestion, type ApprovalAsked } from './approval-question.js'
import { moved } from './finish.js'
import { lapse, quietUntilMs, type JournalTimes } from './lapse.js'

export type { ApprovalAsked } from './approval-question.js'

/** A call that wants to begin. */
export interface BeginRequest {
  readonly call: RecordedCall
  /** What it meets equal calls at. */
  readonly keyDigest?: string | undefined
  /** What its token is made of; that is the id of its record where it has none. */
  readonly key?: CallKey | undefined
  /** The record it has already: of an earlier attempt, of a question it waited for. */
  readonly recordId?: string | undefined
  /** It goes on from that record and from no other: where that is over, nothing begins. */
  readonly isResumed?: boolean | undefined
  readonly approval?: ApprovalAsked | undefined
  /**
   * `start` runs the body where that is safe; `propose` only asks, and leaves everything else as it is.
   */
  readonly intent: 'start' | 'propose'
  /** In milliseconds since the epoch. */
  readonly deadlineMs?: number | undefined
}

/** What the journal adds to a request: names nobody can guess, and who asks. */
export interface BeginMeans {
  readonly recordId: string
  readonly suspensionId: string
  readonly holder: Pick<RecordHolder, 'holderId' | 'processId'>
  readonly times: JournalTimes
}

/** What a call that wanted to begin is told. The record is as it stands then. */
export type Begun =
  /** Its body may run, as the record's present attempt. */
  | { readonly status: 'started'; readonly record: JournalRecord }
  /** Nothing keeps it from starting; only told to who proposes. */
  | { readonly status: 'free' }
  | {
      readonly status: 'parked'
      readonly record: JournalRecord
      readonly isNew: boolean
      /** What is left of the time of a question that stood already, by the clock of the journal; absent where it has none. */
      readonly leftMs?: number | undefined
    }
  /** A person said yes, and its body has not run; only told to who proposes. */
  | { readonly status: 'approved'; readonly record: JournalRecord }
  | { readonly status: 'in-flight'; readonly record: JournalRecord }
  | { readonly status: 'in-doubt'; readonly record: JournalRecord; readonly isQuiet: boolean }
  | { readonly status: 'settled'; readonly record: JournalRecord }
  | { readonly status: 'denied'; readonly record: JournalRecord }
  | { readonly status: 'key-reused'; readonly record: JournalRecord }
  | { readonly status: 'contract-changed'; readonly record: JournalRecord }
  /** What was to go on has ended meanwhile, or its record was pruned. */
  | { readonly status: 'over'; readonly record: JournalRecord | undefined }

/** Rows 1 to 8, 15 and 19 of the states: what becomes of a call that wants to begin. */
export function begin(table: RecordTable, request: BeginRequest, means: BeginMeans): Begun {
  const known = findKnown(table, request)
  if (known === undefined) {
    const isOver = request.isResumed === true
    return isOver ? { status: 'over', record: known } : beginNew(table, request, means)
  }
  // Before any state is looked at: another call must learn nothing of this one.
  if (known.call.argumentsDigest !== request.call.argumentsDigest) {
    return { status: 'key-reused', record: known }
  }
  const record = lapse(known, table, means.times)
  if (record.state === 'closed') return beginAfterClosed(table, record, { request, means })
  return beginKnown(table, record, { request, means })
}

interface Beginning {
  readonly request: BeginRequest
  readonly means: BeginMeans
}

/**
 * The record a call has already, else the one it meets at its key. When its own was closed its key was free, so that
 * another call may hold it by now; only a no to this very call stands before that.
 */
function findKnown(
  table: RecordTable,
  { recordId, keyDigest, isResumed }: BeginRequest,
): JournalRecord | undefined {
  const own = recordId === undefined ? undefined : table.find(recordId)
  if (isResumed === true) return own
  if (own !== undefined && (own.state !== 'closed' || isRefused(own))) return own
  const holder = keyDigest === undefined ? undefined : table.findByKey(keyDigest)
  return holder ?? own
}

function isRefused({ closedFor }: JournalRecord): boolean {
  return closedFor === 'denied' || closedFor === 'expired'
}

function beginKnown(table: RecordTable, record: JournalRecord, beginning: Beginning): Begun {
  const { request, means } = beginning
  switch (record.state) {
    case 'settled':
      return { status: 'settled', record }
    case 'parked':
      return { status: 'parked', record, isNew: false, ...leftOf(record, table) }
    case 'answered':
      return takeUp(table, record, beginning)
    case 'running':
      return { status: 'in-flight', record }
    case 'in-doubt':
    case 'closed':
      break
  }
  if (isWrite(record, request) || cannotRepeat(record)) {
    const isQuiet = quietUntilMs(record, means.times) <= table.nowMs
    return { status: 'in-doubt', record, isQuiet }
  }
  const denied = record.closedFor === 'denied' ? findDenied(table, request) : undefined
  if (denied !== undefined) return { status: 'denied', record: denied }
  if (request.intent === 'propose') return proposeAgain(table, record, beginning)
  return startAgain(table, record, { ...beginning, doubt: true })
}

/** A yes to the call as it is now holds for its further attempts; without one a person is asked anew. */
function proposeAgain(table: RecordTable, record: JournalRecord, beginning: Beginning): Begun {
  const { approval } = beginning.request
  const isApproved = record.approval !== undefined && isAsApproved(record, beginning.request)
  if (approval === undefined || isApproved) return { status: 'free' }
  const denied = findDenied(table, beginning.request)
  if (denied !== undefined) return { status: 'denied', record: denied }
  return askAnew(table, record, { ...beginning, approval })
}

/**
 * Asks on the record that is in doubt: an earlier attempt may have landed, and its key is not free. What a person says yes
 * to is the call as it is proposed now, and what its body goes on with stays what it was.
 */
function askAnew(
  table: RecordTable,
  record: JournalRecord,
  { request, means, approval }: Beginning & { readonly approval: ApprovalAsked },
): Begun {
  const { phase, answer } = record
  const goesOn = phase > 0 && answer !== undefined
  const said = goesOn ? { phase, answer } : { phase: 0, answer: undefined }
  const gone = { approval: undefined, closedFor: undefined, by: undefined, byReason: undefined }
  const parked: JournalRecord = {
    ...{ ...record, ...said, ...gone, call: request.call, state: 'parked' },
    question: toApprovalQuestion(table, approval, means.suspensionId),
    changedAtMs: table.nowMs,
  }
  table.put(parked)
  return { status: 'parked', record: parked, isNew: true }
}

function leftOf(
  { question }: JournalRecord,
  { nowMs }: RecordTable,
): { readonly leftMs?: number | undefined } {
  const expiresAtMs = question?.expiresAtMs
  return expiresAtMs === undefined ? {} : { leftMs: expiresAtMs - nowMs }
}

/** Row 15. */
function takeUp(table: RecordTable, record: JournalRecord, beginning: Beginning): Begun {
  const { request } = beginning
  if (!isAsAnswered(record, request))
    return { status: 'contract-changed', ...outdated(table, record) }
  if (request.intent === 'propose') return { status: 'approved', record }
  return startAgain(table, record, { ...beginning, doubt: record.doubt })
}

/** An approval is of the call under its contract and its grant; an answer, of the body that asked. */
function isAsAnswered({ call, question }: JournalRecord, request: BeginRequest): boolean {
  const { contractDigest, grantDigest } = request.call
  const isSameGrant = question?.kind !== 'approval' || call.grantDigest === grantDigest
  return call.contractDigest === contractDigest && isSameGrant
}

/** A body that goes on was let begin, and is asked about no more. */
function isAsApproved({ call, phase, answer }: JournalRecord, request: BeginRequest): boolean {
  const { contractDigest, grantDigest } = request.call
  const isSame = call.contractDigest === contractDigest && call.grantDigest === grantDigest
  return isSame || (phase > 0 && answer !== undefined)
}

/**
 * A yes to what is no more counts for nothing, and would keep its key for ever: the next call is asked about anew. An
 * answer to a body is kept, for the body may have changed something before it asked.
 */
function outdated(table: RecordTable, record: JournalRecord): { readonly record: JournalRecord } {
  if (record.question?.kind !== 'approval') return { record }
  const byReason = 'the tool or its grant has changed since it was approved'
  const { record: closed = record } = moved(table, record, {
    ...{ ...afterNoYes(record, 'withdrawn'), byReason },
  })
  return { record: closed }
}

/**
 * The same call under the next attempt number, with the phase and the answer it had. Where its body asked and nobody
 * answered in time there is nothing to go on with: it begins once more.
 */
function startAgain(
  table: RecordTable,
  record: JournalRecord,
  { request, means, doubt }: Beginning & { readonly doubt: boolean },
): Begun {
  const { phase, answer } = record
  const running: JournalRecord = {
    ...record,
    state: 'running',
    phase: answer === undefined ? 0 : phase,
    attempt: record.attempt + 1,
    doubt,
    closedFor: undefined,
    holder: toHolder(request, means),
    changedAtMs: table.nowMs,
  }
  table.put(running)
  return { status: 'started', record: running }
}

/** What happened to a record that was closed does not bind the next call, but a no to this very one does. */
function beginAfterClosed(
  table: RecordTable,
  record: JournalRecord,
  { request, means }: Beginning,
): Begun {
  const isOwn = record.id === request.recordId
  if (isOwn && isRefused(record)) return { status: 'denied', record }
  if (request.isResumed === true) return { status: 'over', record }
  const isReopened = isOwn && isAnotherAttempt(record, request)
  return isReopened ? reopen(table, record, { request, means }) : beginNew(table, request, means)
}

/** The same call tries again what did not happen; nobody has to be asked about it anew. */
function isAnotherAttempt(
  { closedFor }: JournalRecord,
  { intent, approval }: BeginRequest,
): boolean {
  return closedFor === 'did-not-happen' && intent === 'start' && approval === undefined
}

/** Its record is the call's still, and so is the token that its id makes: outside, all attempts are one effect. */
function reopen(table: RecordTable, record: JournalRecord, { request, means }: Beginning): Begun {
  const denied = findDenied(table, request)
  if (denied !== undefined) return { status: 'denied', record: denied }
  const spent = { question: undefined, answer: undefined, approval: undefined, phase: 0 }
  const again = { ...record, ...spent, closedFor: undefined, by: undefined }
  return startAgain(table, again, { request, means, doubt: false })
}

/** Rows 2 and 3. */
function beginNew(table: RecordTable, request: BeginRequest, means: BeginMeans): Begun {
  const { approval, intent } = request
  const denied = findDenied(table, request)
  if (denied !== undefined) return { status: 'denied', record: denied }
  if (approval === undefined) {
    return intent === 'propose' ? { status: 'free' } : startNew(table, request, means)
  }
  const parked: JournalRecord = {
    ...createRecord(table, request, means),
    state: 'parked',
    question: toApprovalQuestion(table, approval, means.suspensionId),
  }
  table.put(parked)
  return { status: 'parked', record: parked, isNew: true }
}

/** A no holds although nobody would be asked any more. */
function findDenied(table: RecordTable, { call }: BeginRequest): JournalRecord | undefined {
  const { tenantId, tool, argumentsDigest, callId, runId } = call
  return table.findDenied({ tenantId, tool, argumentsDigest, callId, runId })
}

function startNew(table: RecordTable, request: BeginRequest, means: BeginMeans): Begun {
  const record: JournalRecord = {
    ...createRecord(table, request, means),
    attempt: 1,
    holder: toHolder(request, means),
  }
  table.put(record)
  return { status: 'started', record }
}

function createRecord(
  { nowMs }: RecordTable,
  { call, keyDigest, key }: BeginRequest,
  { recordId }: BeginMeans,
): JournalRecord {
  return {
    id: recordId,
    call,
    keyDigest,
    key,
    state: 'running',
    ...{ attempt: 0, phase: 0, doubt: false, late: [] },
    ...{ changedAtMs: nowMs, createdAtMs: nowMs },
  }
}

function toHolder({ deadlineMs }: BeginRequest, { holder, times }: BeginMeans): RecordHolder {
  return { ...holder, deadlineMs, times }
}

/**
 * What a body did with an earlier answer cannot be done again under its key, for the answer gave way to a question that
 * nobody answered in time.
 */
function cannotRepeat({ phase, answer }: JournalRecord): boolean {
  return phase > 1 && answer === undefined
}

/** By the stricter of what the tool was and what it is now. */
function isWrite({ call }: JournalRecord, request: BeginRequest): boolean {
  return call.effect === 'write' || request.call.effect === 'write'
}
