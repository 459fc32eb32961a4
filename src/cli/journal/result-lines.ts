import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { RecordedResult } from '../../journal/record/journal-record.js'
import { shownJsonLines } from './shown.js'

/** What a call is said to have come to, for a person to read. */
export function toResultLines(result: RecordedResult): readonly string[] {
  if (result.status === 'output') return ['the output:', ...shownJsonLines(result.value)]
  const { message, modelText } = result.failure
  return [escapeUnprintable(message), `a model is told: ${escapeUnprintable(modelText)}`]
}
