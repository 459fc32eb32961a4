import type { JournalRecord } from '../record/journal-record.js'
import { byAge } from './record-order.js'
import type { DenialQuery } from './record-store.js'

/** A record and its place in the order of insertion, which replacing it keeps. */
export interface MemoryRow {
  readonly record: JournalRecord
  readonly sequence: number
}

/** The records themselves, with what they are looked up by. */
export class MemoryRows {
  /** When the record that changed last did. */
  newestMs = 0
  readonly leases = new Map<string, number>()
  readonly #rows = new Map<string, MemoryRow>()
  /** Of the records that are not closed: their keys, each to one id. */
  readonly #openKeys = new Map<string, string>()
  readonly #suspensions = new Map<string, string>()
  readonly #denied = new Map<string, MemoryRow>()
  #lastSequence = 0

  get(id: string): MemoryRow | undefined {
    return this.#rows.get(id)
  }

  findByKey(keyDigest: string): MemoryRow | undefined {
    return this.#find(this.#openKeys.get(keyDigest))
  }

  findBySuspension(suspensionId: string): MemoryRow | undefined {
    return this.#find(this.#suspensions.get(suspensionId))
  }

  findDenied(query: DenialQuery): MemoryRow | undefined {
    return [...this.#denied.values()]
      .filter(({ record }) => isDenialOf(record, query))
      .sort(byAge)
      .at(-1)
  }

  all(): readonly MemoryRow[] {
    return [...this.#rows.values()]
  }

  nextSequence(): number {
    this.#lastSequence += 1
    return this.#lastSequence
  }

  /** Puts the row in place of the one with this id, or takes that away. */
  replace(id: string, row: MemoryRow | undefined): void {
    this.#forget(id)
    if (row === undefined) return
    const { record } = row
    this.#rows.set(id, row)
    if (record.keyDigest !== undefined && record.state !== 'closed')
      this.#openKeys.set(record.keyDigest, id)
    if (record.question !== undefined) this.#suspensions.set(record.question.suspensionId, id)
    if (record.closedFor === 'denied') this.#denied.set(id, row)
    this.newestMs = Math.max(this.newestMs, record.changedAtMs)
  }

  #forget(id: string): void {
    const record = this.#rows.get(id)?.record
    if (record === undefined) return
    this.#rows.delete(id)
    this.#denied.delete(id)
    dropOwn(this.#openKeys, record.keyDigest, id)
    dropOwn(this.#suspensions, record.question?.suspensionId, id)
  }

  #find(id: string | undefined): MemoryRow | undefined {
    return id === undefined ? undefined : this.#rows.get(id)
  }
}

/** A closed record may share its key with an open one, which the entry then belongs to. */
function dropOwn(entries: Map<string, string>, key: string | undefined, id: string): void {
  if (key !== undefined && entries.get(key) === id) entries.delete(key)
}

function isDenialOf({ call }: JournalRecord, query: DenialQuery): boolean {
  if (call.tenantId !== query.tenantId) return false
  // A host may count the calls of each run anew, so that a call id says something within its run only.
  if (call.runId !== query.runId) return false
  const isEqual = call.tool === query.tool && call.argumentsDigest === query.argumentsDigest
  const isSameCall = call.callId === query.callId
  // Outside of runs a call id says nothing by itself: it may be counted anew for each conversation.
  return query.runId === undefined ? isSameCall && isEqual : isSameCall || isEqual
}
