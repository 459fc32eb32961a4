/** What a part of a regular expression does. `wild` atoms match surrogates, `plain` ones never do. */
export type TokenKind =
  | 'plain'
  | 'wild'
  | 'start'
  | 'end'
  | 'boundary'
  | 'or'
  | 'open'
  | 'lookahead'
  | 'negative-lookahead'
  | 'close'
  | 'backreference'
  | 'unportable'

/** A part of a regular expression with its quantifier. */
export interface PatternToken {
  readonly kind: TokenKind
  readonly text: string
  readonly quantifier: string
  readonly min: number
  readonly max: number
}

const escape = String.raw`\\(?:u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|[^])`
const characterClass = String.raw`\[(?:\\[^]|[^\]\\])*\]`
const group = String.raw`\(\?(?:[:=!]|<[=!]|<[^>]*>)|\(`
const quantifier = String.raw`(?:[*+?]|\{\d+(?:,\d*)?\})\??`
const part = new RegExp(`(${escape}|${characterClass}|${group}|[^])(${quantifier})?`, 'g')

/** Splits the source of a valid regular expression into its parts. */
export function readPattern(source: string): readonly PatternToken[] {
  return [...source.matchAll(part)].map(([, text = '', quantity = '']) => {
    // `(?i:` and its like, which few engines know.
    const kind = text === '(' && quantity !== '' ? 'unportable' : kindOf(text)
    return { kind, text, quantifier: quantity, ...boundsOf(quantity) }
  })
}

/** The characters, ranges and escapes between the brackets of a character class. */
export function readClass(text: string): readonly string[] {
  const inside = text.replace(/^\[\^?|\]$/g, '')
  return [...inside.matchAll(new RegExp(`(?:${escape}|[^])(?:-(?:${escape}|[^]))?`, 'g'))].map(
    ([item]) => item,
  )
}

/** The two ends of an item of a character class; undefined for an escape that stands for many characters. */
export function rangeOf(item: string): readonly [number, number] | undefined {
  const ends = item.match(new RegExp(`^(${escape}|[^])(?:-(${escape}|[^]))?$`))
  const first = codeOf(ends?.[1] ?? '')
  const last = ends?.[2] === undefined ? first : codeOf(ends[2])
  return first === undefined || last === undefined ? undefined : [first, last]
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, b: 8, 0: 0 }

function codeOf(text: string): number | undefined {
  if (!text.startsWith('\\') || text === '\\') return text.codePointAt(0)
  const letter = text.charAt(1)
  if (text.length > 2 && (letter === 'u' || letter === 'x'))
    return Number.parseInt(text.slice(2), 16)
  if (text.length > 2 && letter === 'c') return text.charCodeAt(2) % 32
  return /[a-z0-9]/i.test(letter) ? controls[letter] : text.codePointAt(1)
}

function boundsOf(quantity: string): { readonly min: number; readonly max: number } {
  if (quantity === '') return { min: 1, max: 1 }
  const [sign] = quantity
  if (sign === '*') return { min: 0, max: Infinity }
  if (sign === '+') return { min: 1, max: Infinity }
  if (sign === '?') return { min: 0, max: 1 }
  const [, min = '', comma, max = ''] = /(\d+)(,?)(\d*)/.exec(quantity) ?? []
  if (comma === '') return { min: Number(min), max: Number(min) }
  return { min: Number(min), max: max === '' ? Infinity : Number(max) }
}

const kinds: ReadonlyMap<string, TokenKind> = new Map([
  ['.', 'wild'],
  ['^', 'start'],
  ['$', 'end'],
  ['|', 'or'],
  [')', 'close'],
  ['(', 'open'],
  ['(?:', 'open'],
  ['(?=', 'lookahead'],
  ['(?!', 'negative-lookahead'],
  // A place between the two halves of a surrogate pair is not a boundary of words, either.
  ['\\b', 'boundary'],
])

function kindOf(text: string): TokenKind {
  const known = kinds.get(text)
  if (known !== undefined) return known
  if (text.startsWith('[')) return classKind(text)
  if (text.startsWith('(?<')) return /^\(\?<[=!]$/.test(text) ? 'unportable' : 'open'
  return text.startsWith('\\') ? escapeKind(text) : 'plain'
}

function escapeKind(text: string): TokenKind {
  if (/^\\(?:[pPB]|u$)/.test(text)) return 'unportable'
  if (/^\\(?:[1-9]|k)/.test(text)) return 'backreference'
  if (/^\\[WDS]$/.test(text)) return 'wild'
  return isSurrogateRange(rangeOf(text)) ? 'unportable' : 'plain'
}

function classKind(text: string): TokenKind {
  const items = readClass(text)
  if (items.some((item) => /\\(?:[pPB]|u$|u-)/.test(item) || isSurrogateRange(rangeOf(item))))
    return 'unportable'
  const holdsSurrogates = items.some((item) => /\\[WDS]/.test(item))
  return text.startsWith('[^') === holdsSurrogates ? 'plain' : 'wild'
}

function isSurrogateRange(range: readonly [number, number] | undefined): boolean {
  return range !== undefined && range[0] <= 0xdfff && range[1] >= 0xd800
}
