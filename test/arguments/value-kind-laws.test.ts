import { IsOptional } from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { classUnderTest, hasForbiddenKey } from './class-under-test.js'
import { nearValid } from './near-valid.js'
import { valueKinds } from './value-kinds.js'

const numRuns = process.env['TALLYSTICK_LONG'] === '1' ? 5_000 : 60

/** The ways a value stands on a property, and what else is valid then. */
const settings = {
  required: { decorators: [], others: [] },
  optional: { decorators: [IsOptional()], others: [{}] },
  nullable: { decorators: [Nullable()], others: [{ value: null }] },
} as const
type Setting = keyof typeof settings

describe.each(valueKinds)('$name', ({ decorators, isExact, valid }) => {
  describe.each(Object.keys(settings) as Setting[])('%s', (setting) => {
    const { decorators: more, others } = settings[setting]
    const { admits, conforms } = classUnderTest({ value: [...more, ...decorators] })

    it('is admitted where it is valid, and fits the schema [SCH-05]', () => {
      const inputs = fc.oneof(
        valid.map((value) => ({ value })),
        ...others.map((input) => fc.constant(input)),
      )
      // What a rule leaves to chance is tried by the law below.
      const isFit = (input: object): boolean => !admits(input) || conforms(input)
      fc.assert(fc.property(inputs, isFit), { numRuns })
      expect(fc.sample(inputs, 50).some(admits)).toBe(true)
      expect(others.every((input) => admits(input) && conforms(input))).toBe(true)
    })

    it('has a schema that accepts what admit accepts [SCH-02]', () => {
      const inputs = fc.oneof(
        { weight: 9, arbitrary: nearValid(valid).map((value) => ({ value })) },
        { weight: 1, arbitrary: fc.constantFrom<object>({}, { value: null }) },
      )
      const agrees = (input: object): boolean => {
        if (admits(input)) return conforms(input)
        return !isExact || !conforms(input) || hasForbiddenKey(input)
      }
      fc.assert(fc.property(inputs, agrees), { numRuns })
    })
  })
})
