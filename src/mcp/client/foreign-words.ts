import { escapeUnprintable } from '../../errors/quoted-name.js'

/** Words that a server chose, fit for one line: control, bidirectional and invisible characters escaped, and cut. */
export function foreignWords(words: string, maxLength: number): string {
  const shown = escapeUnprintable(words.slice(0, maxLength))
  return words.length > maxLength ? `${shown}…` : shown
}
