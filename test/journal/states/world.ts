import type { Journal } from '../../../src/journal/journals/journal.js'
import type { JournalRecord, RecordedCall } from '../../../src/journal/record/journal-record.js'
import type { BeginRequest } from '../../../src/journal/states/begin.js'
import type { Claim, Verdict } from '../../../src/journal/states/finish.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import type { RecordStore } from '../../../src/journal/store/record-store.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { argumentsDigest } from '../../../src/tools/arguments-digest.js'

export const times = { leaseMs: 30_000, graceMs: 5000, quietMs: 60_000 }

/** What is the same for all calls of a run. */
export interface WorldOptions {
  readonly effect: 'write' | 'idempotent'
  readonly isApproved: boolean
  readonly deadlineInMs: number | undefined
  readonly expiresInMs: number | undefined
}

/** One attempt as it really is, whatever the journal thinks of it. */
export interface Attempt {
  readonly process: number
  readonly journal: Journal
  readonly claim: Claim
  readonly record: JournalRecord
  hasStarted: boolean
  hasLanded: boolean
  /** Its process is dead, or its body has ended: nothing of it lands any more. */
  isOver: boolean
  /** Its process is dead: it says nothing any more. */
  isDead: boolean
  /** Somebody who knows has said that it did not happen. */
  isKnownNot: boolean
}

/** What somebody found out, and has not told yet. */
export interface Finding {
  readonly record: JournalRecord
  readonly verdict: Verdict
}

/** Two processes on one journal, the effects outside, and one clock that they all have. */
export class World {
  nowMs = Date.UTC(2001, 1, 3)
  /** How long the machine has slept: its steady clock stands still meanwhile. */
  sleptMs = 0
  readonly options: WorldOptions
  readonly attempts: Attempt[] = []
  readonly findings: Finding[] = []
  readonly processes: Journal[]
  readonly #store: RecordStore
  readonly #open: () => Journal
  readonly #opened: Journal[] = []
  #calls = 0
  #page = 1

  constructor(options: WorldOptions) {
    this.options = options
    const records = createMemoryRecords({ now: () => this.nowMs })
    this.#store = records.open()
    this.#open = () => {
      const journal = createJournal(records.open(), times)
      this.#opened.push(journal)
      return journal
    }
    this.processes = [this.#open(), this.#open()]
  }

  /** Its attempts say nothing any more; another process takes its place. */
  kill(process: number): void {
    for (const attempt of this.attempts) {
      if (attempt.process !== process) continue
      attempt.isOver = true
      attempt.isDead = true
    }
    this.processes[process] = this.#open()
  }

  journalOf(process: number): Journal {
    const journal = this.processes[process]
    if (journal === undefined) throw new RangeError(`There is no process ${process}.`)
    return journal
  }

  request(amount: number): BeginRequest {
    const { deadlineInMs } = this.options
    return {
      call: this.#call(amount),
      keyDigest: this.#keyDigest,
      key: { kind: 'declared', value: 'invoice-7' },
      intent: 'start',
      deadlineMs: deadlineInMs === undefined ? undefined : this.nowMs + deadlineInMs,
    }
  }

  /** The next calls have another key. */
  turn(): void {
    this.#page += 1
  }

  isCurrent({ keyDigest }: JournalRecord): boolean {
    return keyDigest === this.#keyDigest
  }

  /** As they are kept, and not as time would leave them. */
  kept(): Promise<readonly JournalRecord[]> {
    return this.#store.transact((table) => table.list({}))
  }

  /** The attempts of what a record is at. */
  attemptsAt({ id, phase }: JournalRecord): readonly Attempt[] {
    return this.attempts.filter(({ record }) => record.id === id && record.phase === phase)
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((journal) => journal.close()))
  }

  get #keyDigest(): string {
    return `key-${this.#page}`
  }

  #call(amount: number): RecordedCall {
    this.#calls += 1
    const args = { amount }
    return {
      ...{ tenantId: 'acme', tool: 'bank/pay', contractDigest: 'c1', effect: this.options.effect },
      arguments: args,
      argumentsDigest: argumentsDigest(args),
      callId: `call-${this.#calls}`,
    }
  }
}
