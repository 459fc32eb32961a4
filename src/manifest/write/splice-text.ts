/** A piece of a text to be replaced; `end` equal to `start` inserts. */
export interface Splice {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The text with pieces replaced that do not overlap; insertions at one place keep their order. */
export function spliceText(text: string, splices: readonly Splice[]): string {
  const fromLast = [...splices].reverse().sort((a, b) => b.start - a.start)
  return fromLast.reduce(
    (result, { start, end, text: piece }) => result.slice(0, start) + piece + result.slice(end),
    text,
  )
}

/** The end of the line that an offset is in, before its line break. */
export function endOfLine(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  if (end === -1) return text.length
  return text[end - 1] === '\r' ? end - 1 : end
}

/** The column of an offset, from 0. */
export function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1)
}

/** The line break a text uses. */
export function lineBreakOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
