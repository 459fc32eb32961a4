import { deepFreeze } from '../../../schema/deep-freeze.js'
import type { JournalRecord } from '../../record/journal-record.js'
import { JournalFault } from '../record-store.js'
import type { SqlRow, SqlValue } from './sqlite-handle.js'

/** How the JSON of a record is kept from who can read the file. Both must be inverse to each other. */
export interface RecordSeal {
  seal(text: string): string
  open(sealed: string): string
}

/** The columns of a record, in the order the values of `toColumns` come in. */
export const recordColumns = [
  'id',
  'tenant_id',
  'key_digest',
  'state',
  'suspension_id',
  'call_id',
  'run_id',
  'tool',
  'arguments_digest',
  'closed_for',
  'changed_at_ms',
  'due_at_ms',
  'is_pruned',
  'is_sealed',
  'body',
] as const

/**
 * A text as a column holds it: with the escapes of JSON. SQLite's text ends at U+0000 for some functions, and UTF-8 has
 * no lone surrogates, so that two texts could become one.
 */
export function toColumnText(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

/** The columns that records are looked up by, and all of the record as JSON. */
export function toColumns(
  record: JournalRecord,
  seal: RecordSeal | undefined,
): readonly SqlValue[] {
  const { call, question } = record
  const body = JSON.stringify(record)
  return [
    toColumnText(record.id),
    toColumnText(call.tenantId),
    toNullable(record.keyDigest),
    record.state,
    toNullable(question?.suspensionId),
    toColumnText(call.callId),
    toNullable(call.runId),
    toColumnText(call.tool),
    toColumnText(call.argumentsDigest),
    record.closedFor ?? null,
    record.changedAtMs,
    question?.expiresAtMs ?? null,
    record.isPruned === true ? 1 : 0,
    seal === undefined ? 0 : 1,
    seal === undefined ? body : toColumnText(seal.seal(body)),
  ]
}

/** @throws JournalFault for a row that holds no record, or one that this seal does not open. */
export function toRecord(row: SqlRow, name: string, seal: RecordSeal | undefined): JournalRecord {
  const { id, body, is_sealed: isSealed } = row
  if (typeof body !== 'string') throw damagedFault(name)
  const text = isSealed === 1 ? opened(body, name, seal) : body
  const record = parsed(text, name)
  // A sealed body that was moved to another row opens, but is not that row's record.
  if (toColumnText(record.id) !== id) throw damagedFault(name)
  return deepFreeze(record)
}

function toNullable(text: string | undefined): string | null {
  return text === undefined ? null : toColumnText(text)
}

function opened(body: string, name: string, seal: RecordSeal | undefined): string {
  if (seal === undefined) {
    throw new JournalFault(
      `${name}: its records are sealed. Open the journal with the \`seal\` and \`open\` it was written with.`,
    )
  }
  try {
    return seal.open(JSON.parse(`"${body}"`) as string)
  } catch {
    // What was thrown may quote the record.
    throw new JournalFault(
      `${name}: a sealed record does not open. See that \`open\` has the key that \`seal\` had.`,
    )
  }
}

function parsed(text: string, name: string): JournalRecord {
  try {
    return JSON.parse(text) as JournalRecord
  } catch {
    throw damagedFault(name)
  }
}

function damagedFault(name: string): JournalFault {
  return new JournalFault(
    `${name}: a row holds no record of its own. Stop what uses the file, keep a copy, and restore a backup.`,
  )
}
