import { describe, expect, it } from 'vitest'

import { parseKeyPath } from '../../src/tools/key-path.js'

describe('parseKeyPath', () => {
  it.each([
    ['claim', ['claim']],
    ['payment.claim_id', ['payment', 'claim_id']],
    ['lines.0.id', ['lines', '0', 'id']],
    ['/payment/claimId', ['payment', 'claimId']],
    ['/a.b/c d', ['a.b', 'c d']],
    ['/a~1b/c~0d', ['a/b', 'c~d']],
    // RFC 6901, section 4: first ~1, then ~0, so that this is no slash.
    ['/a~01', ['a~1']],
  ])('reads the dotted fields or the pointer %j [EFF-02]', (path, segments) => {
    expect(parseKeyPath(path)).toEqual(segments)
  })

  it.each([
    ...['', '.', 'a.', '.a', 'a..b', '/', '//', '/a/', '/a//b'],
    ...['a b', 'a/b', ' a', '/a~', '/a~2', '#/a', '/a\n~'],
  ])('refuses %j: an empty path or segment, or what is no path [EFF-02]', (path) => {
    expect(parseKeyPath(path)).toBeUndefined()
  })

  it.each([undefined, null, 1, ['a'], { path: 'a' }])('refuses what is no text: %j', (path) => {
    expect(parseKeyPath(path)).toBeUndefined()
  })
})
