import { describe, expect, it } from 'vitest'

import { readPointer } from '../../src/schema/linear-errors.js'

describe('readPointer', () => {
  it.each<[string, readonly string[]]>([
    ['', []],
    ['/', ['']],
    ['/a~1b~0c/0', ['a/b~c', '0']],
    ['/~01', ['~1']],
    ['/~:5:a/b~1/x', ['a/b~1', 'x']],
    ['/~:0:/~:2:~:', ['', '~:']],
    ['/a//b/', ['a', '', 'b', '']],
  ])('reads %j', (pointer, keys) => {
    expect(readPointer(pointer)).toEqual(keys)
  })
})
