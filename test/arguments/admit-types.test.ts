import { Type } from 'class-transformer'
import {
  Allow,
  IsBoolean,
  IsDate,
  IsEmail,
  IsEnum,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Min,
  registerDecorator,
  Validate,
  ValidateNested,
  ValidatorConstraint,
  type ValidationArguments,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { hydrated, issuesOf, refusalsOf } from './arguments-of.js'

class Line {
  @IsString() sku!: string
  @IsInt() @Min(1) qty!: number
}

const line = { sku: 'A', qty: 1 }

describe('admit, no conversion', () => {
  class Typed {
    @IsOptional() @IsBoolean() dryRun?: boolean
    @IsOptional() @IsString() name?: string
    @IsOptional() @IsInt() @Type(() => Number) count?: number
    @IsOptional() @IsInt({ each: true }) ids?: number[]
  }

  it.each([
    [{ dryRun: 'false' }, 'dryRun isBoolean'],
    [{ dryRun: 0 }, 'dryRun isBoolean'],
    [{ name: 123 }, 'name isString'],
    [{ count: '' }, 'count isInt'],
    [{ count: '7' }, 'count isInt'],
    [{ ids: ['7'] }, 'ids[0] isInt'],
    [{ ids: [1, '7'] }, 'ids[1] isInt'],
  ])('refuses %j [ADM-06]', async (input, refusal) => {
    expect(await refusalsOf(Typed, input)).toEqual([refusal])
  })

  it.each([
    ['2024-02-29T00:00:00Z', true],
    ['2023-02-29T00:00:00Z', false],
    ['2000-02-29T00:00:00Z', true],
    ['1900-02-29T00:00:00Z', false],
    ['2026-04-31T00:00:00Z', false],
    ['2026-12-31t23:59:59.123456z', true],
    ['2026-12-31T23:59:60Z', false],
    ['2026-13-01T00:00:00Z', false],
    ['2026-00-01T00:00:00Z', false],
    ['2026-01-00T00:00:00Z', false],
    ['2026-01-01 00:00:00Z', false],
    ['2026-01-01T00:00:00', false],
    ['2026-01-01T00:00:00+24:00', false],
    ['0000-01-01T00:00:00+01:00', false],
  ])('reads %s as a date-time: %s [ADM-06]', async (at, isDateTime) => {
    class When {
      @IsDate() @Type(() => Date) at!: Date
    }
    expect(await refusalsOf(When, { at })).toEqual(isDateTime ? [] : ['at isDate'])
  })

  it('makes a Date of an RFC 3339 date-time only [ADM-06]', async () => {
    class When {
      @IsDate() @Type(() => Date) at!: Date
    }
    const { instance, json } = await hydrated(When, { at: '2026-02-28T23:59:59.5+01:00' })
    expect(instance.at).toEqual(new Date('2026-02-28T22:59:59.500Z'))
    expect(json).toEqual({ at: '2026-02-28T23:59:59.5+01:00' })
    for (const at of [
      '2026-02-28',
      '2026-02-30T00:00:00Z',
      'yesterday',
      0,
      true,
      '2026-02-28T24:00:00Z',
      '9999-12-31T23:59:59-23:00',
    ]) {
      expect(await refusalsOf(When, { at })).toEqual(['at isDate'])
    }
  })
})

describe('admit, stricter than class-validator', () => {
  enum Priority {
    Low = 1,
    High = 2,
  }
  class Strict {
    @IsOptional() @ValidateNested() @Type(() => Line) one?: Line
    @IsOptional() @ValidateNested({ each: true }) @Type(() => Line) many?: Line[]
    @IsOptional() @IsString({ each: true }) tags?: string[]
    @IsOptional() @IsEnum(Priority) priority?: Priority
  }

  it.each([
    ['an array for a single nested object', { one: [line] }, 'one notAnObject'],
    ['an empty array for a single nested object', { one: [] }, 'one notAnObject'],
    ['an object for nested objects', { many: line }, 'many isArray'],
    ['arrays of arrays for nested objects', { many: [[line]] }, 'many[0] notAnObject'],
    ['null among nested objects', { many: [null] }, 'many[0] nullNotAllowed'],
    ['a scalar for each', { tags: 'a' }, 'tags isArray'],
    ['an object for each', { tags: { a: 'x' } }, 'tags isArray'],
    ['the name of a numeric enum member', { priority: 'High' }, 'priority isEnum'],
    ['a number that is no member', { priority: 3 }, 'priority isEnum'],
  ])('refuses %s [ADM-01]', async (_name, input, refusal) => {
    expect(await refusalsOf(Strict, input)).toEqual([refusal])
  })

  it('takes the values of a numeric enum [ADM-01]', async () => {
    expect(await refusalsOf(Strict, { priority: 2 })).toEqual([])
  })

  it('tells enum members with numeric names from names mapped back [SCH-04]', async () => {
    class Coded {
      @IsEnum({ 1: 'one', 2: 'two' }) code!: string
    }
    expect(await refusalsOf(Coded, { code: 'one' })).toEqual([])
    expect(await refusalsOf(Coded, { code: '1' })).toEqual(['code isEnum'])
  })

  it('runs the rules of every group, because a call has none [ADM-01]', async () => {
    class Grouped {
      @IsOptional() @IsInt({ groups: ['admin'] }) rank?: number
    }
    expect(await refusalsOf(Grouped, { rank: 'x' })).toEqual(['rank isInt'])
  })

  it('requires what class-validator lets be undefined [ADM-01]', async () => {
    class Lax {
      @Allow() any!: unknown
      @ValidateNested() @Type(() => Line) one!: Line
    }
    expect(await refusalsOf(Lax, {})).toEqual(['any required', 'one required'])
  })
})

describe('admit, rules that throw or answer later', () => {
  class Price {
    @IsNumber({ maxDecimalPlaces: 2 }) v!: number
  }
  class Mail {
    @IsEmail() v!: string
  }

  it.each([
    ['maxDecimalPlaces on an exponent', Price, { v: 1e-7 }, 'v isNumber'],
    ['an email with a lone surrogate', Mail, { v: 'a\ud800@b.de' }, 'v isEmail'],
  ])('takes a throw as a refusal: %s [ADM-01]', async (_name, target, input, refusal) => {
    expect(await refusalsOf(target, input)).toEqual([refusal])
  })

  it('waits for a rule that returns a promise, declared asynchronous or not [ADM-01]', async () => {
    const isFree =
      (async: boolean): PropertyDecorator =>
      (prototype, property) => {
        registerDecorator({
          name: 'isFree',
          target: prototype.constructor,
          propertyName: String(property),
          async,
          validator: { validate: (value) => Promise.resolve(value === 'free') },
        })
      }
    class Seat {
      @isFree(true) a!: string
      @isFree(false) b!: string
    }
    expect(await refusalsOf(Seat, { a: 'free', b: 'free' })).toEqual([])
    expect(await refusalsOf(Seat, { a: 'taken', b: 'taken' })).toEqual(['a isFree', 'b isFree'])
  })

  it('runs a constraint class with its constraints [ADM-01]', async () => {
    @ValidatorConstraint({ name: 'startsWith' })
    class StartsWith {
      validate(value: unknown, args?: ValidationArguments) {
        return typeof value === 'string' && value.startsWith(String(args?.constraints[0]))
      }
      defaultMessage() {
        return '$property must start with $constraint1'
      }
    }
    class Named {
      @Validate(StartsWith, ['x-']) id!: string
    }
    const [issue] = await issuesOf(Named, { id: 'y-1' })
    expect(issue).toEqual({ path: 'id', code: 'startsWith', message: 'id must start with x-.' })
  })
})
