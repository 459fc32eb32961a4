/** A part of a text: from this unit up to that one. */
export interface TextSpan {
  readonly from: number
  readonly to: number
}

/** The text with one replacement for each span, and for spans that overlap one for all of them. */
export function replaceSpans(
  text: string,
  spans: readonly TextSpan[],
  replacement: string,
): string {
  const pieces: string[] = []
  let end = 0
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    if (from >= end) pieces.push(text.slice(end, from), replacement)
    end = Math.max(end, to)
  }
  return pieces.join('') + text.slice(end)
}
