import { randomBytes } from 'node:crypto'

import type { AskedQuestion, Journal, PendingQuestion } from './journal.js'
import type { JournalRecord, RecordedCall, RecordedQuestion } from './record/journal-record.js'
import { answer, approve, complete, deny, withdraw } from './states/answer.js'
import { begin, type BeginMeans, type BeginRequest, type Begun } from './states/begin.js'
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
import { free, prune, resolve } from './states/operate.js'
import { JournalLease } from './store/journal-lease.js'
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

/** A journal over a store: each verb is one transaction of the rules of the states. */
export function createJournal(store: RecordStore, options: JournalOptions = {}): Journal {
  return new StoredJournal(store, options)
}

class StoredJournal implements Journal {
  readonly name: string
  readonly #store: RecordStore
  readonly #times: JournalTimes
  readonly #leaseMs: number
  readonly #holderId = randomId()
  readonly #lease: JournalLease
  /** Claims whose bodies this journal has let start. */
  readonly #claims = new Set<string>()

  constructor(store: RecordStore, { leaseMs, graceMs, quietMs }: JournalOptions) {
    this.name = store.name
    this.#store = store
    this.#times = { graceMs: graceMs ?? 5000, quietMs: quietMs ?? 60_000 }
    this.#leaseMs = leaseMs ?? 30_000
    this.#lease = new JournalLease({
      store,
      holderId: this.#holderId,
      leaseMs: this.#leaseMs,
      monotonicMs,
    })
  }

  async begin(request: BeginRequest): Promise<Begun> {
    const means: BeginMeans = {
      recordId: randomId(),
      suspensionId: randomId(),
      holder: { holderId: this.#holderId, processId: process.pid },
      times: this.#times,
    }
    const begun = await this.#claiming((table) => begin(table, request, means))
    if (begun.status === 'started') this.#take(toClaim(begun.record))
    return begun
  }

  async confirm(claim: Claim): Promise<boolean> {
    if (this.#lease.isValid) return true
    return this.#claiming((table) => this.#reclaim(table, claim))
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
    this.#store.transact((table) => reconcile(table, claim, found))

  approve: Journal['approve'] = ({ by, ...question }) =>
    this.#store.transact((table) => approve(table, question, { decidedBy: by, times: this.#times }))

  deny: Journal['deny'] = ({ by, reason, ...question }) =>
    this.#store.transact((table) => deny(table, question, { by, reason, times: this.#times }))

  withdraw: Journal['withdraw'] = ({ reason, ...question }) =>
    this.#store.transact((table) => withdraw(table, question, { reason, times: this.#times }))

  answer: Journal['answer'] = ({ value, by, ...question }) =>
    this.#store.transact((table) => answer(table, question, { value, by, times: this.#times }))

  complete: Journal['complete'] = ({ result, performedBy, ...question }) =>
    this.#store.transact((table) =>
      complete(table, question, { result, performedBy, times: this.#times }),
    )

  resolve: Journal['resolve'] = (recordId, word) =>
    this.#store.transact((table) => resolve(table, recordId, { ...word, times: this.#times }))

  free: Journal['free'] = (recordId, word) =>
    this.#store.transact((table) => free(table, recordId, { ...word, times: this.#times }))

  prune({ olderThanMs, forgetKeys = false }: Parameters<Journal['prune']>[0]): Promise<number> {
    return this.#store.transact((table) =>
      prune(table, { changedBeforeMs: table.nowMs - olderThanMs, forgetKeys }),
    )
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
      for (const record of table.list({ tenantId: filter.tenantId, states: movedByTime })) {
        this.#lapsed(table, record)
      }
      return table.list({ ...filter, states })
    })
  }

  async pending({ tenantId }: { readonly tenantId: string }): Promise<readonly PendingQuestion[]> {
    const parked = await this.list({ tenantId, states: ['parked'] })
    return parked.flatMap(toPending)
  }

  async close(): Promise<void> {
    this.#lease.stop()
    await this.#store
      .transact((table) => table.dropLease(this.#holderId))
      .finally(() => this.#store.close())
  }

  /** A transaction that renews the lease, too, because what it does relies on being believed to live. */
  async #claiming<Result>(work: (table: RecordTable) => Result): Promise<Result> {
    const fromMs = monotonicMs()
    const result = await this.#store.transact((table) => {
      table.setLease(this.#holderId, table.nowMs + this.#leaseMs)
      return work(table)
    })
    this.#lease.renewed(fromMs)
    return result
  }

  /** Somebody may have moved it while this holder was thought to be gone. */
  #reclaim(table: RecordTable, { recordId, attempt }: Claim): boolean {
    const record = table.find(recordId)
    if (record?.attempt !== attempt) return false
    // Nobody took it: that it was thought to be in doubt does not keep the body of this attempt from starting at last.
    if (record.state === 'in-doubt') table.put({ ...record, state: 'running' })
    return record.state === 'in-doubt' || record.state === 'running'
  }

  #take(claim: Claim): void {
    this.#claims.add(keyOf(claim))
    this.#lease.hold()
  }

  async #finish(claim: Claim, work: (table: RecordTable) => Finished): Promise<Finished> {
    try {
      return await this.#store.transact(work)
    } finally {
      if (this.#claims.delete(keyOf(claim))) this.#lease.drop()
    }
  }

  #lapsed(table: RecordTable, record: JournalRecord | undefined): JournalRecord | undefined {
    return record && lapse(record, table, this.#times)
  }
}

const movedByTime = ['running', 'parked', 'answered'] as const

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

function monotonicMs(): number {
  return performance.now()
}
