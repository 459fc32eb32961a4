// Rules about numbers. JSON has neither NaN nor infinities, so the options of `@IsNumber` about them say nothing.
import {
  IsDivisibleBy,
  IsInt,
  IsLatitude,
  IsLongitude,
  IsNegative,
  IsNumber,
  IsPositive,
  Max,
  Min,
} from 'class-validator'

import { wholeDivisor } from '../rules/stricter-rules.js'
import { exact, fixed, isFiniteNumber, looser, optionsOf } from './rule-schema.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'

/** See {@link RuleRow}. */
export const numberRules: Readonly<Record<string, RuleRow>> = {
  isInt: fixed(IsInt, exact({ type: 'integer' })),
  isNumber: {
    reference: (options) => IsNumber({}, options),
    translate: ([options]) => numberWith(optionsOf(options)['maxDecimalPlaces']),
  },
  isPositive: fixed(IsPositive, exact({ type: 'number', exclusiveMinimum: 0 })),
  isNegative: fixed(IsNegative, exact({ type: 'number', exclusiveMaximum: 0 })),
  min: {
    reference: (options) => Min(0, options),
    translate: ([limit]) => bounded('minimum', limit),
  },
  max: {
    reference: (options) => Max(0, options),
    translate: ([limit]) => bounded('maximum', limit),
  },
  isDivisibleBy: {
    reference: (options) => IsDivisibleBy(1, options),
    translate: ([divisor]) => divisible(divisor),
  },
  isLatitude: fixed(IsLatitude, coordinate(90)),
  isLongitude: fixed(IsLongitude, coordinate(180)),
}

function bounded(keyword: 'minimum' | 'maximum', limit: unknown): RuleSchema {
  if (!isFiniteNumber(limit)) return looser({ type: 'number' }, 'its limit is not a finite number')
  return exact({ type: 'number', [keyword]: limit })
}

/** Not `multipleOf: 0.01`: class-validator counts the digits of the text, and takes `1.5e-7` for four places. */
function numberWith(maxDecimalPlaces: unknown): RuleSchema {
  if (maxDecimalPlaces === undefined) return exact({ type: 'number' })
  if (maxDecimalPlaces === 0) return exact({ type: 'integer' })
  return looser({ type: 'number' }, 'decimal places are counted in the text of the number')
}

/** class-validator cuts the divisor down to a whole number first; one that comes to 0 accepts nothing. */
function divisible(divisor: unknown): RuleSchema {
  const whole = wholeDivisor(divisor)
  if (whole === 0) return looser({ type: 'number' }, 'nothing is divisible by it')
  if (whole === 1) return exact({ type: 'integer' })
  return looser(
    { type: 'integer', multipleOf: whole },
    'JSON Schema validators divide, and beyond 2^53 with loss',
  )
}

/** class-validator takes the coordinate as a text, too, and there even with a second one behind a comma. */
function coordinate(limit: number): RuleSchema {
  return looser(
    { type: ['number', 'string'], minimum: -limit, maximum: limit, pattern: '^[(\\s]?[+-]?\\d' },
    'the text of a coordinate is checked in its details, and a number in its text',
  )
}
