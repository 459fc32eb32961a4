/** Sentences one after the other; the author's own text ends with a full stop then. */
export function joinSentences(sentences: readonly string[]): string {
  const [first = '', ...rest] = [...new Set(sentences)].filter((text) => text.trim() !== '')
  if (rest.length === 0) return first
  return [/[.!?:]\s*$/.test(first) ? first.trimEnd() : `${first.trimEnd()}.`, ...rest].join(' ')
}
