import type { JournalRecord, RecordedResult } from '../record/journal-record.js'
import type { RecordTable } from '../store/record-store.js'
import { moved } from './finish.js'
import { lapse, quietUntilMs, type JournalTimes } from './lapse.js'

/** What an operator says of a call in doubt, and how they know. */
export interface OperatorStatement {
  readonly by: string
  readonly reason: string
  /** The attempt they looked at: where it is another one by now, nothing is recorded. */
  readonly attempt?: number | undefined
}

/** It, and the times of the journal they say it to. */
export interface OperatorWord extends OperatorStatement {
  readonly times: JournalTimes
}

/** What became of an operator's word. */
export type Operated =
  | { readonly status: 'recorded'; readonly record: JournalRecord }
  | { readonly status: 'unknown' }
  /** The record is not in doubt: nothing is to be said of it. */
  | { readonly status: 'not-in-doubt'; readonly record: JournalRecord }
  /** It has moved since they looked at it. */
  | { readonly status: 'stale'; readonly record: JournalRecord }
  /** Said from inside of a tool call, where a model speaks. */
  | { readonly status: 'inside-a-call' }
  /** It may still end by itself, until then. */
  | { readonly status: 'too-early'; readonly record: JournalRecord; readonly untilMs: number }

/** Row 17: it landed, and this came of it. */
export function resolve(
  table: RecordTable,
  recordId: string,
  word: OperatorWord & { readonly result: RecordedResult },
): Operated {
  const { result, by, reason } = word
  const found = findInDoubt(table, recordId, word)
  if (found.status !== 'recorded') return found
  return record(table, found.record, { state: 'settled', result, by, byReason: reason })
}

/** Row 18: it did not happen. Whatever the old holder says from now on comes too late. */
export function free(
  table: RecordTable,
  recordId: string,
  word: OperatorWord & { readonly isForced: boolean },
): Operated {
  const { by, reason, times, isForced } = word
  const found = findInDoubt(table, recordId, word)
  if (found.status !== 'recorded') return found
  const { phase, attempt } = found.record
  const untilMs = quietUntilMs(found.record, times)
  if (!isForced && untilMs > table.nowMs) {
    return { status: 'too-early', record: found.record, untilMs }
  }
  const next: Partial<JournalRecord> =
    phase > 0 && found.record.answer !== undefined
      ? { state: 'answered' }
      : { state: 'closed', closedFor: 'released' }
  const freed = { attempt: attempt + 1, doubt: false, by, byReason: reason }
  return record(table, found.record, { ...next, ...freed })
}

function findInDoubt(
  table: RecordTable,
  recordId: string,
  { attempt, times }: OperatorWord,
): Operated {
  const known = table.find(recordId)
  if (known === undefined) return { status: 'unknown' }
  const lapsed = lapse(known, table, times)
  if (lapsed.state !== 'in-doubt') return { status: 'not-in-doubt', record: lapsed }
  const isSame = attempt === undefined || attempt === lapsed.attempt
  return { status: isSame ? 'recorded' : 'stale', record: lapsed }
}

function record(
  table: RecordTable,
  from: JournalRecord,
  changes: Partial<JournalRecord>,
): Operated {
  const { record: next = from } = moved(table, from, changes)
  return { status: 'recorded', record: next }
}

/** How many records one transaction of pruning touches at most: others want the journal meanwhile. */
export const prunedAtOnce = 500

/** What pruning takes away. */
export interface Pruning {
  /** Only what was settled or closed before, in milliseconds since the epoch. */
  readonly changedBeforeMs: number
  /** Forget the keys of what was settled, too: the same call may then happen again. */
  readonly forgetKeys: boolean
}

/**
 * How many records it touched, a batch at most; fewer than that when there are no more. A row stays, without its payload, where it still says something: that a key is done, or
 * that a person said no.
 */
export function prune(table: RecordTable, pruning: Pruning): number {
  const { changedBeforeMs, forgetKeys } = pruning
  const isPruned = forgetKeys ? undefined : false
  const states = ['settled', 'closed'] as const
  const due = table.list({ states, changedBeforeMs, isPruned, limit: prunedAtOnce })
  for (const each of due) {
    if (isTelling(each) && !forgetKeys) table.put(withoutPayload(each))
    else table.delete(each.id)
  }
  return due.length
}

function isTelling({ state, keyDigest, closedFor }: JournalRecord): boolean {
  return state === 'settled' ? keyDigest !== undefined : closedFor === 'denied'
}

function withoutPayload(each: JournalRecord): JournalRecord {
  const payload = { result: undefined, answer: undefined, question: undefined, late: [] }
  return { ...each, ...payload, call: { ...each.call, arguments: {} }, isPruned: true }
}
