import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { JournalRecord } from '../../journal/record/journal-record.js'
import { paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'
import type { JournalOptions } from './journal-command.js'
import { whatFollows } from './what-follows.js'

/** What was recorded. */
export interface RecordedWord {
  /** `approved`, as `--json` says it. */
  readonly recorded: string
  readonly by: string
  readonly record: JournalRecord
}

/** Says what was recorded, that nothing has run, and what runs it. */
export function reportWord(word: RecordedWord, options: JournalOptions, terminal: Terminal): void {
  const { recorded, by, record } = word
  const { says, runs } = whatFollows(record)
  if (options.json === true) {
    terminal.print(jsonText({ recorded, by, runs, record }))
    return
  }
  const { id, call, state } = record
  const what = `${call.tool}, record ${id}: ${recorded} by ${by}, now ${state}.`
  const lines = [
    paint(terminal, 'good', escapeUnprintable(what)),
    `This only records it; nothing has run. ${says}`,
    ...runs.map((each) => `  ${each}`),
  ]
  terminal.print(lines.join('\n'))
}
