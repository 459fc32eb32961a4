import { Type } from 'class-transformer'
import { IsArray, IsOptional } from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { readRules } from '../../src/arguments/rules/class-validator-rules.js'
import { Nullable } from '../../src/arguments/rules/nullable.js'
import { ruleSchema } from '../../src/arguments/translation/rule-schemas.js'
import {
  classOf,
  classUnderTest,
  decoratorOf,
  forgettingClasses,
  hasForbiddenKey,
} from './class-under-test.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from './rule-cases.js'
import { ruleUnderTest } from './rule-under-test.js'
import { aimedAt, anyJson, matching, nearTo } from './rule-values.js'

const numRuns = process.env['TALLYSTICK_LONG'] === '1' ? 3_000 : 60
const dates = ['1970-01-01T00:00:00Z', '2026-02-28T23:59:59.5+01:00']

/** Rules that no JSON value meets as it is. */
const ofDates = new Set(['IsDate', 'MinDate', 'MaxDate', 'IsInstance'])

const cases: readonly RuleCase[] = [
  ...valueCases.filter(([decorator]) => !ofDates.has(decorator)),
  ...numberCases,
  ...arrayCases,
  ...textCases,
  ...encodingCases,
  ...formatCases,
]

/** The ways a decorator stands on a property. */
const settings = {
  alone: (row: RuleCase) => [decoratorOf(row)],
  optional: (row: RuleCase) => [IsOptional(), decoratorOf(row)],
  nullable: (row: RuleCase) => [Nullable(), decoratorOf(row)],
  'for each': (row: RuleCase) => [IsArray(), decoratorOf(row, { each: true })],
}
type Setting = keyof typeof settings

function valuesFor([, given, , samples]: RuleCase, pattern?: string): fc.Arbitrary<unknown> {
  return fc.oneof(anyJson, nearTo(samples), nearTo(samples), aimedAt(given), matching(pattern))
}

/** Arguments as a model sends them: mostly with the value, sometimes without. */
function inputsOf(values: fc.Arbitrary<unknown>, setting: Setting): fc.Arbitrary<object> {
  const value =
    setting === 'for each' ? fc.oneof(fc.array(values, { maxLength: 3 }), values) : values
  return fc.oneof(
    { weight: 9, arbitrary: value.map((one) => ({ value: one })) },
    { weight: 1, arbitrary: fc.constant({}) },
  )
}

it('puts each decorator of the table on each element where that is asked', () => {
  const rows = cases.filter((row) => {
    const rules = readRules(classOf({ value: settings['for each'](row) })).get('value') ?? []
    return !rules.some(({ each }) => each)
  })
  expect(rows).toEqual([])
})

describe.each(cases)('a class with @%s(%j)', (...row) => {
  const { name, constraints } = ruleUnderTest(row)
  const values = valuesFor(row, ruleSchema(name, constraints)?.schema?.pattern)

  it.each(Object.keys(settings) as Setting[])(
    'has a schema that accepts what admit accepts, %s [SCH-02]',
    (setting) => {
      forgettingClasses(() => {
        const { admits, conforms } = classUnderTest({ value: settings[setting](row) })
        const agrees = (input: object): boolean => {
          if (admits(input)) return conforms(input)
          return row[2] !== 'exact' || !conforms(input) || hasForbiddenKey(input)
        }
        fc.assert(fc.property(inputsOf(values, setting), agrees), { numRuns })
      })
    },
  )

  it('is admitted with each of its samples', () => {
    const [, , , samples] = row
    forgettingClasses(() => {
      const { admits } = classUnderTest({ value: settings.nullable(row) })
      expect(samples.filter((value) => !admits({ value }))).toEqual([])
    })
  })
})

describe.each(valueCases.filter(([decorator]) => ofDates.has(decorator)))(
  'a class with a Date and @%s(%j)',
  (...row) => {
    it('has a schema that accepts what admit accepts [SCH-02]', () => {
      const { admits, conforms } = classUnderTest({ value: [Type(() => Date), decoratorOf(row)] })
      const inputs = inputsOf(fc.oneof(anyJson, nearTo(dates)), 'alone')
      fc.assert(
        fc.property(inputs, (input) => !admits(input) || conforms(input)),
        { numRuns, examples: dates.map((value): [object] => [{ value }]) },
      )
      expect(dates.every((value) => admits({ value }) || row[0] === 'MaxDate')).toBe(true)
    })
  },
)
