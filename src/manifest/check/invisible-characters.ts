/** A character that a reader does not see, and where it is. */
export interface InvisibleCharacter {
  /** As `U+202E`. */
  readonly codePoint: string
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number
}

/**
 * Unicode's default ignorable code points (tag characters, variation selectors and fillers among them), bidirectional
 * controls, annotations, line and paragraph separators, the blank of Braille, lone surrogates, and controls but for
 * tab and line ends.
 */
const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\ufff9-\ufffb\u2028\u2029\u2800\p{Cs}]|(?![\t\n]|\r\n)\p{Cc}/gu

/** Scripts in which a joiner or its opposite decides how a letter is written. */
const joiningScripts =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u
const pictograph = /\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?\ufe0f?$/u
const nextPictograph = /^\p{Extended_Pictographic}/u
const takesSelector = /[\p{Extended_Pictographic}0-9#*]$/u
const selectors = new Set(['\ufe0e', '\ufe0f'])

/** The invisible characters of a text, but for those that emoji and scripts are written with. */
export function invisibleCharacters(text: string): readonly InvisibleCharacter[] {
  return [...text.matchAll(invisible)].flatMap(({ 0: character, index }) => {
    const before = text.slice(Math.max(0, index - 8), index)
    const after = text.slice(index + character.length, index + character.length + 2)
    if (isWriting(character, before, after)) return []
    return [{ codePoint: toCodePoint(character), offset: index }]
  })
}

/** The text without what `invisibleCharacters` finds. */
export function withoutInvisible(text: string): string {
  const offsets = new Set(invisibleCharacters(text).map(({ offset }) => offset))
  return offsets.size === 0 ? text : withoutInvisible(removeAt(text, offsets))
}

function removeAt(text: string, offsets: ReadonlySet<number>): string {
  return text.replace(invisible, (character: string, offset: number) =>
    offsets.has(offset) ? '' : character,
  )
}

function isWriting(character: string, before: string, after: string): boolean {
  if (selectors.has(character)) return takesSelector.test(before)
  const isJoiner = character === '\u200d' || character === '\u200c'
  if (!isJoiner) return false
  const joinsPictographs =
    character === '\u200d' && pictograph.test(before) && nextPictograph.test(after)
  return joinsPictographs || joiningScripts.test(before.replace(/\p{M}+$/u, ''))
}

function toCodePoint(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
}
