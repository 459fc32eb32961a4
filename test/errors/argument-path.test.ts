import { describe, expect, it } from 'vitest'

import { joinPath, joinPaths } from '../../src/errors/argument-path.js'

describe('joinPath', () => {
  it.each([
    ['', 'a', 'a'],
    ['a', 'b_1', 'a.b_1'],
    ['a', 0, 'a[0]'],
    ['', 'x y', '["x y"]'],
    ['a', 'é', 'a["é"]'],
    ['a', '', 'a[""]'],
    ['a', 'b"c', 'a["b\\"c"]'],
  ])('goes from %j by %j to %s', (parent, key, path) => {
    expect(joinPath(parent, key)).toBe(path)
  })
})

describe('joinPaths', () => {
  it.each([
    ['', '', ''],
    ['a', '', 'a'],
    ['', 'b.c', 'b.c'],
    ['a', 'b.c', 'a.b.c'],
    ['a', '[0].b', 'a[0].b'],
  ])('puts %j and %j together', (parent, relative, path) => {
    expect(joinPaths(parent, relative)).toBe(path)
  })
})
