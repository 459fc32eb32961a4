import { describe, expect, it } from 'vitest'

import { addUnknownKey } from '../../src/arguments/admit/unknown-keys.js'
import { IssueList } from '../../src/arguments/input/issue-list.js'

/** Names that count how often they are looked through. */
function countedNames(names: readonly string[]) {
  const known = {
    times: 0,
    *[Symbol.iterator]() {
      known.times += 1
      yield* names
    },
  }
  return known
}

function unknownKeys(before: number): { readonly times: number; readonly count: number } {
  const issues = new IssueList()
  const known = countedNames(['customer', 'quantity'])
  for (let index = 0; index < before; index += 1)
    issues.add(`rest[${index.toString()}]`, 'required', 'no')
  for (let index = 0; index < 1000; index += 1)
    addUnknownKey(issues, `custome${index.toString()}`, { path: '', known })
  return { times: known.times, count: issues.count }
}

describe('near names of unknown keys', () => {
  it.each([
    [0, 10],
    [45, 5],
    [50, 0],
    [500, 0],
  ])(
    'are looked for only where they are shown: after %i other issues, %i times',
    (before, times) => {
      expect(unknownKeys(before)).toEqual({ times, count: before + 1000 })
    },
  )
})
