import fc from 'fast-check'

/** What texts are mutated with: the ends of classes, what folds into ASCII, and what counts as two or as none. */
const oddities = [
  ...['', ' ', '\n', '\t', '\u00a0', '\u3000', '\u2028', '\0', '\x7f', '"', '\\', '/', '%', '@'],
  ...['-', '+', '_', '.', ',', ':', ';', '=', '(', ')', '[', ']', '<', '>', '#', '&', '?', '*'],
  ...[
    'a',
    'f',
    'g',
    'z',
    'A',
    'F',
    'G',
    'Z',
    'X',
    '0',
    '1',
    '7',
    '8',
    '9',
    '٣',
    'ß',
    'ſ',
    'ı',
    'İ',
  ],
  ...[
    '\u212a',
    'ﬁ',
    'ﬃ',
    'é',
    'É',
    '中',
    'Ａ',
    'ｱ',
    '😀',
    '👩‍👩',
    '☺️',
    'a\ufe0e',
    '\ufe0e',
    '\ufe0f',
    '\ud83d',
    '\ude00',
  ],
]

const oddText = fc
  .array(fc.constantFrom(...oddities), { maxLength: 8 })
  .map((parts) => parts.join(''))

const numbers = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    1.5,
    1e21,
    1e22,
    -3e21,
    1e-7,
    1.5e-7,
    90,
    180,
    2 ** 53,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
  ),
)

/** Any finite JSON value, the awkward ones more often. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.string({ unit: 'binary', maxLength: 6 }),
  numbers,
  numbers.map(String),
  fc.constantFrom(null, true, false, '', [], {}, [null], { a: null }, [[]], ['a', 1]),
  fc.jsonValue({ maxDepth: 2 }),
)

/** Values near those a rule accepts: the samples themselves, and each cut, doubled, spliced and respelled. */
export function nearTo(samples: readonly unknown[]): fc.Arbitrary<unknown> {
  if (samples.length === 0) return anyJson
  const sample = fc.constantFrom(...samples)
  const place = fc.nat({ max: 80 })
  const length = fc.nat({ max: 3 })
  const spliced = fc
    .tuple(sample, place, length, fc.oneof(oddText, fc.constantFrom(...oddities)))
    .map(splice)
  return fc.oneof(
    sample,
    spliced,
    fc.tuple(spliced, place, length, fc.constantFrom(...oddities)).map(splice),
    fc.tuple(sample, place, length, sample.map(String)).map(splice),
    sample.map((value) => (typeof value === 'string' ? value.toUpperCase() : value)),
    sample.map((value) => (typeof value === 'string' ? value.toLowerCase() : [value])),
    fc
      .tuple(sample, numbers)
      .map(([value, number]) =>
        typeof value === 'number' && Number.isFinite(value + number) ? value + number : number,
      ),
    fc
      .tuple(sample, place)
      .map(([value, at]) =>
        Array.isArray(value) ? (value as unknown[]).toSpliced(at % (value.length + 1), 1) : value,
      ),
    fc
      .tuple(sample, fc.array(anyJson, { maxLength: 3 }))
      .map(([value, more]) => (Array.isArray(value) ? [...(value as unknown[]), ...more] : more)),
  )
}

/** Texts that match the pattern of a schema; any value where fast-check cannot read the pattern, or not in good time. */
export function matching(pattern = ''): fc.Arbitrary<unknown> {
  if (!/^\^.*\$$/.test(pattern)) return anyJson
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'), { size: '-1' })
  } catch {
    return anyJson
  }
}

function splice([value, place, length, inserted]: [unknown, number, number, string]): unknown {
  if (typeof value !== 'string') return inserted
  const start = place % (value.length + 1)
  return value.slice(0, start) + inserted + value.slice(start + length)
}

const units = ['a', '😀', '☺\ufe0f', '\ufe0f', '\ud83d', 'é']
const numericTexts = [
  '1e400',
  '-1e400',
  '1e-400',
  '1e3',
  '0x10',
  ' 1',
  '1_000',
  'NaN',
  'Infinity',
  '-0',
]

/** What a decorator was given, and values on either side of its limits: lengths, sizes and numbers. */
export function aimedAt(given: readonly unknown[]): fc.Arbitrary<unknown> {
  const limits = given.flat().filter((one) => typeof one === 'number' && Number.isFinite(one))
  const limit = fc.constantFrom(...(limits.length === 0 ? [1] : (limits as number[])))
  const count = fc
    .tuple(limit, fc.constantFrom(-1, 0, 1))
    .map(([number, step]) => Math.min(Math.max(0, Math.round(number) + step), 100))
  const factor = fc.constantFrom(0, -0, 1, -1, 2, 0.5, 1e15, 1e20, 1e21, 1e22, 1 + Number.EPSILON)
  const named = given.flat().filter((one) => ['string', 'number', 'boolean'].includes(typeof one))
  return fc.oneof(
    fc.constantFrom<unknown>(
      null,
      ...named.filter((one) => typeof one !== 'number' || Number.isFinite(one)),
    ),
    fc.tuple(count, fc.constantFrom(...units)).map(([times, unit]) => unit.repeat(times)),
    fc.tuple(count, anyJson).map(([times, item]) => Array.from({ length: times }, () => item)),
    fc.tuple(limit, factor).map(([number, by]) => number * by),
    fc.tuple(limit, fc.constantFrom(-1, 1)).map(([number, step]) => number + step),
    fc.constantFrom(...numericTexts),
  )
}
