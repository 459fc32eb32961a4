import { ToolError } from '../../errors/tool-error.js'
import { reportUnsettled, whetherKept } from '../../registry/call/call-of-context.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { Suspension } from '../../tools/suspension.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { journalUnavailable } from '../journal-error.js'
import type { AskedQuestion, Journal } from '../journal.js'
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
 * @throws ToolError what the attempt failed with; IN_DOUBT; JOURNAL_UNAVAILABLE where a question could not be parked.
 */
export async function endAttempt(
  attempt: RunningAttempt,
  running: Promise<ToolOutcome>,
): Promise<ToolOutcome> {
  let outcome: ToolOutcome
  try {
    outcome = await running
  } catch (error) {
    await recordFailure(attempt, error)
    throw error
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

async function recordFailure(attempt: RunningAttempt, error: unknown): Promise<void> {
  const { journal, call, record } = attempt
  const claim = claimOf(record)
  // Inside of layers nothing but a ToolError rejects; whatever else came, nobody knows what happened.
  const disposition = ToolError.is(error) ? error.disposition : 'in-doubt'
  if (disposition === 'in-doubt' || mayRunAgain(call, error)) {
    await tryFinish(call, () => journal.hold(claim))
  } else if (disposition === 'landed' && ToolError.is(error)) {
    await settle(attempt, toRecordedFailure(error))
  } else {
    const isRetryable = ToolError.is(error) && error.retryable
    await tryFinish(call, () => journal.release(claim, { isRetryable }))
  }
}

/** What an idempotent tool got wrong in its output may come out right the next time. */
function mayRunAgain({ definition }: ToolCall, error: unknown): boolean {
  const isInvalid = ToolError.is(error) && error.code === 'OUTPUT_INVALID'
  return isInvalid && definition.effect === 'idempotent'
}

/** Row 20. */
function answerStale(call: ToolCall, { record }: Finished): ToolOutcome {
  if (record?.state === 'settled') return replay(call, record)
  const lost = record ?? undefined
  if (lost === undefined) throw journalUnavailable(call, lostRecord)
  throw beginRefusal(call, { status: 'in-doubt', record: lost, isQuiet: false })
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
