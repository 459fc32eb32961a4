import { describe, expect, it } from 'vitest'
import { joinPath } from '../../src/errors/argument-path.js'
import { didYouMean, nearestNames } from '../../src/errors/nearest-names.js'
import { quoteName } from '../../src/errors/quoted-name.js'

describe('nearestNames', () => {
  it.each([
    ['dry_run', ['dryRun', 'path'], ['dryRun']],
    ['amont', ['amounts', 'amount', 'x'], ['amount']],
    ['zzz', ['amount'], []],
    ['rowX', ['rowD', 'rowC', 'rowB', 'rowA'], ['rowA', 'rowB', 'rowC']],
  ])('of %s among %j are %j', (name, candidates, near) => {
    expect(nearestNames(name, candidates)).toEqual(near)
  })

  it('does not compare more of a long name than there can be', () => {
    expect(nearestNames('x'.repeat(100_000), ['amount'])).toEqual([])
  })
})

describe('didYouMean', () => {
  it('asks about each candidate, or nothing', () => {
    expect(didYouMean(['a', 'b'])).toBe(' Did you mean "a" or "b"?')
    expect(didYouMean([])).toBe('')
  })
})

describe('quoteName', () => {
  it.each([
    ['plain', '"plain"'],
    ['a"b', String.raw`"a\"b"`],
    ['a\nb', String.raw`"a\u000ab"`],
    ['a\u202Eb', String.raw`"a\u202eb"`],
    ['\u{E0041}', String.raw`"\u{e0041}"`],
    ['x'.repeat(70), `"${'x'.repeat(64)}…"`],
  ])('shows %j as %s', (name, quoted) => {
    expect(quoteName(name)).toBe(quoted)
  })
})

describe('joinPath', () => {
  it.each([
    ['', 'lines', 'lines'],
    ['lines', 1, 'lines[1]'],
    ['lines[1]', 'qty', 'lines[1].qty'],
    ['', 'x y', '["x y"]'],
    ['a', '', 'a[""]'],
  ])('of %j and %j is %s', (parent, key, path) => {
    expect(joinPath(parent, key)).toBe(path)
  })
})
