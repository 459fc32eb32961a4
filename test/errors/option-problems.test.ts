import { describe, expect, it } from 'vitest'

import { assertOptions } from '../../src/errors/assert-options.js'
import { optionProblems, toRule } from '../../src/errors/option-problems.js'

const secret = 'a value nobody may read'
const rules = { limit: toRule('a whole number', Number.isInteger) }
const problems = (options: object) => optionProblems('layer', options, rules)

class Options {
  get limit() {
    return secret
  }
}

describe('options', () => {
  it('are read from instances of classes like from any object', () => {
    expect(problems(new Options())).toEqual([
      {
        subject: 'layer',
        message: 'the option "limit" has a wrong value.',
        fix: 'Pass a whole number.',
      },
    ])
  })

  it.each([
    ['a getter', Object.defineProperty({}, 'limit', { get: fail, enumerable: true })],
    ['a proxy', new Proxy({}, { ownKeys: fail })],
  ])('that throw when they are read are told, without what they say: %s', (_, options) => {
    expect(problems(options)).toEqual([
      {
        subject: 'layer',
        message: 'an option throws when it is read.',
        fix: 'Pass an object with plain values.',
      },
    ])
  })

  it('that are unknown are told with the nearest name', () => {
    expect(problems({ limits: 1 })).toMatchObject([
      { message: 'there is no option "limits".', fix: 'Did you mean "limit"?' },
    ])
  })

  it('that are right are taken', () => {
    expect(() => {
      assertOptions('layer', { limit: 3 }, rules)
    }).not.toThrow()
  })
})

function fail(): never {
  throw new Error(secret)
}
