// Regular expressions of JavaScript as patterns of JSON Schema. The two differ where a character beyond U+FFFF counts:
// class-validator sees two units unless the flag `u` is there, JSON Schema validators see one character, some of them
// two. Only what comes out the same is translated, or what only ever accepts more.
import {
  rangeOf,
  readClass,
  readPattern,
  type PatternToken,
  type TokenKind,
} from './rule-pattern-tokens.js'

/** A pattern that means the same with and without the `u` flag. */
export interface PortablePattern {
  readonly pattern: string
  /** False when it accepts more than the regular expression. */
  readonly isExact: boolean
}

/** The pattern of a regular expression, flags included; undefined where there is none that is never stricter. */
export function toPortablePattern(expression: RegExp): PortablePattern | undefined {
  const { source, flags } = expression
  if (/[vy]/.test(flags) || (flags.includes('u') && flags.includes('i'))) return undefined
  if (hasUnportableText(source, flags)) return undefined
  const tokens = readPattern(source)
  const wilds = tokens.filter(({ kind }) => kind === 'wild')
  const isExact = wilds.every(({ max }) => max === Infinity)
  if (!arePortable(tokens, expression) || (!isExact && !mayBeLooser(tokens, flags)))
    return undefined
  const pattern = tokens.map((token) => textOf(token, flags) + token.quantifier).join('')
  return compiles(pattern) ? { pattern, isExact } : undefined
}

function hasUnportableText(source: string, flags: string): boolean {
  // Beyond ASCII, upper and lower case differ with and without the `u` flag.
  if (flags.includes('i')) return /[^\0-\x7f]/.test(source)
  return /[^\0-\ud7ff\ue000-\uffff]/u.test(source)
}

/** Escapes in a class may name letters beyond ASCII, where we know no other case; outside of one, see `isFoldable`. */
function holdsForeignLetters({ text }: PatternToken): boolean {
  const items = text.startsWith('[') ? readClass(text) : []
  return items.map(rangeOf).some((range) => range !== undefined && range[1] > 0x7f)
}

function arePortable(tokens: readonly PatternToken[], { flags }: RegExp): boolean {
  if (flags.includes('i') && tokens.some(holdsForeignLetters)) return false
  const facts: PatternFacts = { tokens, flags, hasWild: tokens.some(({ kind }) => kind === 'wild') }
  return tokens.every((token, index) => (demands[token.kind] ?? isFoldable)(facts, index))
}

interface PatternFacts {
  readonly tokens: readonly PatternToken[]
  readonly flags: string
  readonly hasWild: boolean
}

type Demand = (facts: PatternFacts, index: number) => boolean

/** What a token of each kind demands of its surroundings. */
const demands: Readonly<Partial<Record<TokenKind, Demand>>> = {
  unportable: () => false,
  backreference: ({ flags, hasWild }) => !hasWild && !flags.includes('i'),
  start: ({ flags }) => !flags.includes('m'),
  end: ({ flags }) => !flags.includes('m'),
  wild: ({ tokens }, index) => {
    const min = tokens[index]?.min ?? 0
    return min === 0 || (min === 1 && isHeldOnTheLeft(tokens, index))
  },
  'negative-lookahead': ({ tokens }, index) => isFixedPlace(tokens, index),
}

/** A letter written by its code has no other case that we would write. */
const isFoldable: Demand = ({ tokens, flags }, index) =>
  !flags.includes('i') || !/^\\[ux]/.test(tokens[index]?.text ?? '')

/** Inside a negative lookahead, more would be less; and with the flag `u`, it is the pattern that counts right. */
function mayBeLooser(tokens: readonly PatternToken[], flags: string): boolean {
  return !flags.includes('u') && !tokens.some(({ kind }) => kind === 'negative-lookahead')
}

/**
 * True when what stands before cannot end within a surrogate pair: then a wild atom that needs one unit never has to
 * make do with half a character.
 */
function isHeldOnTheLeft(tokens: readonly PatternToken[], index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined || isAnchor(before)) return true
  if (before.kind === 'plain') return before.min > 0 || isHeldOnTheLeft(tokens, index - 1)
  if (before.kind === 'wild' || before.kind === 'backreference') return false
  const opening = isOpening(before) ? index - 1 : openingOf(tokens, index - 1)
  if (opening === undefined) return true
  return isPassable(tokens, opening, before) && isHeldOnTheLeft(tokens, opening)
}

/** True where what stands before a group holds what is in it, or behind it, as well. */
function isPassable(
  tokens: readonly PatternToken[],
  opening: number,
  before: PatternToken,
): boolean {
  return isLookahead(tokens, opening) || (before.kind !== 'close' && isPlainGroup(tokens, opening))
}

function isAnchor({ kind }: PatternToken): boolean {
  return kind === 'start' || kind === 'boundary'
}

function isOpening({ kind }: PatternToken): boolean {
  return kind === 'open' || kind === 'lookahead' || kind === 'negative-lookahead'
}

/** True where a match never stands within a surrogate pair, wherever it began. */
function isFixedPlace(tokens: readonly PatternToken[], index: number): boolean {
  const before = tokens[index - 1]
  if (before === undefined) return false
  if (isAnchor(before)) return true
  if (before.kind === 'plain') return before.min > 0
  const opening = before.kind === 'close' ? openingOf(tokens, index - 1) : undefined
  return opening !== undefined && isLookahead(tokens, opening) && isFixedPlace(tokens, opening)
}

function isLookahead(tokens: readonly PatternToken[], index: number): boolean {
  const kind = tokens[index]?.kind
  return kind === 'lookahead' || kind === 'negative-lookahead'
}

/** Where the group round this place opens; undefined when it is in none. */
function openingOf(tokens: readonly PatternToken[], index: number): number | undefined {
  let depth = 0
  for (let place = index - 1; place >= 0; place -= 1) {
    const kind = tokens[place]?.kind
    if (kind === 'close') depth += 1
    else if (kind === 'open' || isLookahead(tokens, place)) depth -= 1
    if (depth < 0) return place
  }
  return undefined
}

/** True for a group that is matched once. */
function isPlainGroup(tokens: readonly PatternToken[], opening: number): boolean {
  if (tokens[opening]?.kind !== 'open') return false
  let depth = 0
  for (const { kind, quantifier } of tokens.slice(opening)) {
    if (kind === 'close') depth -= 1
    else if (['open', 'lookahead', 'negative-lookahead'].includes(kind)) depth += 1
    if (depth === 0) return quantifier === ''
  }
  return false
}

function textOf({ text, kind }: PatternToken, flags: string): string {
  if (text === '.' && flags.includes('s')) return '[\\s\\S]'
  if (!flags.includes('i') || kind === 'open') return text
  if (text.startsWith('[')) return foldClass(text)
  return /^[A-Za-z]$/.test(text) ? `[${text.toLowerCase()}${text.toUpperCase()}]` : text
}

/** A class with the other case of each of its letters. */
function foldClass(text: string): string {
  const items = readClass(text)
  const added = items.flatMap((item) => otherCase(rangeOf(item) ?? [0, -1]))
  const opening = text.startsWith('[^') ? '[^' : '['
  // A hyphen that stood at the end would make a range with what is added.
  const kept = items.map((item) => (item === '-' ? '\\-' : item))
  return `${opening}${[...kept, ...new Set(added)].join('')}]`
}

function otherCase([first, last]: readonly [number, number]): readonly string[] {
  return [
    ...shifted(Math.max(first, 0x41), Math.min(last, 0x5a), 32),
    ...shifted(Math.max(first, 0x61), Math.min(last, 0x7a), -32),
  ]
}

function shifted(first: number, last: number, by: number): readonly string[] {
  if (first > last) return []
  const [from, to] = [String.fromCharCode(first + by), String.fromCharCode(last + by)]
  return [first === last ? from : `${from}-${to}`]
}

function compiles(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source === new RegExp(pattern).source
  } catch {
    return false
  }
}
