// Regular expressions of schemas that somebody else wrote: what they may cost is bounded.
import { Script } from 'node:vm'

/** How long the patterns of a schema may take over one value, in milliseconds. */
const maxPatternMs = 1000
/** Plain patterns take no longer than the square of a text's length: of so many steps for one value it is nothing. */
const maxQuickSteps = 4_000_000

/** What is left for the value that is being checked; validators run in one go. */
let leftMs = maxPatternMs
let leftQuickSteps = maxQuickSteps

/** Runs a validator, for which all patterns together have a second. */
export function withPatternTime<Result>(validate: () => Result): Result {
  leftMs = maxPatternMs
  leftQuickSteps = maxQuickSteps
  return validate()
}

/** A pattern of a schema. Asking it takes no more time than patterns have left. */
export interface BoundedPattern {
  /** @throws Error where it takes too long. */
  test(text: string): boolean
  /** Tells patterns apart. */
  toString(): string
}

/**
 * A pattern that is read with the `u` flag, as JSON Schema asks; one that is only valid without it (`^\_`) is read
 * without. Alternatives and repetitions may take time that doubles with each character of a text, so that all but the
 * plainest run under a watch that V8 keeps.
 */
export function boundedPattern(pattern: string, flags: string): BoundedPattern {
  const expression = readPattern(pattern, flags)
  const isPlain = isPlainPattern(pattern)
  return {
    test: (text) =>
      isPlain && isQuick(text) ? expression.test(text) : testWithin(expression, text),
    toString: () => expression.toString(),
  }
}

function isQuick({ length }: string): boolean {
  if (length ** 2 > leftQuickSteps) return false
  leftQuickSteps -= length ** 2
  return true
}

function readPattern(pattern: string, flags: string): RegExp {
  try {
    return new RegExp(pattern, flags)
  } catch {
    return new RegExp(pattern)
  }
}

/**
 * Without alternatives, groups that are repeated and references to groups, and with one repetition at most, there is one
 * way to match from any place of a text.
 */
export function isPlainPattern(pattern: string): boolean {
  const bare = pattern.replace(literals, '')
  const isOneWay = !/\||\)\{/u.test(bare) && !/\\[1-9k]/u.test(pattern)
  return isOneWay && (bare.match(repetitions) ?? []).length <= 1
}

/** Escapes, classes, the beginnings of groups, and fixed counts of what is no group. */
const literals = /\\.|\[(?:\\.|[^\]\\])*\]|\(\?|(?<!\))\{\d+\}/gsu
const repetitions = /[*+?{]/gu

/** V8 watches code that it was asked to run for a time, and what that calls: it calls what this global holds. */
const slot = Symbol.for('tallystick.pattern')
const watched = new Script("globalThis[Symbol.for('tallystick.pattern')]()")

function testWithin(expression: RegExp, text: string): boolean {
  if (leftMs <= 0) throw new Error('the patterns take too long')
  const started = performance.now()
  Reflect.set(globalThis, slot, () => expression.test(text))
  try {
    return watched.runInThisContext({ timeout: Math.ceil(leftMs) }) as boolean
  } finally {
    Reflect.deleteProperty(globalThis, slot)
    leftMs -= performance.now() - started
  }
}
