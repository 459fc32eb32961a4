/** How far the clock may lag behind the newest record before the record, not the clock, is taken to be wrong. */
const longestLagMs = 60 * 60 * 1000

/**
 * The time a transaction is judged by. It does not run backwards below the newest record when the system's clock is
 * set back a little. A record from the far future was written by a clock that was wrong: held to it, time would stand
 * still, and no lease and no approval would ever lapse again.
 */
export function journalTime(clockMs: number, newestRecordMs: number): number {
  return newestRecordMs - clockMs > longestLagMs ? clockMs : Math.max(clockMs, newestRecordMs)
}
