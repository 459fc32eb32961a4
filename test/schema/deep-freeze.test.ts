import { describe, expect, it } from 'vitest'

import { deepFreeze } from '../../src/schema/deep-freeze.js'

describe('deepFreeze', () => {
  it('freezes every object and array, and gives the value back', () => {
    const value = { list: [{ deep: {} }], nothing: null }
    expect(deepFreeze(value)).toBe(value)
    expect([value, value.list, value.list[0], value.list[0]?.deep].every(Object.isFrozen)).toBe(
      true,
    )
  })

  it('takes primitives', () => {
    expect(deepFreeze('a')).toBe('a')
    expect(deepFreeze(null)).toBeNull()
  })

  it('does not overflow the stack on deep input', () => {
    let deep: unknown[] = []
    for (let level = 0; level < 100_000; level += 1) deep = [deep]
    expect(Object.isFrozen(deepFreeze(deep)[0])).toBe(true)
  })
})
