import assert from 'node:assert/strict'

import type { PendingQuestion } from '../../../src/journal/journals/journal.js'
import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { argumentsDigest } from '../../../src/tools/arguments-digest.js'
import type { Attempt, World } from './world.js'

/** What must hold in a world whatever happens, each by the letter it has in the journal's invariants. */
export class Laws {
  readonly #world: World
  readonly #settled = new Map<string, JournalRecord>()
  readonly #answers = new Map<string, { readonly phase: number; readonly value: number }>()
  readonly #answered = new Set<string>()
  readonly #shown = new Map<string, PendingQuestion>()
  readonly #landed = new Set<string>()
  #unmoved: JournalRecord | undefined
  #answersSaid = 0

  constructor(world: World) {
    this.#world = world
  }

  nextAnswer(): number {
    this.#answersSaid += 1
    return this.#answersSaid
  }

  /** An attempt was claimed; `before` is what was kept then. */
  onStarted(record: JournalRecord, before: readonly JournalRecord[]): void {
    const known = before.find(({ id }) => id === record.id)
    if (known === undefined) return this.onNewRecord(record)
    const isWrite = this.#world.options.effect === 'write'
    assert.ok(!isWrite || known.state === 'answered', '(e) only time moved this write')
    const answer = this.#answers.get(record.id)
    if (record.phase === 0) return
    assert.ok(record.answer !== undefined, '(d) a body goes on without an answer')
    assert.equal(record.answer.value, answer?.value, '(d) another answer')
  }

  onNewRecord({ id, keyDigest }: JournalRecord): void {
    for (const { record, hasStarted, hasLanded, isKnownNot } of this.#world.attempts) {
      if (record.id === id || record.keyDigest !== keyDigest) continue
      assert.ok(!hasLanded, '(b) a key is free whose call landed')
      assert.ok(!hasStarted || isKnownNot, '(b) a key is free whose call may land')
    }
  }

  onBody({ record }: Attempt): void {
    if (this.#world.options.effect === 'write') {
      const earlier = this.#world.attemptsAt(record).filter(({ hasStarted }) => hasStarted)
      const isKnown = earlier.every(({ isKnownNot }) => isKnownNot)
      assert.ok(isKnown, '(a) a body starts again that may have landed')
    }
    const { call } = record
    assert.equal(argumentsDigest(call.arguments), call.argumentsDigest, '(f) another digest')
    const shown = this.#shown.get(record.id)
    if (!this.#world.options.isApproved) return
    assert.deepEqual(shown?.arguments, call.arguments, '(f) not what the approver saw')
    assert.equal(shown.argumentsDigest, call.argumentsDigest, '(f) not what was digested')
  }

  onLanding({ record: { keyDigest = '' } }: Attempt): void {
    const isOnce = this.#world.options.effect === 'idempotent' || !this.#landed.has(keyDigest)
    assert.ok(isOnce, '(a) an effect landed twice')
    this.#landed.add(keyDigest)
  }

  onApproval({ id }: JournalRecord, shown: PendingQuestion): void {
    this.#recordOnce(shown.suspensionId)
    this.#shown.set(id, shown)
  }

  onAnswer({ id, phase, question }: JournalRecord, value: number): void {
    this.#recordOnce(question?.suspensionId ?? '')
    this.#answers.set(id, { phase, value })
  }

  /** Who knows has said of all attempts of a record that they did not happen. */
  onKnownNot({ id }: JournalRecord): void {
    for (const attempt of this.#world.attempts) {
      if (attempt.record.id === id) attempt.isKnownNot = true
    }
  }

  /** What an attempt said, and what was kept before: once another one has its number, it moves nothing. */
  onWord({ claim }: Attempt, before: readonly JournalRecord[]): void {
    const known = before.find(({ id }) => id === claim.recordId)
    if (known !== undefined && known.attempt !== claim.attempt) this.#unmoved = known
  }

  afterAnything(records: readonly JournalRecord[]): void {
    for (const record of records) {
      this.#keepsSettled(record)
      this.#keepsAnswer(record)
      const isDoubtful = record.state !== 'in-doubt' || record.doubt
      assert.ok(isDoubtful, '(b) a record is in doubt, and its doubt would not stick')
      if (record.id !== this.#unmoved?.id) continue
      const same = { ...record, late: [] }
      assert.deepEqual(same, { ...this.#unmoved, late: [] }, '(a) an old attempt moved its record')
    }
    this.#unmoved = undefined
    const open = records.filter(({ state }) => state !== 'closed')
    const keys = new Set(open.map(({ keyDigest }) => keyDigest))
    assert.equal(open.length, keys.size, '(b) a key has two records')
  }

  #recordOnce(suspensionId: string): void {
    assert.ok(!this.#answered.has(suspensionId), '(d) a question was answered twice')
    this.#answered.add(suspensionId)
  }

  #keepsSettled(record: JournalRecord): void {
    const known = this.#settled.get(record.id)
    if (known !== undefined) {
      assert.deepEqual({ ...record, late: [] }, { ...known, late: [] }, '(c) settled has changed')
    }
    if (record.state === 'settled') this.#settled.set(record.id, record)
  }

  #keepsAnswer({ id, phase, state, answer }: JournalRecord): void {
    const given = this.#answers.get(id)
    if (given?.phase !== phase) return
    assert.notEqual(state, 'closed', '(d) an answer was lost with its record')
    assert.equal(answer?.value, given.value, '(d) an answer was lost')
  }
}
