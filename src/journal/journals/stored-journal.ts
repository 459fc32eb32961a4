import { randomBytes } from 'node:crypto'

import { assertOptions } from '../../errors/assert-options.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { findAmbientContext } from '../../tools/ambient-context.js'
import type { AskedQuestion, Journal, PendingQuestion } from './journal.js'
import { journalRules, type JournalOptions } from './journal-options.js'
import { toPending, toQuestion } from './parked-question.js'
import type { JournalRecord, RecordedCall } from '../record/journal-record.js'
import { answer, approve, complete, deny, withdraw, type Answered } from '../states/answer.js'
import { begin, type BeginMeans, type BeginRequest, type Begun } from '../states/begin.js'
import { confirm } from '../states/confirm.js'
import {
  hold,
  reconcile,
  release,
  settle,
  suspend,
  type Claim,
  type Finished,
} from '../states/finish.js'
import { lapse, type JournalTimes } from '../states/lapse.js'
import { free, prune, prunedAtOnce, resolve, type Operated } from '../states/operate.js'
import { holdLost, LeftBehind, releaseLost, withdrawLost } from './put-right.js'
import { assertSaid, type SaidVerb } from './said.js'
import { closedFault } from '../store/journal-faults.js'
import { elapsedMs, JournalLease, type Moment } from '../store/journal-lease.js'
import type { RecordFilter, RecordStore, RecordTable } from '../store/record-store.js'

/**
 * A journal over a store: each verb is one transaction of the rules of the states.
 *
 * @throws DefinitionError naming every option that is wrong.
 */
export function createJournal(store: RecordStore, options: JournalOptions = {}): Journal {
  assertOptions('journal', options, journalRules)
  if (!isStore(store)) throw new DefinitionError([noStore])
  return new StoredJournal(store, options)
}

class StoredJournal implements Journal {
  readonly name: string
  readonly #store: RecordStore
  readonly #times: JournalTimes
  readonly #leaseMs: number
  readonly #holderId = randomId()
  readonly #lease: JournalLease
  /** What this journal let begin and has not heard the end of, by its claim. */
  readonly #claims = new Map<string, HeldClaim>()
  #closing: Promise<void> | undefined
  readonly #left = new LeftBehind()

  constructor(store: RecordStore, { leaseMs, graceMs, quietMs }: JournalOptions) {
    this.name = store.name
    this.#store = store
    this.#times = { graceMs: graceMs ?? 5000, quietMs: quietMs ?? 60_000 }
    this.#leaseMs = leaseMs ?? 30_000
    const beat = (): Promise<unknown> => this.#claiming(() => undefined)
    this.#lease = new JournalLease({ leaseMs: this.#leaseMs, now: momentNow, beat })
  }

  async begin(request: BeginRequest): Promise<Begun> {
    const means: BeginMeans = {
      recordId: randomId(),
      suspensionId: randomId(),
      holder: { holderId: this.#holderId, processId: process.pid },
      times: this.#times,
    }
    const since = momentNow()
    let untold: Begun | undefined
    try {
      const begun = await this.#claiming((table) => (untold = begin(table, request, means)))
      if (begun.status === 'started') this.#take(begun.record, since)
      return begun
    } catch (fault) {
      // It may be on the disk all the same.
      if (untold !== undefined) this.#leave(untold)
      throw fault
    }
  }

  async confirm(claim: Claim): Promise<boolean> {
    const key = keyOf(claim)
    const held = this.#claims.get(key)
    if (held !== undefined && this.#isSurelyHeld(held)) return true
    const isHeld = await this.#claiming((table) => confirm(table, claim, this.#times))
    if (isHeld && held !== undefined) this.#claims.set(key, { ...held, term: this.#lease.term })
    return isHeld
  }

  settle: Journal['settle'] = (claim, result) =>
    this.#finish(claim, (table) => settle(table, claim, result))

  release: Journal['release'] = (claim, how) =>
    this.#finish(claim, (table) => release(table, claim, how), releaseLost(claim, how))

  hold: Journal['hold'] = (claim) => this.#finish(claim, (table) => hold(table, claim))

  suspend: Journal['suspend'] = (claim, question) =>
    this.#finish(claim, (table) => suspend(table, claim, toQuestion(table, question, randomId())))

  park(call: RecordedCall, question: AskedQuestion): Promise<JournalRecord> {
    const id = randomId()
    return this.#transact((table) => {
      const record: JournalRecord = {
        ...{ id, call, state: 'parked', attempt: 1, phase: 1, doubt: false },
        question: toQuestion(table, question, randomId()),
        ...{ late: [], changedAtMs: table.nowMs, createdAtMs: table.nowMs },
      }
      table.put(record)
      return record
    })
  }

  reconcile: Journal['reconcile'] = (claim, found) =>
    this.#transact((table) => reconcile(table, claim, { found, times: this.#times }))

  approve: Journal['approve'] = (said) =>
    this.#hear('approve', said, ({ by, ...question }, table) =>
      approve(table, question, { decidedBy: by, times: this.#times }),
    )

  deny: Journal['deny'] = (said) =>
    this.#hear('deny', said, ({ by, reason, ...question }, table) =>
      deny(table, question, { by, reason, times: this.#times }),
    )

  withdraw: Journal['withdraw'] = async (said) => {
    try {
      return await this.#hear('withdraw', said, ({ reason, ...question }, table) =>
        withdraw(table, question, { reason, times: this.#times }),
      )
    } catch (fault) {
      // A call that gives its own question up has ended: nobody else will take the question back.
      if (said.isYesToo === true) this.#left.add(said.suspensionId, withdrawLost(said, this.#times))
      throw fault
    }
  }

  answer: Journal['answer'] = (said) =>
    this.#hear('answer', said, ({ value, by, ...question }, table) =>
      answer(table, question, { value, by, times: this.#times }),
    )

  complete: Journal['complete'] = (said) =>
    this.#hear('complete', said, ({ result, performedBy, ...question }, table) =>
      complete(table, question, { result, performedBy, times: this.#times }),
    )

  resolve: Journal['resolve'] = (recordId, word) =>
    this.#heed('resolve', word, (table) =>
      resolve(table, recordId, { ...word, times: this.#times }),
    )

  free: Journal['free'] = (recordId, word) =>
    this.#heed('free', word, (table) => free(table, recordId, { ...word, times: this.#times }))

  async prune(what: Parameters<Journal['prune']>[0]): Promise<number> {
    assertSaid('prune', what)
    const { olderThanMs, forgetKeys = false } = what
    let changedBeforeMs: number | undefined
    for (let count = 0; ;) {
      const touched = await this.#transact((table) => {
        // Of one moment over all batches, so that it ends however long it takes.
        changedBeforeMs ??= table.nowMs - olderThanMs
        table.dropLapsedLeases()
        return prune(table, { changedBeforeMs, forgetKeys })
      })
      count += touched
      if (touched < prunedAtOnce) return count
    }
  }

  find(recordId: string): Promise<JournalRecord | undefined> {
    return this.#transact((table) => this.#lapsed(table, table.find(recordId)))
  }

  findSuspended: Journal['findSuspended'] = async (question) => {
    const { suspensionId, tenantId } = question
    return this.#transact((table) => {
      const record = table.findBySuspension(suspensionId)
      const isTheirs = record !== undefined && record.call.tenantId === tenantId
      return isTheirs ? this.#lapsed(table, record) : undefined
    })
  }

  list(filter: Omit<RecordFilter, 'changedBeforeMs'> = {}): Promise<readonly JournalRecord[]> {
    const { states } = filter
    return this.#transact((table) => {
      // What time has moved meanwhile is moved first, so that it is listed where it now belongs.
      const { tenantId } = filter
      const due = { tenantId, states: waiting, dueBeforeMs: table.nowMs }
      for (const record of [...table.list({ tenantId, states: ['running'] }), ...table.list(due)]) {
        this.#lapsed(table, record)
      }
      return table.list({ ...filter, states })
    })
  }

  async pending(context: { readonly tenantId: string }): Promise<readonly PendingQuestion[]> {
    const { tenantId } = context
    const parked = await this.list({ tenantId, states: ['parked'] })
    return parked.flatMap(toPending)
  }

  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#lease.end()
    try {
      if (this.#lease.wasTaken || this.#left.isAny) {
        await this.#transact((table) => table.dropLease(this.#holderId))
      }
    } finally {
      await this.#store.close()
    }
  }

  /** A transaction that renews the lease, too, because what it does relies on being believed to live. */
  async #claiming<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    if (this.#closing !== undefined) throw closedFault(this.name)
    const moment = momentNow()
    const { isRenewed, result } = await this.#transact((table) => ({
      isRenewed: this.#renew(table),
      result: work(table),
    }))
    if (isRenewed) this.#lease.renewed(moment)
    return result
  }

  /** Most calls of a busy journal find it as good as new, and spare the write. */
  #renew(table: RecordTable): boolean {
    const untilMs = table.findLease(this.#holderId) ?? -Infinity
    if (untilMs - table.nowMs > this.#leaseMs * freshShare) return false
    table.setLease(this.#holderId, table.nowMs + this.#leaseMs)
    return true
  }

  #take(record: JournalRecord, since: Moment): void {
    const { holder, changedAtMs } = record
    const endsInMs = (holder?.deadlineMs ?? Infinity) + this.#times.graceMs - changedAtMs
    this.#claims.set(keyOf(toClaim(record)), { term: this.#lease.term, since, endsInMs })
    this.#lease.hold()
  }

  /** True when nobody can have thought it gone since it was last known to be held. */
  #isSurelyHeld({ term, since, endsInMs }: HeldClaim): boolean {
    const isSameTerm = term !== undefined && term === this.#lease.term
    return isSameTerm && elapsedMs(since, momentNow()) < endsInMs
  }

  /** What its holder could not write is in doubt for others, unless it is known all the same. */
  async #finish(
    claim: Claim,
    work: (table: RecordTable) => Finished,
    putRight = holdLost(claim),
  ): Promise<Finished> {
    const key = keyOf(claim)
    try {
      return await this.#transact(work)
    } catch (fault) {
      this.#left.add(key, putRight)
      throw fault
    } finally {
      if (this.#claims.delete(key)) this.#lease.drop()
    }
  }

  /** What a person said. A model speaks by tool calls, and must not answer what was asked because of it. */
  async #hear<Said>(
    verb: SaidVerb,
    said: Said,
    record: (said: Said, table: RecordTable) => Answered,
  ): Promise<Answered> {
    assertSaid(verb, said)
    return findAmbientContext() === undefined
      ? this.#transact((table) => record(said, table))
      : { status: 'refused', why: 'inside-a-call', record: undefined }
  }

  /** What an operator said; a model must not say it in their place. */
  async #heed(
    verb: SaidVerb,
    said: unknown,
    record: (table: RecordTable) => Operated,
  ): Promise<Operated> {
    assertSaid(verb, said)
    return findAmbientContext() === undefined ? this.#transact(record) : { status: 'inside-a-call' }
  }

  /** One transaction of the store, in which first what was left behind is put right. */
  async #transact<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    const left = this.#left.get()
    const result = await this.#store.transact((table) => {
      for (const putRight of left.values()) putRight(table)
      return work(table)
    })
    this.#left.forget(left)
    return result
  }

  /** Nobody was told what came of a call that wanted to begin: nothing will run, and nobody will be asked. */
  #leave(begun: Begun): void {
    if (begun.status === 'started') {
      const claim = toClaim(begun.record)
      // Its caller was told that it did not happen: no yes to it counts on.
      this.#left.add(keyOf(claim), releaseLost(claim, { isRetryable: false }))
    } else if (begun.status === 'parked' && begun.isNew && begun.record.question !== undefined) {
      const { suspensionId } = begun.record.question
      const { tenantId } = begun.record.call
      const reason = 'the call that asked was not told of it'
      this.#left.add(suspensionId, withdrawLost({ suspensionId, tenantId, reason }, this.#times))
    }
  }

  #lapsed(table: RecordTable, record: JournalRecord | undefined): JournalRecord | undefined {
    return record && lapse(record, table, this.#times)
  }
}

/** What must be left of a lease for it to do as it is. */
const freshShare = 5 / 6

/** A claim as its holder knows it. */
interface HeldClaim {
  /** The term of the lease in which it was last known to be held; undefined when that was over by then. */
  readonly term: number | undefined
  readonly since: Moment
  /** How long after that it counts as live, if its lease holds. */
  readonly endsInMs: number
}

/** States that a question which lapses ends. */
const waiting = ['parked', 'answered'] as const

function toClaim({ id, attempt }: JournalRecord): Claim {
  return { recordId: id, attempt }
}

function keyOf({ recordId, attempt }: Claim): string {
  return `${recordId}/${attempt.toString()}`
}

/** 128 random bits. */
function randomId(): string {
  return randomBytes(16).toString('hex')
}

function momentNow(): Moment {
  return { steadyMs: performance.now(), wallMs: Date.now() }
}

function isStore(store: unknown): boolean {
  const { transact, close } = (store ?? {}) as Partial<RecordStore>
  return typeof transact === 'function' && typeof close === 'function'
}

const noStore = {
  subject: 'createJournal',
  message: 'there is no store.',
  fix: 'Pass { name, transact, close }, or use memoryJournal() or sqliteJournal({ path }).',
}
