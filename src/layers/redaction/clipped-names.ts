import type { TextSpan } from './text-span.js'

/** As long as messages show a name; of a longer one they show the beginning and a mark. */
const shownCharacters = 64

/** A quoted name that ends in the mark. Each of its characters may stand as an escape of up to ten. */
const quoted = /(?<!\\)"((?:\\"|[^"]){64,640})…"/gu

/**
 * Where names stand of which a text shows only the beginning. A secret may have been cut where they end, and what is left
 * of it matches no pattern any more.
 */
export function findClippedNames(text: string): readonly TextSpan[] {
  if (!text.includes('…"')) return []
  return [...text.matchAll(quoted)].flatMap(({ 0: whole, 1: name = '', index }) =>
    isClipped(name) ? [{ from: index, to: index + whole.length }] : [],
  )
}

/** A backslash may be a character of the name or begin an escape, so the count is known only within bounds. */
function isClipped(name: string): boolean {
  const least = lengthOf(name.replace(/\\(?:"|u[0-9a-f]{4}|u\{[0-9a-f]{5,6}\})/g, '"'))
  return least <= shownCharacters && lengthOf(name) >= shownCharacters
}

function lengthOf(text: string): number {
  return Array.from(text).length
}
