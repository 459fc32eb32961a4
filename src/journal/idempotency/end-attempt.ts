import type { Disposition } from '../../errors/disposition.js'
import { ToolError } from '../../errors/tool-error.js'
import { reportUnsettled, whetherKept } from '../../registry/call/call-of-context.js'
import { layerError } from '../../registry/call/layer-error.js'
import { transactionOf } from '../../registry/call/transaction-of-context.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { Suspension } from '../../tools/suspension.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { journalUnavailable } from '../journals/journal-error.js'
import type { AskedQuestion, Journal } from '../journals/journal.js'
import type { JournalRecord, RecordedResult } from '../record/journal-record.js'
import type { Finished } from '../states/finish.js'
import { beginRefusal } from './begin-refusal.js'
import { parkedOutcome } from './parked-outcome.js'
import { replay, toRecordedFailure } from './recorded-result.js'

/** One attempt that runs under its record. */
export interface RunningAttempt {
  readonly journal: Journal
  readonly call: ToolCall
  readonly record: JournalRecord
}

/**
 * Writes what an attempt came to into its record, then tells its caller. What landed is told although it could not be
 * written: it is true. What comes from an attempt that is no longer the record's own gives way to what the record says.
 *
 * @throws ToolError what the attempt failed with; IN_DOUBT; UNSUSPENDABLE, JOURNAL_UNAVAILABLE where a question could not
 * be parked.
 */
export async function endAttempt(
  attempt: RunningAttempt,
  running: Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  let outcome: ToolOutcome
  try {
    outcome = await running
  } catch (error) {
    return endFailed(attempt, error)
  }
  return outcome.status === 'suspended'
    ? park(attempt, outcome.suspension)
    : settleOutput(attempt, outcome)
}

/** The question of a body as it is parked. */
export function toQuestion({ external, ...asked }: Suspension): AskedQuestion {
  const { reason, inputSchema, expiresInMs } = asked
  return { kind: external === true ? 'external' : 'answer', reason, inputSchema, expiresInMs }
}

/** @throws ToolError the failure, unless the record is no longer the attempt's own and says something else. */
async function endFailed(attempt: RunningAttempt, error: unknown): Promise<ToolOutcome> {
  const finished = await recordFailure(attempt, error)
  if (finished?.status !== 'stale' || isHeldAnyway(attempt, finished, error)) throw error
  return answerStale(attempt.call, finished, error)
}

/** Only time has moved the record, to the doubt that the attempt leaves it in: what it knows itself says more. */
function isHeldAnyway(
  { record: { attempt } }: RunningAttempt,
  { record }: Finished,
  error: unknown,
): boolean {
  const isOwnDoubt = record?.state === 'in-doubt' && record.attempt === attempt
  return isOwnDoubt && dispositionOf(error) === 'in-doubt'
}

async function settleOutput(
  attempt: RunningAttempt,
  outcome: Extract<ToolOutcome, { readonly status: 'output' }>,
): Promise<ToolOutcome> {
  const finished = await settle(attempt, { status: 'output', value: outcome.value })
  return finished?.status === 'stale' ? answerStale(attempt.call, finished) : outcome
}

/**
 * What landed is settled at once; inside the transaction of a call round it, when that ends. Undone with it, nobody knows
 * what of it. Undefined where it is not written by now.
 */
async function settle(
  { journal, call, record }: RunningAttempt,
  result: RecordedResult,
): Promise<Finished | undefined> {
  const claim = claimOf(record)
  const kept = whetherKept(call.context)
  if (kept === undefined) return tryFinish(call, () => journal.settle(claim, result))
  void kept.then((isKept) =>
    tryFinish(call, () => (isKept ? journal.settle(claim, result) : journal.hold(claim))),
  )
  return undefined
}

async function park(attempt: RunningAttempt, suspension: Suspension): Promise<ToolOutcome> {
  const { journal, call, record } = attempt
  // What the body did before it asked may be undone, and whoever answers would go on from what never was.
  if (transactionOf(call.context)?.open !== undefined) {
    return endFailed(attempt, insideTransaction(call))
  }
  let finished: Finished
  try {
    finished = await journal.suspend(claimOf(record), toQuestion(suspension))
  } catch (cause) {
    throw journalUnavailable(call, { cause, disposition: 'in-doubt' })
  }
  const parked = finished.record
  if (finished.status === 'stale' || parked === undefined) return answerStale(call, finished)
  return parkedOutcome(parked)
}

function insideTransaction(call: ToolCall): ToolError {
  return layerError(call, {
    code: 'UNSUSPENDABLE',
    disposition: 'in-doubt',
    why: 'its body suspended inside the transaction of a call round it, which may still be rolled back. Make the call outside of that transaction, or let the outer body suspend.',
  })
}

/** Undefined where it is not written by now. */
async function recordFailure(
  attempt: RunningAttempt,
  error: unknown,
): Promise<Finished | undefined> {
  const { journal, call, record } = attempt
  const claim = claimOf(record)
  const disposition = dispositionOf(error)
  if (disposition === 'in-doubt' || mayRunAgain(call, error)) {
    return tryFinish(call, () => journal.hold(claim))
  }
  if (disposition === 'landed' && ToolError.is(error)) {
    return settle(attempt, toRecordedFailure(error))
  }
  const isRetryable = ToolError.is(error) && error.retryable
  return tryFinish(call, () => journal.release(claim, { isRetryable }))
}

/** Inside of layers nothing but a ToolError rejects; whatever else came, nobody knows what happened. */
function dispositionOf(error: unknown): Disposition {
  return ToolError.is(error) ? error.disposition : 'in-doubt'
}

/** What an idempotent tool got wrong in its output may come out right the next time. */
function mayRunAgain({ definition }: ToolCall, error: unknown): boolean {
  const isInvalid = ToolError.is(error) && error.code === 'OUTPUT_INVALID'
  return isInvalid && definition.effect === 'idempotent'
}

/** Row 20. */
function answerStale(call: ToolCall, { record }: Finished, cause?: unknown): ToolOutcome {
  if (record?.state === 'settled') return replay(call, record)
  if (record === undefined) throw journalUnavailable(call, lostRecord)
  throw beginRefusal(call, { status: 'in-doubt', record, isQuiet: false }, cause)
}

const lostRecord = {
  cause: new Error('The record of the call is gone.'),
  disposition: 'in-doubt',
} as const

/** Undefined where it could not be written; the record stays held, and the next call is told that it is in doubt. */
async function tryFinish(
  call: ToolCall,
  finish: () => Promise<Finished>,
): Promise<Finished | undefined> {
  try {
    return await finish()
  } catch (error) {
    reportUnsettled(call.context, error)
    return undefined
  }
}

function claimOf({ id, attempt }: JournalRecord): { recordId: string; attempt: number } {
  return { recordId: id, attempt }
}
