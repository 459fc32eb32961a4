import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { fromSubject, toSubject } from '../../src/arguments/shape/problem-subject.js'

/** Names that errors show as they are: no control characters, no backslashes, not clipped. */
const names = fc.stringMatching(/^[\p{L}\p{N}_$",: -]{0,40}$/u)

describe('toSubject', () => {
  it.each([
    [{ owner: undefined, property: undefined }, 'a/b'],
    [{ owner: undefined, property: 'sku' }, 'a/b, property "sku"'],
    [{ owner: 'Line', property: undefined }, 'a/b, class "Line"'],
    [{ owner: 'Line', property: 'sku' }, 'a/b, class "Line", property "sku"'],
  ])('names what %j names, and fromSubject gives it back', (place, subject) => {
    expect(toSubject('a/b', place)).toBe(subject)
    expect(fromSubject(subject)).toEqual(place)
  })

  it('is inverted by fromSubject, whatever names authors give', () => {
    const place = fc.record({
      owner: fc.option(names, { nil: undefined }),
      property: fc.option(names, { nil: undefined }),
    })
    fc.assert(
      fc.property(place, (own) => {
        expect(fromSubject(toSubject('a/b', own))).toEqual(own)
      }),
    )
  })
})
