import type { RecordTable } from '../store/record-store.js'
import { moved, type Claim } from './finish.js'
import { isOverdue, type JournalTimes } from './lapse.js'

/**
 * Whether an attempt may still start its body. While its holder stood still, others may have thought it gone: what only
 * time did to the record is undone, what somebody else did stands. Past the time of its call no body starts, for others
 * may find out and say by then that it did not happen.
 */
export function confirm(
  table: RecordTable,
  { recordId, attempt }: Claim,
  times: JournalTimes,
): boolean {
  const record = table.find(recordId)
  if (record?.attempt !== attempt || isOverdue(record, table, times)) return false
  if (record.state === 'running') return true
  if (record.state !== 'in-doubt') return false
  moved(table, record, { state: 'running' })
  return true
}
