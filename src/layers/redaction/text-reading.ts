/** One way to read a text, and where what it says stands in the text as it is written. */
export interface TextReading {
  readonly text: string
  /** For each unit of `text`, and for its end, the unit of the written text at which it begins. */
  readonly startOf: (index: number) => number
}

/** How often escapes inside escapes are read: JSON that holds JSON as a text. */
const deepest = 2

/**
 * A text as it is written, and as its escapes say it: those of JSON (RFC 8259) and those of names in messages. What is
 * written `4111\u00201111` says `4111 1111`.
 */
export function readingsOf(written: string): readonly TextReading[] {
  const readings: TextReading[] = [{ text: written, startOf: (index) => index }]
  for (let reading = readings[0]; reading !== undefined && readings.length <= deepest;) {
    reading = unescape(reading)
    if (reading !== undefined) readings.push(reading)
  }
  return readings
}

const escape = /\\(?:u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|(["\\/bfnrt]))/g

/** What a text says once its escapes are read; undefined where it has none. */
function unescape({ text, startOf }: TextReading): TextReading | undefined {
  if (!text.includes('\\')) return undefined
  const starts: number[] = []
  const said: string[] = []
  let at = 0
  const copyUntil = (end: number): void => {
    said.push(text.slice(at, end))
    for (; at < end; at += 1) starts.push(startOf(at))
  }
  for (const found of text.matchAll(escape)) {
    copyUntil(found.index)
    const character = toCharacter(found)
    said.push(character)
    for (let unit = 0; unit < character.length; unit += 1) starts.push(startOf(at))
    at += found[0].length
  }
  copyUntil(text.length)
  starts.push(startOf(text.length))
  return { text: said.join(''), startOf: (index) => starts[index] ?? startOf(text.length) }
}

function toCharacter([whole, four, braced, letter = '']: RegExpExecArray): string {
  const hex = four ?? braced
  if (hex === undefined) return letters[letter] ?? letter
  const code = Number.parseInt(hex, 16)
  return code <= 0x10ffff ? String.fromCodePoint(code) : whole
}

const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}
