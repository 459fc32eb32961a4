import {
  IsIn,
  IsString,
  Length,
  MinLength,
  Validate,
  ValidateBy,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { issuesOf } from './arguments-of.js'

async function messagesOf(target: new () => object, input: unknown): Promise<readonly string[]> {
  return (await issuesOf(target, input)).map(({ message }) => message)
}

function never(defaultMessage?: (args?: ValidationArguments) => string): PropertyDecorator {
  const validator = { validate: () => false, ...(defaultMessage && { defaultMessage }) }
  return ValidateBy({ name: 'never', constraints: ['a', ['b', Symbol('c')]], validator })
}

describe('the message of a rule', () => {
  it("is class-validator's own, with the path in it [ADM-02]", async () => {
    class Named {
      @IsString() @MinLength(2) name!: string
      @IsIn(['a', 'b']) pick!: string
      @IsString({ each: true }) tags!: string[]
    }
    expect(await messagesOf(Named, { name: 'x', pick: 'c', tags: ['a', 1] })).toEqual([
      'name must be longer than or equal to 2 characters.',
      'pick must be one of the following values: a, b.',
      'tags[1] must be a string.',
    ])
  })

  it("is the author's, tokens filled in and the value never [ADM-02]", async () => {
    class Worded {
      @Length(3, 5, {
        message: '$property of $target needs $constraint1 to $constraint2, not $value!',
      })
      code!: string
      @IsString({ message: 'Say a word.' }) word!: string
      @IsString({ message: () => '' }) silent!: string
    }
    expect(await messagesOf(Worded, { code: 'secret', word: 1, silent: 1 })).toEqual([
      'code of the arguments needs 3 to 5, not the value!.',
      'word: Say a word.',
      'silent must be a string.',
    ])
  })

  it('keeps the words of a length that its author chose [ADM-02]', async () => {
    class Short {
      @Length(1) open!: string
      @Length(1, 2, { message: 'too long' }) closed!: string
    }
    expect(await messagesOf(Short, { open: '', closed: 'abc' })).toEqual([
      'open must be longer than or equal to 1 characters.',
      'closed: too long.',
    ])
  })

  it('is not that of a constraint which kept the value [ADM-02]', async () => {
    @ValidatorConstraint()
    class Keeping {
      kept: unknown
      validate(value: unknown) {
        this.kept = value
        return false
      }
      defaultMessage() {
        return `$property got ${String(this.kept)}`
      }
    }
    class Login {
      @Validate(Keeping) password!: string
    }
    expect(await messagesOf(Login, { password: 'hunter2' })).toEqual(['password is not valid.'])
  })

  it('says something of a constraint that has no text [ADM-02]', async () => {
    class Odd {
      @ValidateBy({
        name: 'odd',
        constraints: [Object.create(null)],
        validator: { validate: () => false, defaultMessage: () => '$property needs $constraint1' },
      })
      a!: unknown
    }
    expect(await messagesOf(Odd, { a: 1 })).toEqual(['a needs an object.'])
  })

  it('shows the constraints of an own rule, and says so much where it has no words [ADM-02]', async () => {
    class Own {
      @never(() => '$property wants $constraint1, $constraint2 and $constraint3') told!: unknown
      @never(() => {
        throw new TypeError('needs the value')
      })
      broken!: unknown
      @never() mute!: unknown
    }
    expect(await messagesOf(Own, { told: 1, broken: 1, mute: 1 })).toEqual([
      'told wants a, b, c and $constraint3.',
      'broken is not valid.',
      'mute is not valid.',
    ])
  })
})
