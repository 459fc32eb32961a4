import { randomBytes } from 'node:crypto'

import { assertOptions } from '../errors/assert-options.js'
import { toRule } from '../errors/option-problems.js'
import { findAmbientContext } from '../tools/ambient-context.js'
import type { AskedQuestion, Journal, PendingQuestion } from './journal.js'
import type { JournalRecord, RecordedCall, RecordedQuestion } from './record/journal-record.js'
import { answer, approve, complete, deny, withdraw, type Answered } from './states/answer.js'
import { begin, type BeginMeans, type BeginRequest, type Begun } from './states/begin.js'
import { confirm } from './states/confirm.js'
import {
  hold,
  reconcile,
  release,
  settle,
  suspend,
  type Claim,
  type Finished,
} from './states/finish.js'
import { lapse, type JournalTimes } from './states/lapse.js'
import { free, prune, prunedAtOnce, resolve, type Operated } from './states/operate.js'
import { closedFault } from './store/journal-faults.js'
import { elapsedMs, JournalLease, type Moment } from './store/journal-lease.js'
import type { RecordFilter, RecordStore, RecordTable } from './store/record-store.js'

/** What every journal of this package takes. */
export interface JournalOptions {
  /**
   * How long a process is believed to live after it last said so. Nothing is safe because of it: it decides when what a
   * dead process left is told to be in doubt.
   * @defaultValue 30 000 ms
   */
  readonly leaseMs?: number | undefined
  /**
   * How long after its deadline a call may still end by itself.
   * @defaultValue 5000 ms
   */
  readonly graceMs?: number | undefined
  /**
   * How long after the deadline of a call `reconcile` waits before it looks, and an operator before they release it.
   * @defaultValue 60 000 ms
   */
  readonly quietMs?: number | undefined
}

/**
 * A journal over a store: each verb is one transaction of the rules of the states.
 *
 * @throws DefinitionError naming every option that is wrong.
 */
export function createJournal(store: RecordStore, options: JournalOptions = {}): Journal {
  assertOptions('journal', options, optionRules)
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
  /** Claims whose end could not be written: nobody will say it again. */
  readonly #unfinished = new Map<string, Claim>()
  /** Claims that were written, as far as that is known, while nobody was told that they may begin. */
  readonly #unbegun = new Map<string, Claim>()

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
    let started: Claim | undefined
    const work = (table: RecordTable): Begun => {
      const begun = begin(table, request, means)
      started = begun.status === 'started' ? toClaim(begun.record) : undefined
      return begun
    }
    try {
      const begun = await this.#claiming(work)
      if (begun.status === 'started') this.#take(begun.record, since)
      return begun
    } catch (fault) {
      // It may be on the disk all the same, and nothing will run under it.
      if (started !== undefined) this.#unbegun.set(keyOf(started), started)
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
    this.#finish(claim, (table) => release(table, claim, how))

  hold: Journal['hold'] = (claim) => this.#finish(claim, (table) => hold(table, claim))

  suspend: Journal['suspend'] = (claim, question) =>
    this.#finish(claim, (table) => suspend(table, claim, toQuestion(table, question)))

  park(call: RecordedCall, question: AskedQuestion): Promise<JournalRecord> {
    const id = randomId()
    return this.#store.transact((table) => {
      const record: JournalRecord = {
        ...{ id, call, state: 'parked', attempt: 1, phase: 1, doubt: false },
        question: toQuestion(table, question),
        ...{ late: [], changedAtMs: table.nowMs, createdAtMs: table.nowMs },
      }
      table.put(record)
      return record
    })
  }

  reconcile: Journal['reconcile'] = (claim, found) =>
    this.#store.transact((table) => reconcile(table, claim, { found, times: this.#times }))

  approve: Journal['approve'] = ({ by, ...question }) =>
    this.#hear((table) => approve(table, question, { decidedBy: by, times: this.#times }))

  deny: Journal['deny'] = ({ by, reason, ...question }) =>
    this.#hear((table) => deny(table, question, { by, reason, times: this.#times }))

  withdraw: Journal['withdraw'] = ({ reason, ...question }) =>
    this.#hear((table) => withdraw(table, question, { reason, times: this.#times }))

  answer: Journal['answer'] = ({ value, by, ...question }) =>
    this.#hear((table) => answer(table, question, { value, by, times: this.#times }))

  complete: Journal['complete'] = ({ result, performedBy, ...question }) =>
    this.#hear((table) => complete(table, question, { result, performedBy, times: this.#times }))

  resolve: Journal['resolve'] = (recordId, word) =>
    this.#heed((table) => resolve(table, recordId, { ...word, times: this.#times }))

  free: Journal['free'] = (recordId, word) =>
    this.#heed((table) => free(table, recordId, { ...word, times: this.#times }))

  async prune({
    olderThanMs,
    forgetKeys = false,
  }: Parameters<Journal['prune']>[0]): Promise<number> {
    let changedBeforeMs: number | undefined
    for (let count = 0; ;) {
      const touched = await this.#store.transact((table) => {
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
    return this.#store.transact((table) => this.#lapsed(table, table.find(recordId)))
  }

  findSuspended: Journal['findSuspended'] = ({ suspensionId, tenantId }) =>
    this.#store.transact((table) => {
      const record = table.findBySuspension(suspensionId)
      return record?.call.tenantId === tenantId ? this.#lapsed(table, record) : undefined
    })

  list(filter: Omit<RecordFilter, 'changedBeforeMs'> = {}): Promise<readonly JournalRecord[]> {
    const { states } = filter
    return this.#store.transact((table) => {
      // What time has moved meanwhile is moved first, so that it is listed where it now belongs.
      const { tenantId } = filter
      const due = { tenantId, states: waiting, dueBeforeMs: table.nowMs }
      for (const record of [...table.list({ tenantId, states: ['running'] }), ...table.list(due)]) {
        this.#lapsed(table, record)
      }
      return table.list({ ...filter, states })
    })
  }

  async pending({ tenantId }: { readonly tenantId: string }): Promise<readonly PendingQuestion[]> {
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
      if (this.#lease.wasTaken) {
        await this.#store.transact((table) => table.dropLease(this.#holderId))
      }
    } finally {
      await this.#store.close()
    }
  }

  /** A transaction that renews the lease, too, because what it does relies on being believed to live. */
  async #claiming<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    if (this.#closing !== undefined) throw closedFault(this.name)
    const moment = momentNow()
    const unfinished = [...this.#unfinished]
    const unbegun = [...this.#unbegun]
    const { isRenewed, result } = await this.#store.transact((table) => {
      for (const [, claim] of unfinished) holdLost(table, claim)
      for (const [, claim] of unbegun) releaseLost(table, claim)
      return { isRenewed: this.#renew(table), result: work(table) }
    })
    for (const [key] of unfinished) this.#unfinished.delete(key)
    for (const [key] of unbegun) this.#unbegun.delete(key)
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

  async #finish(claim: Claim, work: (table: RecordTable) => Finished): Promise<Finished> {
    const key = keyOf(claim)
    try {
      return await this.#store.transact(work)
    } catch (fault) {
      this.#unfinished.set(key, claim)
      throw fault
    } finally {
      if (this.#claims.delete(key)) this.#lease.drop()
    }
  }

  /** What a person said. A model speaks by tool calls, and must not answer what was asked because of it. */
  #hear(record: (table: RecordTable) => Answered): Promise<Answered> {
    return findAmbientContext() === undefined
      ? this.#store.transact(record)
      : Promise.resolve({ status: 'refused', why: 'inside-a-call', record: undefined })
  }

  /** What an operator said; a model must not say it in their place. */
  #heed(record: (table: RecordTable) => Operated): Promise<Operated> {
    return findAmbientContext() === undefined
      ? this.#store.transact(record)
      : Promise.resolve({ status: 'inside-a-call' })
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

const isDuration = (value: unknown): boolean =>
  typeof value === 'number' && value >= 0 && value < Infinity

const optionRules = {
  leaseMs: toRule('a number of milliseconds above 0', (value) => isDuration(value) && value !== 0),
  graceMs: toRule('a number of milliseconds, 0 or more', isDuration),
  quietMs: toRule('a number of milliseconds, 0 or more', isDuration),
}

/** What its holder could not say is not known to others: its record must not look as if it still ran. */
function holdLost(table: RecordTable, claim: Claim): void {
  const record = table.find(claim.recordId)
  if (record?.state === 'running' && record.attempt === claim.attempt) hold(table, claim)
}

/** Nothing ran under what nobody was told of. */
function releaseLost(table: RecordTable, claim: Claim): void {
  const record = table.find(claim.recordId)
  if (record?.state !== 'running' || record.attempt !== claim.attempt) return
  release(table, claim, { isRetryable: true })
}

/** States that a question which lapses ends. */
const waiting = ['parked', 'answered'] as const

function toQuestion({ nowMs }: RecordTable, asked: AskedQuestion): RecordedQuestion {
  const { expiresInMs, ...rest } = asked
  const expiresAtMs = expiresInMs === undefined ? undefined : nowMs + expiresInMs
  return { ...rest, expiresAtMs, suspensionId: randomId(), fourEyes: false }
}

function toPending({ call, question, changedAtMs }: JournalRecord): readonly PendingQuestion[] {
  if (question === undefined) return []
  const { suspensionId, kind, reason, inputSchema, expiresAtMs, fourEyes } = question
  return [
    {
      ...{ suspensionId, kind, reason, inputSchema, fourEyes, call },
      ...{ tool: call.tool, arguments: call.arguments, argumentsDigest: call.argumentsDigest },
      askedAt: new Date(changedAtMs),
      ...(expiresAtMs === undefined ? {} : { expiresAt: new Date(expiresAtMs) }),
    },
  ]
}

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
