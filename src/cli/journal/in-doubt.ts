import type { JournalRecord } from '../../journal/record/journal-record.js'
import { getRecord, type Named } from './find-record.js'
import type { OpenJournal } from './open-journal.js'
import { notInDoubt } from './refusal.js'

/**
 * The record of this id, of which nobody knows what came of it.
 *
 * @throws CommandFailure when there is none, or it is not in doubt.
 */
export async function getInDoubt(open: OpenJournal, named: Named): Promise<JournalRecord> {
  const record = await getRecord(open, named)
  if (record.state !== 'in-doubt') throw notInDoubt(record)
  return record
}
