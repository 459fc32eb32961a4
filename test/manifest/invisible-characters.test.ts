import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  invisibleCharacters,
  withoutInvisible,
} from '../../src/manifest/check/invisible-characters.js'

describe('invisibleCharacters', () => {
  it.each([
    ['a zero-width space', 'a\u200bb', 'U+200B', 1],
    ['a joiner between letters', 'a\u200db', 'U+200D', 1],
    ['a word joiner', 'a\u2060', 'U+2060', 1],
    ['a byte order mark inside', 'ab\ufeff', 'U+FEFF', 2],
    ['a soft hyphen', 'a\u00adb', 'U+00AD', 1],
    ['an override of direction', '\u202eabc', 'U+202E', 0],
    ['an isolate', 'a\u2066b', 'U+2066', 1],
    ['an Arabic letter mark', 'a\u061cb', 'U+061C', 1],
    ['a tag character', 'a\u{e0041}', 'U+E0041', 1],
    ['a selector after a letter', 'a\ufe0f', 'U+FE0F', 1],
    ['a selector beyond the usual', '😀\u{e0100}', 'U+E0100', 2],
    ['a Hangul filler', 'a\u3164b', 'U+3164', 1],
    ['a blank of Braille', 'a\u2800b', 'U+2800', 1],
    ['a line separator', 'a\u2028b', 'U+2028', 1],
    ['a control', 'a\u0007b', 'U+0007', 1],
    ['an escape', '\u001b[2J', 'U+001B', 0],
    ['a carriage return', 'a\rb', 'U+000D', 1],
    ['a lone surrogate', 'a\ud800b', 'U+D800', 1],
  ])('finds %s', (_what, text, codePoint, offset) => {
    expect(invisibleCharacters(text)).toEqual([{ codePoint, offset }])
  })

  it.each([
    ['lines and tabs', 'a\n\tb'],
    ['accents', 'e\u0301 ñ ü'],
    ['an emoji with its selector', '\u2764\ufe0f 1\ufe0f\u20e3'],
    ['a family', '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}'],
    ['a person with a skin tone and a job', '\u{1f469}\u{1f3fd}\u200d\u{1f4bb}'],
    ['Persian with its non-joiner', '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645'],
    ['Hindi with its joiner', '\u0915\u094d\u200d\u0937'],
    ['Hebrew and Chinese', '\u05e9\u05dc\u05d5\u05dd \u4f60\u597d'],
    ['spaces of typesetting', 'a\u00a0b\u2009c\u3000d'],
  ])('leaves %s alone', (_what, text) => {
    expect(invisibleCharacters(text)).toEqual([])
  })

  it('finds each of many', () => {
    expect(invisibleCharacters('\u200b\u200ba\u200b')).toHaveLength(3)
  })
})

describe('withoutInvisible', () => {
  it('leaves a text in which nothing is found', () => {
    const characters = fc.constantFrom('a', '\u200d', '\ufe0f', '\u200b', '😀', '\u0645', '\u202e')
    const texts = fc.oneof(fc.string({ unit: characters }), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(texts, (text) => {
        expect(invisibleCharacters(withoutInvisible(text))).toEqual([])
      }),
    )
  })

  it('takes out nothing else', () => {
    expect(withoutInvisible('a\u200b \u{1f468}\u200d\u{1f469} b\u202e')).toBe(
      'a \u{1f468}\u200d\u{1f469} b',
    )
  })
})
