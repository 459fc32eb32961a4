import { describe, expect, it } from 'vitest'

import { isSameJson } from '../../src/schema/same-json.js'

describe('isSameJson', () => {
  it.each([
    ['members in another order', { a: 1, b: [{ c: 2, d: 3 }] }, { b: [{ d: 3, c: 2 }], a: 1 }],
    ['a member that is undefined and none', { a: undefined }, {}],
    ['nothing and nothing', undefined, undefined],
    ['zero with and without a sign', 0, -0],
  ])('takes for one: %s', (_what, first, second) => {
    expect(isSameJson(first, second)).toBe(true)
  })

  it.each([
    ['items in another order', [1, 2], [2, 1]],
    ['a number and its text', 1, '1'],
    ['nothing and null', undefined, null],
    ['null and nothing', null, undefined],
  ])('tells apart: %s', (_what, first, second) => {
    expect(isSameJson(first, second)).toBe(false)
  })
})
