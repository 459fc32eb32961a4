import type { JournalRecord } from '../../record/journal-record.js'
import { transactionOverFault } from '../journal-faults.js'
import { journalTime } from '../journal-time.js'
import type { DenialQuery, RecordFilter, RecordTable } from '../record-store.js'
import {
  recordColumns,
  toColumns,
  toColumnText,
  toRecord,
  type RecordSeal,
} from './record-columns.js'
import type { SqliteConnection } from './sqlite-connection.js'
import type { SqlRow, SqlValue } from './sqlite-handle.js'

/** The records as one transaction on a connection sees them. */
export class SqliteTable implements RecordTable {
  readonly nowMs: number
  readonly #connection: SqliteConnection
  readonly #seal: RecordSeal | undefined
  #isOver = false

  constructor(connection: SqliteConnection, clockMs: number, seal: RecordSeal | undefined) {
    this.#connection = connection
    this.#seal = seal
    this.nowMs = journalTime(clockMs, Number(connection.find(newest)?.['newest'] ?? 0))
  }

  find(id: string): JournalRecord | undefined {
    return this.#record(this.#open.find(byId, toColumnText(id)))
  }

  findByKey(keyDigest: string): JournalRecord | undefined {
    return this.#record(this.#open.find(byKey, toColumnText(keyDigest)))
  }

  findBySuspension(suspensionId: string): JournalRecord | undefined {
    return this.#record(this.#open.find(bySuspension, toColumnText(suspensionId)))
  }

  findDenied(query: DenialQuery): JournalRecord | undefined {
    const [tenant, call, tool, digest] = [
      query.tenantId,
      query.callId,
      query.tool,
      query.argumentsDigest,
    ].map(toColumnText) as [string, string, string, string]
    const run = query.runId === undefined ? null : toColumnText(query.runId)
    const sameCall = [tenant, call, run, tool, digest]
    return this.#record(this.#open.find(denied, ...sameCall, tenant, run, tool, digest))
  }

  list(filter: RecordFilter): readonly JournalRecord[] {
    const { sql, values } = listing(filter)
    return this.#open.all(sql, ...values).map((row) => toRecord(row, this.#name, this.#seal))
  }

  put(record: JournalRecord): void {
    this.#open.run(upsert, ...toColumns(record, this.#seal))
  }

  delete(id: string): void {
    this.#open.run('DELETE FROM records WHERE id = ?', toColumnText(id))
  }

  findLease(holderId: string): number | undefined {
    const sql = 'SELECT until_ms FROM holders WHERE holder_id = ?'
    const row = this.#open.find(sql, toColumnText(holderId))
    return row === undefined ? undefined : Number(row['until_ms'])
  }

  setLease(holderId: string, untilMs: number): void {
    const sql = 'INSERT OR REPLACE INTO holders (holder_id, until_ms) VALUES (?, ?)'
    this.#open.run(sql, toColumnText(holderId), untilMs)
  }

  dropLapsedLeases(): void {
    this.#open.run('DELETE FROM holders WHERE until_ms <= ?', this.nowMs)
  }

  dropLease(holderId: string): void {
    this.#open.run('DELETE FROM holders WHERE holder_id = ?', toColumnText(holderId))
  }

  /** From then on it can no longer be used. */
  end(): void {
    this.#isOver = true
  }

  get #name(): string {
    return this.#connection.name
  }

  get #open(): SqliteConnection {
    if (this.#isOver) throw transactionOverFault(this.#name)
    return this.#connection
  }

  #record(row: SqlRow | undefined): JournalRecord | undefined {
    return row === undefined ? undefined : toRecord(row, this.#name, this.#seal)
  }
}

const row = 'SELECT id, is_sealed, body FROM records'
const newest = 'SELECT max(changed_at_ms) AS newest FROM records'
const byId = `${row} WHERE id = ?`
const byKey = `${row} WHERE key_digest = ? AND state <> 'closed'`
const bySuspension = `${row} WHERE suspension_id = ? LIMIT 1`

// A host may count the calls of each run, or each conversation, anew: a call id says something by itself within its run
// only. A run_id of NULL equals nothing, itself included: calls outside runs share no denials but of one call.
const denied = `${row} WHERE closed_for = 'denied' AND (
  (tenant_id = ? AND call_id = ? AND run_id IS ?
    AND (run_id IS NOT NULL OR (tool = ? AND arguments_digest = ?))) OR
  (tenant_id = ? AND run_id = ? AND tool = ? AND arguments_digest = ?)
) ORDER BY changed_at_ms DESC, seq DESC LIMIT 1`

// To set the id, too, would write its index anew each time.
const replacedColumns = recordColumns.filter((name) => name !== 'id')

const upsert = `INSERT INTO records (${recordColumns.join(', ')})
  VALUES (${recordColumns.map(() => '?').join(', ')})
  ON CONFLICT (id) DO UPDATE SET ${replacedColumns.map((name) => `${name} = excluded.${name}`).join(', ')}`

function listing(filter: RecordFilter): { readonly sql: string; readonly values: SqlValue[] } {
  const { tenantId, states, changedBeforeMs, isPruned, dueBeforeMs, limit } = filter
  const wheres: string[] = []
  const values: SqlValue[] = []
  const add = (where: string, ...parameters: readonly SqlValue[]): void => {
    wheres.push(where)
    values.push(...parameters)
  }
  if (tenantId !== undefined) add('tenant_id = ?', toColumnText(tenantId))
  if (states !== undefined) add(`state IN (${states.map(() => '?').join(', ')})`, ...states)
  if (changedBeforeMs !== undefined) add('changed_at_ms <= ?', changedBeforeMs)
  if (isPruned !== undefined) add('is_pruned = ?', isPruned ? 1 : 0)
  if (dueBeforeMs !== undefined) add('due_at_ms <= ?', dueBeforeMs)
  const where = wheres.length === 0 ? '' : ` WHERE ${wheres.join(' AND ')}`
  // A negative limit is none.
  return {
    sql: `${row}${where} ORDER BY changed_at_ms, seq LIMIT ?`,
    values: [...values, limit ?? -1],
  }
}
