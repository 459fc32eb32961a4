const longestText = 2 ** 20
const passes = 3

/**
 * Hides what matches patterns in texts. What one replacement leaves may match again beside its neighbours, so it is
 * looked at once more; a text that still matches then, or is too long to be searched, is replaced as a whole.
 */
export class TextRedaction {
  readonly #patterns: readonly RegExp[]
  readonly #replacement: string

  constructor(patterns: readonly RegExp[], replacement: string) {
    this.#patterns = patterns.map(toGlobal)
    this.#replacement = replacement
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0
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
    return text.length > longestText || this.#patterns.some((pattern) => matches(pattern, text))
  }

  #replaceAll(text: string): string {
    if (text.length > longestText) return this.#replacement
    // As a function, so that `$&` in a replacement brings nothing back.
    return this.#patterns.reduce(
      (left, pattern) => left.replace(pattern, () => this.#replacement),
      text,
    )
  }
}

/** A copy of its own that looks everywhere: neither `lastIndex` of a shared pattern nor `y` may let anything through. */
function toGlobal(pattern: RegExp): RegExp {
  return new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}g`)
}

function matches(pattern: RegExp, text: string): boolean {
  pattern.lastIndex = 0
  const isMatch = pattern.test(text)
  pattern.lastIndex = 0
  return isMatch
}
