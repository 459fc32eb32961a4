import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { boundedPattern, withPatternTime } from '../../src/schema/bounded-pattern.js'
import { compileJsonSchema } from '../../src/schema/json-schema-validator.js'

/** Each takes longer than the universe has been there, of these texts. */
const endless: readonly (readonly [string, string])[] = [
  ['^(a+)+$', `${'a'.repeat(60)}!`],
  ['^(a|a)*$', `${'a'.repeat(60)}!`],
  ['^([a-z0-9]+-?)+$', `${'a'.repeat(60)}_`],
  ['(?:.*)*=', 'x'.repeat(60)],
  ['^(?:a*){20}$', `${'a'.repeat(60)}!`],
  ['^(a+){12}$', `${'a'.repeat(60)}!`],
  [String.raw`(a*)\1b`, 'a'.repeat(4000)],
  [`^${'a?'.repeat(60)}${'a'.repeat(60)}$`, `${'a'.repeat(60)}!`],
  [`^${'(a|a)'.repeat(60)}$`, `${'a'.repeat(60)}!`],
]

describe('a pattern of a schema', () => {
  it.each(endless)('refuses a text that it would not be done with: %s', (pattern, text) => {
    expect(compileJsonSchema({ type: 'string', pattern })(text)).toHaveLength(1)
  })

  it('is watched where it stands for names, too', () => {
    const pattern = '^(a+)+$'
    const value = { [`${'a'.repeat(60)}!`]: 1 }
    for (const schema of [
      { type: 'object', patternProperties: { [pattern]: {} } },
      { type: 'object', propertyNames: { pattern } },
    ] as const) {
      expect(compileJsonSchema(schema)(value)).toHaveLength(1)
    }
  })

  it('refuses a list of texts that take too long together', () => {
    const isSlow = `${'a'.repeat(20)}!`
    const items = Array.from({ length: 10_000 }, () => isSlow)
    const validate = compileJsonSchema({ type: 'array', items: { pattern: '^(a+)+$' } })
    expect(validate(items)).toMatchObject([{ path: '' }])
  })

  it('refuses a list of long texts that a plain pattern is slow with', () => {
    const items = Array.from({ length: 20_000 }, () => 'a'.repeat(2000))
    const validate = compileJsonSchema({ type: 'array', items: { pattern: 'a*b' } })
    expect(validate(items)).toMatchObject([{ path: '' }])
  })

  it('has the same time again for the next value', () => {
    const validate = compileJsonSchema({ type: 'string', pattern: '^(a+)+$' })
    expect(validate(`${'a'.repeat(60)}!`)).toHaveLength(1)
    expect(validate('a'.repeat(1000))).toEqual([])
  })

  it('takes a long text that a plain pattern is quick with', () => {
    const validate = compileJsonSchema({ type: 'string', pattern: '^[a-z]+$' })
    expect(validate('a'.repeat(5_000_000))).toEqual([])
    expect(validate(`${'a'.repeat(5_000_000)}!`)).toHaveLength(1)
  })

  it('means what the regular expression means', () => {
    const parts = [
      'a',
      'b+',
      '(c|d)',
      '[x-z]*',
      String.raw`\d{2}`,
      '(?:e?)',
      '.',
      '^',
      '$',
      '(?=f)',
    ]
    const patterns = fc.array(fc.constantFrom(...parts), { maxLength: 6 })
    const texts = fc.string({
      unit: fc.constantFrom(...Array.from('abcdefxyz01😀')),
      maxLength: 12,
    })
    fc.assert(
      fc.property(patterns, texts, (written, text) => {
        const pattern = written.join('')
        const isMatched = withPatternTime(() => boundedPattern(pattern, 'u').test(text))
        expect(isMatched).toBe(new RegExp(pattern, 'u').test(text))
      }),
    )
  })
})
