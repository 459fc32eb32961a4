import {
  IsDivisibleBy,
  IsEnum,
  IsOptional,
  Length,
  MaxLength,
  ValidateBy,
  validateSync,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { stricterRuleNames } from '../../src/arguments/rules/stricter-rules.js'
import { issuesOf, refusalsOf } from './arguments-of.js'

enum Priority {
  Low = 1,
}

/** An emoji as it is usually written: a character and U+FE0F, which class-validator does not count. */
const emoji = '\u263a\ufe0f'

class Strict {
  @IsOptional() @Length(1, 2) code?: string
  @IsOptional() @MaxLength(2, { each: true }) tags?: string[]
  @IsOptional() @IsDivisibleBy(3) amount?: number
  @IsOptional() @IsEnum(Priority) priority?: Priority
}

const cases = [
  ['isLength', { code: emoji + emoji }, 'code isLength'],
  ['maxLength', { tags: ['ab', emoji + emoji] }, 'tags[1] maxLength'],
  ['isDivisibleBy', { amount: 3e21 }, 'amount isDivisibleBy'],
  ['isEnum', { priority: 'Low' }, 'priority isEnum'],
] as const

describe('a rule that is stricter than class-validator', () => {
  it.each(cases)('is %s on %j', async (_name, input, refusal) => {
    expect(validateSync(Object.assign(new Strict(), input))).toEqual([])
    expect(await refusalsOf(Strict, input)).toEqual([refusal])
  })

  it('is one of these and no other', () => {
    expect(new Set(stricterRuleNames)).toEqual(new Set(cases.map(([name]) => name)))
  })

  it('takes what is just within', async () => {
    const within = { code: emoji, tags: ['😀😀', emoji], amount: 3e20, priority: 1 }
    expect(await refusalsOf(Strict, within)).toEqual([])
  })

  it('refuses in the words of the rule', async () => {
    const issues = await issuesOf(Strict, { code: emoji + emoji, amount: 3e21 })
    expect(issues.map(({ message }) => message)).toEqual([
      'code must have 1 to 2 characters.',
      'amount must be divisible by 3.',
    ])
  })

  it('leaves a rule alone that an author registered under such a name', async () => {
    class Own {
      @ValidateBy({
        name: 'maxLength',
        constraints: [2],
        validator: { validate: () => true, defaultMessage: () => '$property must fit' },
      })
      text!: string
    }
    expect(await refusalsOf(Own, { text: 'long enough' })).toEqual([])
  })
})
