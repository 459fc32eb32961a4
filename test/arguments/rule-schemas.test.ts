import {
  Equals,
  IsDefined,
  IsDivisibleBy,
  IsEnum,
  IsIn,
  IsInt,
  IsLatitude,
  IsNotEmpty,
  IsNotIn,
  IsNumber,
  IsPositive,
  IsString,
  IsUrl,
  Length,
  Matches,
  Max,
  Min,
  MinLength,
  NotContains,
  NotEquals,
  registerDecorator,
  type ValidatorConstraintInterface,
} from 'class-validator'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  isBuiltInRule,
  mergeRuleSchemas,
  ruleNames,
  ruleSchema,
  type RuleSchema,
} from '../../src/arguments/translation/rule-schemas.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import { encodingCases, formatCases } from './rule-cases-of-formats.js'
import { arrayCases, numberCases, textCases, valueCases, type RuleCase } from './rule-cases.js'
import { accepting, decorated, exported, ruleUnderTest } from './rule-under-test.js'
import { aimedAt, anyJson, matching, nearTo } from './rule-values.js'

const cases: readonly RuleCase[] = [
  ...valueCases,
  ...numberCases,
  ...arrayCases,
  ...textCases,
  ...encodingCases,
  ...formatCases,
]
const numRuns = process.env['TALLYSTICK_LONG'] === '1' ? 10_000 : 300

/** Decorators that check no value by themselves: the shape of a class reads them in other ways. */
const structural = [
  'Allow',
  'IsOptional',
  'Validate',
  'ValidateBy',
  'ValidateIf',
  'ValidateNested',
  'ValidatePromise',
  'ValidatorConstraint',
]
/** Capitalised exports that are no decorators. */
const classes = [
  'ConstraintMetadata',
  'MetadataStorage',
  'ValidationError',
  'ValidationMetadata',
  'ValidationTypes',
  'Validator',
]

describe('the table of rules', () => {
  it('has each decorator of class-validator that checks a value, and no other [SCH-02]', () => {
    const capitalised = Object.keys(exported).filter((name) => /^[A-Z][a-z]/.test(name))
    const checking = capitalised.filter((name) => ![...structural, ...classes].includes(name))
    const names = cases.map((row) => ruleUnderTest(row).name)

    expect(new Set(cases.map(([decorator]) => decorator))).toEqual(new Set(checking))
    expect(new Set(ruleNames)).toEqual(new Set(names))
  })

  it('knows no rule of another name', () => {
    expect(ruleSchema('isFancy', [])).toBeUndefined()
    expect(ruleSchema('toString', [])).toBeUndefined()
  })
})

describe.each(cases)('@%s(%j)', (...row) => {
  const [, given, fidelity, samples] = row
  const rule = ruleUnderTest(row)
  const { schema, why, fidelity: found } = translation(rule)

  it(`is ${fidelity} in the schema`, () => {
    expect(found).toBe(fidelity)
    expect(why === undefined).toBe(fidelity === 'exact')
    expect(schema === undefined).toBe(fidelity === 'absent')
    expect(isBuiltInRule(rule.name, rule.constraint)).toBe(true)
  })

  it('accepts its samples', () => {
    expect(samples.filter((sample) => !rule.accepts(sample))).toEqual([])
  })

  it('has a schema that is never stricter than the rule [SCH-02]', () => {
    const near = nearTo(samples)
    const values = fc.oneof(anyJson, near, near, aimedAt(given), matching(schema?.pattern))
    const conforms = accepting(schema)
    const agrees = (value: unknown): boolean => {
      if (rule.accepts(value)) return conforms(value)
      return fidelity !== 'exact' || !conforms(value)
    }
    fc.assert(fc.property(values, agrees), {
      numRuns,
      examples: samples.map((sample): [unknown] => [sample]),
    })
  })
})

function translation({
  name,
  constraints,
}: Pick<ReturnType<typeof ruleUnderTest>, 'name' | 'constraints'>): RuleSchema {
  const rule = ruleSchema(name, constraints)
  if (rule === undefined) throw new Error(`no row for ${name}`)
  return rule
}

function schemaOf(...all: readonly PropertyDecorator[]): JsonSchema {
  return mergeRuleSchemas(all.map((decorator) => translation(decorated(decorator)).schema ?? {}))
}

describe('ruleSchema', () => {
  enum Priority {
    Low = 1,
    High = 2,
  }
  enum Colour {
    Red = 'r',
    Blue = 'b',
  }

  it.each([
    ['a numeric enum, values only [SCH-04]', IsEnum(Priority), { type: 'integer', enum: [1, 2] }],
    ['a string enum [SCH-04]', IsEnum(Colour), { type: 'string', enum: ['r', 'b'] }],
    ['a union of literal numbers [SCH-04]', IsIn([1, 2, 3]), { type: 'integer', enum: [1, 2, 3] }],
    [
      'a pattern whose flag i is written out [SCH-06]',
      Matches(/^a+$/i),
      { type: 'string', pattern: '^[aA]+$' },
    ],
    ['no pattern whose flag m cannot be said [SCH-06]', Matches(/^a+$/m), { type: 'string' }],
    [
      'a URL without claiming a format [SCH-06]',
      IsUrl(),
      { type: 'string', pattern: '^[^\\s<>]+$' },
    ],
    [
      'text that is not to be taken for a pattern [SCH-06]',
      NotContains('a.b'),
      { type: 'string', not: { pattern: 'a\\.b' } },
    ],
    [
      'lengths, the least and the greatest',
      Length(1, 64),
      { type: 'string', minLength: 1, maxLength: 64 },
    ],
    [
      'the whole number that a divisor is cut down to',
      IsDivisibleBy(2.5),
      { type: 'integer', multipleOf: 2 },
    ],
  ])('gives %s', (_what, decorator, schema) => {
    expect(schemaOf(decorator)).toEqual(schema)
  })

  it('gives the same schema after the validator wrote its defaults into its options', () => {
    const rules = [
      'IsEmail',
      'IsFQDN',
      'IsUrl',
      'IsDecimal',
      'IsCurrency',
      'IsBase64',
      'IsStrongPassword',
    ]
    for (const decorator of rules) {
      const rule = ruleUnderTest([decorator, [{}], 'looser', []])
      const before = translation(rule)
      rule.accepts('a')
      expect(translation(rule)).toEqual(before)
    }
  })

  it('gives frozen schemas', () => {
    expect(Object.isFrozen(ruleSchema('isIn', [['a', 'b']])?.schema?.enum)).toBe(true)
  })
})

describe('isBuiltInRule', () => {
  const custom = (name: string, validator: ValidatorConstraintInterface): PropertyDecorator => {
    return (prototype, property) =>
      registerDecorator({
        name,
        target: prototype.constructor,
        propertyName: String(property),
        validator,
      })
  }

  it('tells a rule a user registered under the name of a built-in one', () => {
    const { constraint } = decorated(
      custom('isInt', { validate: () => true, defaultMessage: () => '$property must be even' }),
    )
    expect(isBuiltInRule('isInt', constraint)).toBe(false)
  })

  it('tells a rule without a message, and one whose message throws', () => {
    const silent = decorated(custom('isInt', { validate: () => true }))
    expect(isBuiltInRule('isInt', silent.constraint)).toBe(false)
    const broken: ValidatorConstraintInterface = {
      validate: () => true,
      defaultMessage: () => {
        throw new Error('no message')
      },
    }
    expect(isBuiltInRule('isInt', broken)).toBe(false)
  })

  it('knows a built-in rule for each element, and one with a message of the author', () => {
    expect(isBuiltInRule('isInt', decorated(IsInt({ each: true })).constraint)).toBe(true)
    expect(isBuiltInRule('isInt', decorated(IsInt({ message: 'whole, please' })).constraint)).toBe(
      true,
    )
    expect(isBuiltInRule('min', decorated(IsInt()).constraint)).toBe(false)
    expect(isBuiltInRule('isFancy', decorated(IsInt()).constraint)).toBe(false)
  })
})

describe('mergeRuleSchemas', () => {
  it.each<[string, readonly PropertyDecorator[], JsonSchema]>([
    ['nothing', [], {}],
    [
      'integers into numbers',
      [Min(1), IsInt(), Max(9)],
      { type: 'integer', minimum: 1, maximum: 9 },
    ],
    ['a text that must not be empty', [IsNotEmpty(), IsString()], { type: 'string', minLength: 1 }],
    [
      'the tightest of limits',
      [MinLength(2), Length(5), Min(1), Min(3)].slice(0, 2),
      { type: 'string', minLength: 5 },
    ],
    [
      'a limit that includes with one that does not',
      [IsPositive(), Min(1)],
      { type: 'number', minimum: 1 },
    ],
    [
      'a limit that excludes with one that does not',
      [IsPositive(), Min(0)],
      { type: 'number', exclusiveMinimum: 0 },
    ],
    [
      'lists of values',
      [IsIn(['a', 'b', 1]), IsIn(['b', 'c']), IsString()],
      { type: 'string', const: 'b' },
    ],
    [
      'a list of values with what is excluded',
      [IsIn(['a', 'b']), IsNotIn(['b'])],
      { type: 'string', const: 'a' },
    ],
    [
      'what says nothing of the type that is left',
      [IsLatitude(), IsNumber(), IsDefined()],
      { type: 'number', minimum: -90, maximum: 90 },
    ],
    ['what is excluded', [NotEquals(5), IsDefined()], { not: { enum: [5, null] } }],
    [
      'two patterns',
      [Matches(/b/), Matches(/a/)],
      { type: 'string', pattern: 'a', allOf: [{ pattern: 'b' }] },
    ],
    [
      'two divisors',
      [IsDivisibleBy(4), IsInt(), IsDivisibleBy(6)],
      { type: 'integer', multipleOf: 4, allOf: [{ multipleOf: 6 }] },
    ],
    [
      'a list of values of several types, with the one type that is left',
      [IsIn(['a', 1, null]), NotEquals(1), IsDefined()],
      { type: 'string', const: 'a' },
    ],
    ['types that exclude each other', [IsString(), IsInt()], { not: {} }],
    ['values that exclude each other', [Equals('a'), Equals('b')], { not: {} }],
  ])('merges %s', (_what, all, schema) => {
    expect(schemaOf(...all)).toEqual(schema)
    expect(JSON.stringify(schemaOf(...all.toReversed()))).toBe(JSON.stringify(schemaOf(...all)))
  })

  it('accepts what every fragment accepts, in whatever order they stand [SCH-02]', () => {
    const schemas = cases.map((row) => translation(ruleUnderTest(row)).schema ?? {})
    const values = fc.oneof(anyJson, nearTo(cases.flatMap(([, , , samples]) => samples)))
    const fragments = fc.array(fc.constantFrom(...schemas), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fragments, values, (parts, value) => {
        const isAccepted = parts.every((part) => accepting(part)(value))
        expect(accepting(mergeRuleSchemas(parts))(value)).toBe(isAccepted)
        expect(JSON.stringify(mergeRuleSchemas(parts.toReversed()))).toBe(
          JSON.stringify(mergeRuleSchemas(parts)),
        )
      }),
      { numRuns },
    )
  })
})
