import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { toPortablePattern } from '../../src/arguments/translation/rule-patterns.js'

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const numRuns = isLong ? 300_000 : 3_000
const timeout = isLong ? 600_000 : 60_000

describe('toPortablePattern', () => {
  it.each([
    [/^[a-z]+$/i, '^[a-zA-Z]+$', true],
    [/^[a-]+$/i, '^[a\\-A]+$', true],
    [/^.+$/s, '^[\\s\\S]+$', true],
    [/^.{1,3}$/, '^.{1,3}$', false],
    [/a\/b/g, 'a\\/b', true],
    [/^[^@\s]+@[^@\s]+$/, '^[^@\\s]+@[^@\\s]+$', true],
    [/^(?!.*\.\.)[a-z.]+$/, '^(?!.*\\.\\.)[a-z.]+$', true],
  ])('translates %s [SCH-06]', (expression, pattern, isExact) => {
    expect(toPortablePattern(expression)).toEqual({ pattern, isExact })
  })

  it.each([
    ['a place in the middle of a pair', /(?!^)(?!$)/],
    ['counted characters', /^..$/],
    ['two neighbours that may share a pair', /^[^a]+[^b]+$/],
    ['a repeated group that may split a pair', /^(?:x|[^a]+){2}$/],
    ['a reference to what may be half a pair', /^([^a]+)\1$/],
    ['a range over the surrogates', /^[\u4e00-\uffff]$/],
    ['a class of properties', /^\p{L}$/u],
    ['a place between no words', /a\B/],
    ['what stood before', /(?<=a)b/],
    ['lines', /^a$/m],
    ['a sticky place', /a/y],
    ['sets of classes', new RegExp('[a--b]', 'v')],
    ['letters by code, in either case', /\x41/i],
    ['letters beyond ASCII, in either case', /é/i],
    ['a class of letters beyond ASCII, in either case', /^[a-z\u00e0-\u00ff]+$/i],
    ['what is no such letter, in either case', /^[^\xe4\xf6\xfc]$/i],
    ['a range that ends beyond ASCII, in either case', /^[k-\u212a]$/i],
    ['what the flag u does not know', /[\w-.]/],
  ])('leaves out %s [SCH-06]', (_what, expression) => {
    expect(toPortablePattern(expression)).toBeUndefined()
  })

  it(
    'is never stricter than the regular expression, with and without the flag u [SCH-06]',
    () => {
      let translated = 0
      fc.assert(
        fc.property(
          expressions,
          fc.array(texts, { minLength: 1, maxLength: 20 }),
          (expression, all) => {
            const portable = toPortablePattern(expression)
            if (portable === undefined) return
            translated += 1
            const readings = [new RegExp(portable.pattern, 'u'), new RegExp(portable.pattern)]
            for (const text of all) {
              const isMatch = text.search(expression) >= 0
              for (const reading of readings) {
                if (isMatch || portable.isExact)
                  expect([text, reading.test(text)]).toEqual([text, isMatch])
              }
            }
          },
        ),
        { numRuns },
      )
      expect(translated).toBeGreaterThan(numRuns / 20)
    },
    timeout,
  )
})

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', 'b', 'A', 'B', '1', ' ', '\n', '😀', '😎', '\ud83d', '\ude00', 'é'),
      // Letters whose other case is beyond ASCII, or is not what the flag u makes of them.
      fc.constantFrom('É', 'k', 'K', 's', 'S', '\u017f', '\u212a', 'ß', 'µ', 'μ', 'ſ', 'İ', 'ı'),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''))

/** Beyond ASCII, by escapes: upper and lower case are another matter there. */
const foreignAtom = fc.constantFrom(
  ...['\\xe9', '\\u00c9', '[\\xe9]', '[\\u00e0-\\u00ff]', '[^\\u00e9]', '[^\\xc0-\\xff]'],
  ...[
    '[a-\\u00ff]',
    '[^a-\\xff]',
    '[k\\u212a]',
    '[^\\u017f]',
    '[\\x61-\\x7a]',
    '[\\cA-Z]',
    '[\\W\\xe9]',
  ],
)
const atom = fc.constantFrom(
  'a',
  'b',
  '1',
  '.',
  '[^a]',
  '[^b]',
  '[ab]',
  '[a-b1]',
  '\\w',
  '\\W',
  '\\d',
  '\\s',
  '\\S',
  '[\\s\\S]',
  '[^\\W]',
  '\\b',
  '\\B',
  '^',
  '$',
  '\\1',
  '\\u0061',
)
const quantifier = fc.constantFrom(
  '',
  '',
  '',
  '*',
  '+',
  '?',
  '{2}',
  '{1,2}',
  '{0,2}',
  '{2,}',
  '+?',
  '*?',
)
const { source } = fc.letrec<{ source: string; part: string }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc
      .tuple(fc.oneof({ weight: 3, arbitrary: atom }, foreignAtom), quantifier)
      .map((pieces) => pieces.join('')),
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?=', '(?!'), tie('source'), quantifier)
      .map(
        ([opening, inside, times]) => `${opening}${inside})${/[=!]/.test(opening) ? '' : times}`,
      ),
  ),
  source: fc
    .tuple(
      fc.array(tie('part'), { minLength: 1, maxLength: 4 }),
      fc.constantFrom('', '', '|'),
      fc.array(tie('part'), { maxLength: 2 }),
    )
    .map(([left, or, right]) => [...left, or, ...right].join('')),
}))

const expressions = fc
  .tuple(
    fc.constantFrom('', '^'),
    source,
    fc.constantFrom('', '$'),
    fc.constantFrom('', '', 'i', 's', 'u', 'g', 'is', 'm'),
  )
  .map(([start, inside, end, flags]) => compile(`${start}${inside}${end}`, flags))
  .filter((expression) => expression !== undefined)

function compile(text: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(text, flags)
  } catch {
    return undefined
  }
}
