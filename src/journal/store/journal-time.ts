import { JournalFault } from './record-store.js'

/** How far the clock may lag behind the newest record before the record, not the clock, is taken to be wrong. */
const longestLagMs = 60 * 60 * 1000

/**
 * The time a transaction is judged by. It does not run backwards below the newest record when the system's clock is
 * set back a little. A record from the far future was written by a clock that was wrong: held to it, time would stand
 * still, and no lease and no approval would ever lapse again.
 *
 * @throws JournalFault where the clock tells no time: everything would look as if it were alive for ever, or over.
 */
export function journalTime(clockMs: number, newestRecordMs: number): number {
  if (!Number.isFinite(clockMs)) throw new JournalFault(noTime)
  return newestRecordMs - clockMs > longestLagMs ? clockMs : Math.max(clockMs, newestRecordMs)
}

const noTime = 'journal: its clock tells no time. Let `now` give milliseconds since the epoch.'
