import { describe, expect, it } from 'vitest'

import { checkKeyValue } from '../../src/tools/key-value.js'

describe('checkKeyValue', () => {
  it.each(['INV-7', ' ', '\u0000', 'a'.repeat(512), 0, -1.5, Number.MAX_VALUE, ['INV', 7], ['a']])(
    'takes a text with something in it, a finite number or a list of them: %j [EFF-02]',
    (given) => {
      expect(checkKeyValue(given)).toEqual({ value: given })
    },
  )

  it.each([
    ['is undefined', undefined],
    ['is null', null],
    ['is an empty text', ''],
    ['is no finite number', Number.NaN],
    ['is no finite number', Number.POSITIVE_INFINITY],
    ['is a boolean', true],
    ['is a bigint', 7n],
    ['is an object', new Date()],
    ['is a list without parts', []],
    ['is a list whose part 1 is an empty text', ['a', '']],
    ['is a list whose part 1 is undefined', ['a', undefined]],
    ['is a list whose part 0 is no finite number', [Number.NaN]],
    ['is a list whose part 0 is a list', [['a']]],
    // A hole must not be skipped.
    ['is a list whose part 1 is undefined', ['a', , 'b']],
    ['is longer than 512 bytes', 'a'.repeat(513)],
    ['is longer than 512 bytes', 'é'.repeat(257)],
    ['is longer than 512 bytes', ['a'.repeat(300), 'b'.repeat(300)]],
  ])('refuses what %s, and does not show it [EFF-02]', (fault, given) => {
    expect(checkKeyValue(given)).toEqual({ fault })
  })

  it('takes minus zero for zero, so that two spellings are one key [EFF-02]', () => {
    expect(Object.is(checkKeyValue(-0).value, 0)).toBe(true)
    expect(Object.is((checkKeyValue([-0]).value as readonly number[])[0], 0)).toBe(true)
  })

  it('keeps its own frozen copy of a list', () => {
    const given = ['a', 1]
    const { value } = checkKeyValue(given)
    given.push('b')
    expect(value).toEqual(['a', 1])
    expect(Object.isFrozen(value)).toBe(true)
  })
})
