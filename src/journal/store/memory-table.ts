import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JournalRecord } from '../record/journal-record.js'
import { byAge } from './record-order.js'
import { keyTakenFault, transactionOverFault } from './journal-faults.js'
import type { MemoryRow, MemoryRows } from './memory-rows.js'
import type { DenialQuery, RecordFilter, RecordTable } from './record-store.js'

/** The records as one transaction sees them, and how to undo what it changes. */
export class MemoryTable implements RecordTable {
  readonly nowMs: number
  readonly #rows: MemoryRows
  readonly #newestMs: number
  readonly #undo: (() => void)[] = []
  #isOver = false

  constructor(rows: MemoryRows, nowMs: number) {
    this.#rows = rows
    this.#newestMs = rows.newestMs
    this.nowMs = nowMs
  }

  find(id: string): JournalRecord | undefined {
    return this.#open.get(id)?.record
  }

  findByKey(keyDigest: string): JournalRecord | undefined {
    return this.#open.findByKey(keyDigest)?.record
  }

  findBySuspension(suspensionId: string): JournalRecord | undefined {
    return this.#open.findBySuspension(suspensionId)?.record
  }

  findDenied(query: DenialQuery): JournalRecord | undefined {
    return this.#open.findDenied(query)?.record
  }

  list(filter: RecordFilter): readonly JournalRecord[] {
    return this.#open
      .all()
      .filter(({ record }) => isMatch(record, filter))
      .sort(byAge)
      .slice(0, filter.limit)
      .map(({ record }) => record)
  }

  put(record: JournalRecord): void {
    const rows = this.#open
    const holder = record.keyDigest === undefined ? undefined : rows.findByKey(record.keyDigest)
    if (record.state !== 'closed' && holder !== undefined && holder.record.id !== record.id)
      throw keyTakenFault('memory')
    const sequence = rows.get(record.id)?.sequence ?? rows.nextSequence()
    this.#replace(record.id, { record: toKept(record), sequence })
  }

  delete(id: string): void {
    this.#replace(id, undefined)
  }

  findLease(holderId: string): number | undefined {
    return this.#open.leases.get(holderId)
  }

  setLease(holderId: string, untilMs: number): void {
    this.#rememberLease(holderId)
    this.#open.leases.set(holderId, untilMs)
  }

  dropLease(holderId: string): void {
    this.#rememberLease(holderId)
    this.#open.leases.delete(holderId)
  }

  dropLapsedLeases(): void {
    for (const [holderId, untilMs] of this.#open.leases) {
      if (untilMs <= this.nowMs) this.dropLease(holderId)
    }
  }

  /** Takes back all it changed, the last change first. */
  undo(): void {
    for (const step of this.#undo.reverse()) step()
    this.#rows.newestMs = this.#newestMs
  }

  /** From then on it can no longer be used. */
  end(): void {
    this.#isOver = true
  }

  get #open(): MemoryRows {
    if (this.#isOver) throw transactionOverFault('memory')
    return this.#rows
  }

  #replace(id: string, row: MemoryRow | undefined): void {
    const rows = this.#open
    const before = rows.get(id)
    this.#undo.push(() => rows.replace(id, before))
    rows.replace(id, row)
  }

  #rememberLease(holderId: string): void {
    const { leases } = this.#open
    const before = leases.get(holderId)
    this.#undo.push(() => {
      if (before === undefined) leases.delete(holderId)
      else leases.set(holderId, before)
    })
  }
}

/** What a file would give back: JSON of its own, which nobody can change. */
function toKept(record: JournalRecord): JournalRecord {
  return deepFreeze(JSON.parse(JSON.stringify(record)) as JournalRecord)
}

function isMatch(record: JournalRecord, filter: RecordFilter): boolean {
  const { tenantId, states, changedBeforeMs, isPruned, dueBeforeMs } = filter
  return (
    isOrAny(tenantId, record.call.tenantId) &&
    isOrAny(isPruned, record.isPruned === true) &&
    (states === undefined || states.includes(record.state)) &&
    (changedBeforeMs === undefined || record.changedAtMs <= changedBeforeMs) &&
    (dueBeforeMs === undefined || (record.question?.expiresAtMs ?? Infinity) <= dueBeforeMs)
  )
}

/** True where nothing is asked for, too. */
function isOrAny<Value>(wanted: Value | undefined, found: Value): boolean {
  return wanted === undefined || wanted === found
}
