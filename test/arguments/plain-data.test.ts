import { isDeepStrictEqual } from 'node:util'

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { defaultLimits } from '../../src/arguments/input/admit-limits.js'
import { copyJson } from '../../src/arguments/input/copy-json.js'
import { IssueList } from '../../src/arguments/input/issue-list.js'
import { copyPlainData } from '../../src/arguments/input/plain-copier.js'
import { unsure } from '../../src/arguments/input/plain-data.js'
import { change, hostileChange } from './compiled/hostile-changes.js'

const limits = { ...defaultLimits, maxDepth: 8, maxValues: 60 }

function slowCopy(value: unknown): { readonly copy: unknown; readonly isRefused: boolean } {
  const issues = new IssueList()
  const copy = copyJson(value, { limits, issues, path: '' })
  return { copy, isRefused: !issues.isEmpty }
}

/** What one change has made of a place may keep another from it. */
function tryChange(...[input, hostile]: Parameters<typeof change>): unknown {
  try {
    return change(input, hostile)
  } catch {
    return input
  }
}

describe('the quick copy of plain data', () => {
  it('is the copy that is made member by member, or none [ADM-03]', () => {
    let copied = 0
    const law = fc.property(
      fc.jsonValue({ maxDepth: 4 }),
      fc.array(hostileChange, { maxLength: 3 }),
      (value, changes) => {
        const input = changes.reduce<unknown>(tryChange, structuredClone(value))
        const quick = copyPlainData(input, { limits, isForeign: true })
        if (quick === unsure) return
        copied += 1
        const { copy, isRefused } = slowCopy(input)
        expect(isRefused).toBe(false)
        expect(isDeepStrictEqual(quick, copy)).toBe(true)
      },
    )
    fc.assert(law, { numRuns: 3000 })
    expect(copied).toBeGreaterThan(600)
  })

  it('runs nothing of its input [ADM-03]', () => {
    let ran = 0
    const trap = (): never => {
      ran += 1
      throw new Error('a trap')
    }
    const traps = new Proxy({}, { get: () => trap })
    const holes = Object.assign([undefined, 'b'], { x: 1 })
    Reflect.deleteProperty(holes, 0)
    const inputs: unknown[] = [
      Object.defineProperty({}, 'a', { get: trap, enumerable: true }),
      Object.defineProperty([], 0, { get: trap, enumerable: true }),
      Object.setPrototypeOf(holes, new Proxy(Array.prototype, traps)),
      Object.setPrototypeOf({ a: 1 }, new Proxy({}, traps)),
      new Proxy({ a: 1 }, traps),
      new Proxy(['a'], traps),
    ]
    for (const input of inputs) {
      expect(copyPlainData(input, { limits, isForeign: true })).toBe(unsure)
      expect(copyPlainData({ nested: [input] }, { limits, isForeign: true })).toBe(unsure)
    }
    expect(ran).toBe(0)
  })

  it('takes a hole beside a named member for no list [ADM-03]', () => {
    const tags = Object.assign([undefined, 'b'], { x: 1 })
    Reflect.deleteProperty(tags, 0)
    Object.setPrototypeOf(tags, { 0: 'of the prototype', __proto__: Array.prototype })
    expect(copyPlainData({ tags }, { limits, isForeign: true })).toBe(unsure)
  })
})
