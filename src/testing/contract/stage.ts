import assert from 'node:assert/strict'

import type { AskedQuestion, Journal } from '../../journal/journals/journal.js'
import type { JournalRecord, RecordedCall } from '../../journal/record/journal-record.js'
import type { Answered, AnsweredQuestion, AnswerRefusal } from '../../journal/states/answer.js'
import type { BeginRequest, Begun } from '../../journal/states/begin.js'
import type { Claim } from '../../journal/states/finish.js'
import { argumentsDigest } from '../../tools/arguments-digest.js'

/** The times of a journal, as `createJournal` takes them, in milliseconds. */
export interface ContractTimes {
  /** How long a holder is believed to live. */
  readonly leaseMs: number
  /** How long a call may end by itself after its deadline. */
  readonly graceMs: number
  /** How long after its deadline a call in doubt is left alone. */
  readonly quietMs: number
}

/** What the contract opens journals with. */
export const times: ContractTimes = { leaseMs: 30_000, graceMs: 5000, quietMs: 60_000 }

/** Two journals on one store, and the clock both go by. */
export interface Stage {
  readonly first: Journal
  readonly second: Journal
  readonly now: () => number
  readonly advance: (ms: number) => void
}

/** What happens on a stage; rejects where it should not have happened so. */
export type Scene = (stage: Stage) => Promise<void>

/** Scenes by what they show. */
export type Scenes = Readonly<Record<string, Scene>>

export const tenantId = 'acme'
export const output = { status: 'output', value: 'paid' } as const
export const approval = { reason: 'money', fourEyes: false } as const
export const question: AskedQuestion = {
  kind: 'answer',
  reason: 'which account?',
  inputSchema: { type: 'string' },
}
export const external: AskedQuestion = { ...question, kind: 'external' }

/** What a call of a scene may differ in. */
export type CallChanges = Partial<Omit<BeginRequest, 'call'>> & {
  readonly call?: Partial<RecordedCall>
}

/** A call that writes, under a key, which wants to start; and what is given instead. */
function request({ call, ...changes }: CallChanges = {}): BeginRequest {
  return {
    call: recordedCall(call),
    keyDigest: 'key-digest',
    key: { kind: 'declared', value: 'invoice-7' },
    intent: 'start',
    ...changes,
  }
}

/** The call of `request`. */
export function recordedCall(changes: Partial<RecordedCall> = {}): RecordedCall {
  const args = changes.arguments ?? { invoice: 7 }
  return {
    ...{ tenantId, tool: 'bank/pay', effect: 'write', callId: 'call-1', contractDigest: 'c1' },
    arguments: args,
    argumentsDigest: argumentsDigest(args),
    ...changes,
  }
}

/** Begins, and holds the answer to be this one. */
export async function begins<Status extends Begun['status']>(
  journal: Journal,
  status: Status,
  changes: CallChanges = {},
): Promise<Extract<Begun, { readonly status: Status }>> {
  const begun = await journal.begin(request(changes))
  assert.equal(begun.status, status)
  return begun as Extract<Begun, { readonly status: Status }>
}

/** Begins, and holds the body to run. */
export async function starts(journal: Journal, changes: CallChanges = {}): Promise<JournalRecord> {
  return (await begins(journal, 'started', changes)).record
}

/** Proposes a call a person has to approve, and holds it to be parked. */
export async function proposes(
  journal: Journal,
  changes: CallChanges = {},
): Promise<JournalRecord> {
  return (await begins(journal, 'parked', { intent: 'propose', approval, ...changes })).record
}

/** Starts a call whose body asks. */
export async function suspends(
  journal: Journal,
  changes: CallChanges = {},
  asked: AskedQuestion = question,
): Promise<JournalRecord> {
  const { record } = await journal.suspend(claimOf(await starts(journal, changes)), asked)
  assert.ok(record)
  return record
}

/** Lets a person say yes. */
export async function approves(journal: Journal, parked: JournalRecord): Promise<JournalRecord> {
  return recorded(await journal.approve({ ...questionOf(parked), by: 'ann' }))
}

/** Lets somebody answer. */
export async function answers(journal: Journal, parked: JournalRecord): Promise<JournalRecord> {
  return recorded(await journal.answer({ ...questionOf(parked), value: 'A-1', by: 'ann' }))
}

/** The record, when what was said was recorded. */
export function recorded(answered: Answered): JournalRecord {
  assert.equal(answered.status, 'recorded')
  assert.ok(answered.record)
  return answered.record
}

/** Holds what was said to be refused for this reason. */
export function isRefused(answered: Answered, why: AnswerRefusal): void {
  assert.equal(answered.status, 'refused')
  assert.equal(answered.why, why)
}

/** Holds what happens to leave a record exactly as it was. */
export async function leaves(
  journal: Journal,
  { id }: JournalRecord,
  happens: () => Promise<unknown>,
): Promise<void> {
  const before = await journal.find(id)
  await happens()
  assert.deepEqual(await journal.find(id), before)
}

/** Holds a record, as anyone finds it, to have at least these parts. */
export async function stands(
  journal: Journal,
  { id }: Pick<JournalRecord, 'id'>,
  expected: Partial<JournalRecord>,
): Promise<JournalRecord> {
  const record = await journal.find(id)
  assert.ok(record)
  for (const part of Object.keys(expected) as (keyof JournalRecord)[]) {
    assert.deepEqual(record[part], expected[part], part)
  }
  return record
}

/** The attempt that a record is at. */
export function claimOf({ id, attempt }: JournalRecord): Claim {
  return { recordId: id, attempt }
}

/** Which question somebody answers. */
export function questionOf(record: JournalRecord): AnsweredQuestion {
  assert.ok(record.question)
  return { suspensionId: record.question.suspensionId, tenantId: record.call.tenantId }
}
