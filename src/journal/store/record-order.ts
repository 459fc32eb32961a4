import type { JournalRecord } from '../record/journal-record.js'

interface Placed {
  readonly record: JournalRecord
  readonly sequence: number
}

/** The oldest first: by since when the present state stands, then by which was inserted first. */
export function byAge(first: Placed, second: Placed): number {
  return first.record.changedAtMs - second.record.changedAtMs || first.sequence - second.sequence
}
