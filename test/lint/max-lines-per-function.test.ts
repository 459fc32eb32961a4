import { Linter } from 'eslint'
import { describe, expect, it } from 'vitest'
import { maxLinesPerFunction } from './max-lines-per-function.js'

const config: Linter.Config = {
  plugins: { house: { rules: { 'max-lines-per-function': maxLinesPerFunction } } },
  rules: { 'house/max-lines-per-function': ['error', { max: 3 }] },
}

/** How often the rule speaks of a call with a callback of five lines. */
function countReports(call: string): number {
  return new Linter().verify(`${call}() => {\n a()\n b()\n c()\n})`, config).length
}

describe('house/max-lines-per-function', () => {
  it.each([["it('works', "], ["it.each([1])('works', "], ['run('], ['describeAll(']])(
    'limits the callback of %s',
    (call) => {
      expect(countReports(call)).toBe(1)
    },
  )

  it.each([["describe('a', "], ["describe.each([1])('a', "], ["describe.skip('a', "]])(
    'leaves the callback of %s to the limits of its tests',
    (call) => {
      expect(countReports(call)).toBe(0)
    },
  )
})
