import { findClippedNames } from './clipped-names.js'
import { readingsOf, type TextReading } from './text-reading.js'
import { replaceSpans, type TextSpan } from './text-span.js'

const longestText = 2 ** 20
const passes = 3

type FindSpans = (text: string) => readonly TextSpan[]

/**
 * Hides what matches patterns in texts, as they are written and as their escapes say it; a name that was clipped is hidden
 * as a whole. What one replacement leaves may match again beside its neighbours, so it is looked at once more; a text
 * that still matches then, or is too long to be searched, is replaced as a whole.
 */
export class TextRedaction {
  readonly #finders: readonly FindSpans[]
  readonly #replacement: string

  constructor(patterns: readonly RegExp[], replacement: string) {
    const finders = patterns.map(toFinder)
    // Clipped names first: one of which a part is hidden already has lost the length it is known by.
    this.#finders = finders.length === 0 ? [] : [findClippedNames, ...finders]
    this.#replacement = replacement
  }

  get isEmpty(): boolean {
    return this.#finders.length === 0
  }

  /** The text without what matches; the same text where nothing does. */
  redact(text: string): string {
    if (this.isEmpty || !this.isMatch(text)) return text
    let left = text
    for (let pass = 0; pass < passes; pass += 1) {
      left = this.#replaceAll(left)
      if (!this.isMatch(left)) return left
    }
    return this.#replacement
  }

  /** Whether anything of a text would be hidden. */
  isMatch(text: string): boolean {
    if (this.isEmpty) return false
    if (text.length > longestText) return true
    const readings = readingsOf(text)
    return this.#finders.some((find) => readings.some((reading) => find(reading.text).length > 0))
  }

  #replaceAll(text: string): string {
    if (text.length > longestText) return this.#replacement
    return this.#finders.reduce((left, find) => {
      const found = readingsOf(left).flatMap((reading) => findWritten(find, reading))
      return replaceSpans(left, found, this.#replacement)
    }, text)
  }
}

/** Where what a reading says stands in the text as it is written. */
function findWritten(find: FindSpans, { text, startOf }: TextReading): readonly TextSpan[] {
  return find(text).map(({ from, to }) => ({ from: startOf(from), to: startOf(to) }))
}

/** It looks everywhere with a copy of its own: neither `lastIndex` of a shared pattern nor `y` may let anything through. */
function toFinder(pattern: RegExp): FindSpans {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)
  return (text) =>
    Array.from(text.matchAll(everywhere), ({ 0: found, index }) => ({
      from: index,
      to: index + found.length,
    }))
}
