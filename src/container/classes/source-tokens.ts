/** A word, literal or sign of source text. Of strings the text is kept; templates and patterns are one sign each. */
export interface Token {
  readonly text: string
  /** How many brackets it stands in; an opening and its closing bracket have the same. */
  readonly depth: number
}

/** The text at a position; empty outside. */
export function textAt(tokens: readonly Token[], position: number): string {
  return tokens[position]?.text ?? ''
}

interface Scan {
  readonly source: string
  readonly tokens: Token[]
  /** The positions of the brackets that are open. */
  readonly open: number[]
  /** By the position of a closing bracket, that of its opening one. */
  readonly openedAt: Map<number, number>
  offset: number
}

const template = '(?:[^`\\\\$]|\\\\[^]|\\$(?!\\{))*'
const escape = 'u(?:[0-9a-fA-F]{4}|\\{[0-9a-fA-F]+\\})'

const patterns = {
  space: /\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\//y,
  word: new RegExp(
    `#?(?:[$_\\p{ID_Start}]|\\\\${escape})(?:[$\\p{ID_Continue}]|\\\\${escape})*`,
    'uy',
  ),
  number: /\.?\d(?:[eE][+-]|[\w.])*/y,
  string: /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y,
  template: new RegExp(`\`${template}(?:\`|\\$\\{)`, 'y'),
  templateRest: new RegExp(`\\}${template}(?:\`|\\$\\{)`, 'y'),
  pattern: /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/\w*/y,
  sign: /\+\+|--|=>|\.\.\.|\?\.|[^]/y,
} as const

/**
 * The tokens of JavaScript source without comments; undefined where brackets do not match, as in the text of native
 * and bound functions or where a pattern was taken for a division.
 */
export function tokenize(source: string): readonly Token[] | undefined {
  const scan: Scan = { source, tokens: [], open: [], openedAt: new Map(), offset: 0 }
  while (scan.offset < source.length) {
    if (match(scan, 'space') === undefined && !addToken(scan)) return undefined
  }
  return scan.open.length === 0 ? scan.tokens : undefined
}

function addToken(scan: Scan): boolean {
  const text = match(scan, 'word') ?? match(scan, 'number') ?? match(scan, 'string')
  if (text !== undefined) return push(scan, text)
  const rest = isInTemplate(scan) ? match(scan, 'templateRest') : undefined
  if (rest !== undefined) return close(scan, '${') && pushTemplate(scan, rest)
  const start = match(scan, 'template')
  if (start !== undefined) return pushTemplate(scan, start)
  return addSign(scan)
}

const brackets = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])
const opening: readonly string[] = [...brackets.values(), '${']

function addSign(scan: Scan): boolean {
  if (isPatternNext(scan) && match(scan, 'pattern') !== undefined) return push(scan, '//')
  const sign = match(scan, 'sign') ?? ''
  const opener = brackets.get(sign)
  return (opener === undefined || close(scan, opener)) && push(scan, sign)
}

function push({ tokens, open }: Scan, text: string): boolean {
  tokens.push({ text, depth: open.length })
  if (opening.includes(text)) open.push(tokens.length - 1)
  return true
}

/** The text of a template is no token, but what stands in its braces is. */
function pushTemplate(scan: Scan, text: string): boolean {
  return push(scan, text.endsWith('`') ? '``' : '${')
}

function close({ tokens, open, openedAt }: Scan, opener: string): boolean {
  const position = open.pop()
  if (position === undefined || textAt(tokens, position) !== opener) return false
  openedAt.set(tokens.length, position)
  return true
}

function isInTemplate({ tokens, open }: Scan): boolean {
  return textAt(tokens, open.at(-1) ?? -1) === '${'
}

function match(scan: Scan, name: keyof typeof patterns): string | undefined {
  const pattern = patterns[name]
  pattern.lastIndex = scan.offset
  const text = pattern.exec(scan.source)?.[0]
  if (text !== undefined) scan.offset += text.length
  return text
}

const beforePattern: readonly string[] =
  'await case delete do else extends in instanceof new return throw typeof void yield'.split(' ')
const beforeCondition: readonly string[] = ['for', 'if', 'while']

/** After a value a slash divides; elsewhere it opens a pattern. */
function isPatternNext({ tokens, openedAt }: Scan): boolean {
  const last = textAt(tokens, tokens.length - 1)
  if (last === ')')
    return isWordAt(tokens, (openedAt.get(tokens.length - 1) ?? 0) - 1, beforeCondition)
  if (/^[\w$#\\'"\u0080-\uffff]/.test(last))
    return isWordAt(tokens, tokens.length - 1, beforePattern)
  return ![']', '++', '--', '``', '//', '.'].includes(last) && !/^\.\d/.test(last)
}

/** True for one of the words, unless it names a property. */
function isWordAt(tokens: readonly Token[], position: number, words: readonly string[]): boolean {
  const isProperty = ['.', '?.'].includes(textAt(tokens, position - 1))
  return !isProperty && words.includes(textAt(tokens, position))
}
