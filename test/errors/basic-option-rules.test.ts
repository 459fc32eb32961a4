import { describe, expect, it } from 'vitest'

import { basicRules, oneOf } from '../../src/errors/basic-option-rules.js'

type Name = keyof typeof basicRules

const accepted: readonly (readonly [Name, readonly unknown[], readonly unknown[]])[] = [
  ['name', ['a', ' a '], ['', ' \n', 7, undefined]],
  ['text', ['', 'a'], [7, null, ['a']]],
  ['flag', [true, false], ['true', 1, null]],
  ['callable', [() => 1, class {}], [{}, 'f']],
  ['object', [{}, new Map()], [[], null, 'o', () => 1]],
  ['count', [1, 500], [0, -1, 1.5, '1', Infinity, Number.NaN, 2 ** 53]],
  ['durationMs', [0, 0.5, 1e9], [-1, Infinity, Number.NaN, '5', null]],
  ['positiveMs', [0.5, 1e9], [0, -1, Infinity, Number.NaN, '5']],
]

describe('the rules that options of many rooms share', () => {
  it.each(accepted)('%s takes what it says, and nothing else', (name, right, wrong) => {
    const { accepts } = basicRules[name]
    expect(right.filter((value) => !accepts(value))).toEqual([])
    expect(wrong.filter((value) => accepts(value))).toEqual([])
  })

  it('oneOf names its words, and takes no others', () => {
    const { expected, accepts } = oneOf('keep', 'drop', 'throw')
    expect(expected).toBe("'keep', 'drop' or 'throw'")
    expect(['keep', 'drop', 'throw', 'Keep', '', undefined].map(accepts)).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ])
  })
})
