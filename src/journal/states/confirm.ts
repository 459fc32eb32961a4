import type { RecordTable } from '../store/record-store.js'
import { moved, type Claim } from './finish.js'
import { isOverdue, quietUntilMs, type JournalTimes } from './lapse.js'

/**
 * Whether an attempt may still start its body. While its holder stood still, others may have thought it gone: what only
 * time did to the record is undone, what somebody else did stands. No body starts past the time of its call, nor when the
 * quiet time of a call in doubt is over: somebody may be finding out by then that it did not happen.
 */
export function confirm(
  table: RecordTable,
  { recordId, attempt }: Claim,
  times: JournalTimes,
): boolean {
  const record = table.find(recordId)
  if (record?.attempt !== attempt || isOverdue(record, table, times)) return false
  if (record.state === 'running') return true
  const isUntouched = record.state === 'in-doubt' && quietUntilMs(record, times) > table.nowMs
  if (!isUntouched) return false
  moved(table, record, { state: 'running' })
  return true
}
