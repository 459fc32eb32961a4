import { didYouMean, nearestNames } from '../../errors/nearest-names.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JournalRecord } from '../../journal/record/journal-record.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import type { OpenJournal } from './open-journal.js'

/** Which one is meant: an id, and the tenant it is looked for in. */
export interface Named {
  readonly id: string
  readonly tenantId: string
}

/** How many records are compared with an id that is not there. */
const comparedRecords = 10_000

/**
 * The record of this id.
 *
 * @throws CommandFailure when the tenant has none, with the nearest ids it has.
 */
export async function getRecord({ journal }: OpenJournal, named: Named): Promise<JournalRecord> {
  const { id, tenantId } = named
  const record = await journal.find(id)
  if (record?.call.tenantId === tenantId) return record
  const asked = await journal.findSuspended({ suspensionId: id, tenantId })
  if (asked !== undefined) {
    throw notFound('record', named, ` It is the id of a question, of record "${asked.id}".`)
  }
  const records = await journal.list({ tenantId, limit: comparedRecords })
  throw notFound('record', named, didYouMean(nearIds(id, records.map(toId))))
}

/** The record of this id, or of the question of this id. */
export async function getRecordOrAsked(open: OpenJournal, named: Named): Promise<JournalRecord> {
  const { id, tenantId } = named
  const asked = await open.journal.findSuspended({ suspensionId: id, tenantId })
  return asked ?? getRecord(open, named)
}

/**
 * The record of the question of this id.
 *
 * @throws CommandFailure when the tenant has none, with the nearest ids it has.
 */
export async function getAsked({ journal }: OpenJournal, named: Named): Promise<JournalRecord> {
  const { id, tenantId } = named
  const asked = await journal.findSuspended({ suspensionId: id, tenantId })
  if (asked !== undefined) return asked
  const record = await journal.find(id)
  if (record?.call.tenantId === tenantId) throw notFound('question', named, ofRecord(record))
  const parked = await journal.list({ tenantId, states: ['parked'], limit: comparedRecords })
  const ids = parked.flatMap(({ question }) => question?.suspensionId ?? [])
  throw notFound('question', named, didYouMean(nearIds(id, ids)))
}

function ofRecord({ question }: JournalRecord): string {
  return question === undefined
    ? ' It is the id of a record that asks nothing.'
    : ` It is the id of a record, whose question is "${question.suspensionId}".`
}

function notFound(what: 'record' | 'question', named: Named, hint: string): CommandFailure {
  const { id, tenantId } = named
  const message =
    `${what} ${quoteName(id)}: tenant ${quoteName(tenantId)} has no such ${what}.${hint} ` +
    'See `tallystick journal list`; --tenant names another tenant.'
  return new CommandFailure(message, { exitCode: exitCodes.failed, details: { why: 'unknown' } })
}

/** A beginning of an id is near, however much is missing. */
function nearIds(id: string, ids: readonly string[]): readonly string[] {
  const begun = id.length < 4 ? [] : ids.filter((each) => each.startsWith(id))
  return [...new Set([...begun, ...nearestNames(id, ids)])].slice(0, 3)
}

function toId({ id }: JournalRecord): string {
  return id
}
