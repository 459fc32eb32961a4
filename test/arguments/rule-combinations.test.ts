import { IsArray, IsOptional } from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { DefinitionError } from '../../src/errors/definition-error.js'
import {
  classUnderTest,
  decoratorOf,
  forgettingClasses,
  hasForbiddenKey,
  type ClassUnderTest,
  type Properties,
} from './class-under-test.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from './rule-cases.js'
import { aimedAt, anyJson, nearTo } from './rule-values.js'

const isLong = process.env['TALLYSTICK_LONG'] === '1'
const numRuns = isLong ? 3_000 : 150
const timeout = isLong ? 600_000 : 60_000

const anyValueCases = valueCases.filter(([, , fidelity]) => fidelity !== 'absent')
const texts = [...textCases, ...encodingCases, ...formatCases]

/** One property: what stands on it, and values that are near to what its rules accept. */
interface Property {
  readonly name: string
  readonly decorators: readonly PropertyDecorator[]
  readonly isExact: boolean
  readonly values: fc.Arbitrary<unknown>
}

/** Two to four rules of one kind of value, so that there often is one that meets all of them. */
const rows = fc
  .constantFrom<readonly RuleCase[]>(numberCases, texts, textCases, arrayCases, anyValueCases)
  .chain((kind) =>
    fc.array(fc.oneof(fc.constantFrom(...kind), fc.constantFrom(...anyValueCases)), {
      minLength: 2,
      maxLength: 4,
    }),
  )

const property: fc.Arbitrary<Property> = fc
  .tuple(rows, fc.constantFrom('required', 'optional', 'nullable', 'for each'))
  .map(([chosen, setting]) => {
    const each = setting === 'for each'
    const samples = chosen.flatMap(([, , , own]) => own)
    const values = fc.oneof(
      nearTo(samples),
      aimedAt(chosen.flatMap(([, given]) => given)),
      anyJson,
      fc.constant(undefined),
    )
    return {
      name: `${setting}: ${chosen.map(([name, given]) => `@${name}(${given.join(', ')})`).join(' ')}`,
      decorators: [
        ...(each ? [IsArray()] : presence(setting)),
        ...chosen.map((row) => decoratorOf(row, each ? { each: true } : {})),
      ],
      isExact: chosen.every(([, , fidelity]) => fidelity === 'exact'),
      values: each ? fc.array(values, { maxLength: 2 }) : values,
    }
  })

function presence(setting: string): readonly PropertyDecorator[] {
  if (setting === 'optional') return [IsOptional()]
  return setting === 'nullable' ? [Nullable()] : []
}

const classes = fc.array(property, { minLength: 1, maxLength: 3 }).chain((all) =>
  fc.record({
    all: fc.constant(all),
    inputs: fc.array(fc.tuple(...all.map(({ values }) => values)), {
      minLength: 30,
      maxLength: 30,
    }),
  }),
)

function describeAll(all: readonly Property[]): string {
  return all.map(({ name }, index) => `p${index.toString()} ${name}`).join('; ')
}

/** What the values make of a class whose properties are named by their place; undefined is not sent. */
function toInput(values: readonly unknown[]): object {
  const named = values.map((value, index): [string, unknown] => [`p${index.toString()}`, value])
  return Object.fromEntries(named.filter(([, value]) => value !== undefined))
}

/** The two sides of the class; undefined where its rules contradict each other and its author is told so. */
function tryClass(all: readonly Property[]): ClassUnderTest | undefined {
  const properties: Properties = Object.fromEntries(
    all.map(({ decorators }, index) => [`p${index.toString()}`, decorators]),
  )
  try {
    return classUnderTest(properties)
  } catch (error) {
    if (DefinitionError.is(error)) return undefined
    throw error
  }
}

describe('a class with several rules on each property', () => {
  it(
    'has a schema that accepts what admit accepts, and no more where all rules are exact [SCH-02]',
    { timeout },
    () => {
      let admitted = 0
      const law = fc.property(classes, ({ all, inputs }) => {
        forgettingClasses(() => {
          const sides = tryClass(all)
          const isExact = all.every((one) => one.isExact)
          for (const input of inputs.map(toInput)) {
            const admits = sides?.admits(input) === true
            if (admits) admitted += 1
            if (sides === undefined || hasForbiddenKey(input) || !(admits || isExact)) continue
            if (sides.conforms(input) !== admits)
              expect.fail(`${describeAll(all)} and the schema disagree on ${JSON.stringify(input)}`)
          }
        })
      })
      fc.assert(law, { numRuns })
      expect(admitted).toBeGreaterThan(numRuns)
    },
  )
})
