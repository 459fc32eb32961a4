import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { JournalRecord, RecordState } from '../../journal/record/journal-record.js'
import { paint, type Paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'
import { shownKey, shownTime } from './shown.js'

const paints: Readonly<Partial<Record<RecordState, Paint>>> = {
  settled: 'good',
  'in-doubt': 'bad',
  parked: 'caution',
}

const columns = ['RECORD', 'STATE', 'TOOL', 'TENANT', 'ATTEMPTS', 'SINCE', 'KEY', 'EXPIRES']

/** Records, one a line; with their questions where one is open. */
export function toRecordTable(records: readonly JournalRecord[], terminal: Terminal): string {
  if (records.length === 0) return 'No records.'
  const isAsked = records.some(({ state }) => state === 'parked')
  const head = isAsked ? [...columns, 'QUESTION'] : columns
  const rows = records.map((record) => {
    const cells = toCells(record, terminal)
    return isAsked ? [...cells, toQuestion(record)] : cells
  })
  return formatTable([head.map((cell) => paint(terminal, 'faint', cell)), ...rows])
}

function toCells(record: JournalRecord, terminal: Terminal): readonly string[] {
  const { id, state, call, attempt, changedAtMs, question } = record
  const colour = paints[state]
  const expiresAtMs = isOpen(state) ? question?.expiresAtMs : undefined
  return [
    id,
    colour === undefined ? state : paint(terminal, colour, state),
    escapeUnprintable(call.tool),
    escapeUnprintable(call.tenantId),
    attempt.toString(),
    shownTime(changedAtMs),
    shownKey(record),
    expiresAtMs === undefined ? '' : shownTime(expiresAtMs),
  ]
}

function toQuestion({ state, question }: JournalRecord): string {
  if (state !== 'parked' || question === undefined) return ''
  return `${question.kind} ${question.suspensionId}`
}

function isOpen(state: RecordState): boolean {
  return state === 'parked' || state === 'answered'
}
