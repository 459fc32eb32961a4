import { Transform, Type } from 'class-transformer'
import {
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsNumber,
  IsObject,
  IsString,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Describe } from '../../src/decorators/describe.js'
import { problemsOf } from './arguments-of.js'

class Line {
  @IsString() sku!: string
}

const options = { discriminator: { property: 'kind', subTypes: [{ name: 'a', value: Line }] } }
const split = Transform(({ value }: { value: string }) => new Set(value.split(',')))

class Bare {
  @Type(() => Date) date!: Date
  @Type(() => Date) dates!: Date[]
  @Type(() => BigInt) big!: bigint
  @Type(() => Number) count!: number
  @Type(() => String) texts!: string[]
  @Type(() => Boolean) flag!: boolean
  @Type(() => Line) line!: Line
  @Type(() => Line) lines!: Line[]
  @Type(() => Object, options) one!: Line
  @Type(() => Object) data!: Record<string, string>
  @Type(() => Set) set!: Set<string>
  @Describe('A text.') text!: string
  @Describe('A date.') when!: Date
  @Describe('A number.') size!: bigint
  @Describe('Texts.') names!: string[]
  @Describe('A set.') all!: Set<string>
  @Describe('A line.') nested!: Line
}

/** The same with what each fix says. */
class Mended {
  @IsDate() @Type(() => Date) date!: Date
  @IsDate({ each: true }) @Type(() => Date) dates!: Date[]
  @IsDefined() @Type(() => BigInt) big!: bigint
  @IsNumber() @Type(() => Number) count!: number
  @IsString({ each: true }) @Type(() => String) texts!: string[]
  @IsBoolean() @Type(() => Boolean) flag!: boolean
  @ValidateNested() @Type(() => Line) line!: Line
  @ValidateNested({ each: true }) @Type(() => Line) lines!: Line[]
  @ValidateNested() @Type(() => Object, options) one!: Line
  @IsObject() data!: Record<string, string>
  @IsDefined() @split set!: Set<string>
  @IsString() @Describe('A text.') text!: string
  @IsDate() @Type(() => Date) @Describe('A date.') when!: Date
  @IsDefined() @Type(() => BigInt) @Describe('A number.') size!: bigint
  @IsArray() @IsString({ each: true }) @Describe('Texts.') names!: string[]
  @IsDefined() @split @Describe('A set.') all!: Set<string>
  @ValidateNested() @Type(() => Line) @Describe('A line.') nested!: Line
}

const fixes: Readonly<Record<string, string>> = {
  date: 'Add @IsDate();',
  dates: 'Add @IsDate({ each: true });',
  big: 'Add @IsDefined();',
  count: 'Add @IsNumber();',
  texts: 'Add @IsString({ each: true });',
  flag: 'Add @IsBoolean();',
  line: 'Add @ValidateNested();',
  lines: 'Add @ValidateNested({ each: true });',
  one: 'Add @ValidateNested();',
  data: 'Add @IsObject() in place of @Type;',
  set: 'Add @IsDefined() with @Transform in place of @Type;',
  text: 'Add its rule, such as @IsString();',
  when: 'Add @IsDate() with @Type(() => Date);',
  size: 'Add @IsDefined() with @Type(() => BigInt);',
  names: 'Add its rules, such as @IsArray() and @IsString({ each: true });',
  all: 'Add @IsDefined() with @Transform that makes it;',
  nested: 'Add its rule, such as @IsString(), or @ValidateNested() with @Type for a class;',
}

describe('a property that is no argument for want of a rule', () => {
  it.each(Object.entries(fixes))('is told the rule for what it holds: %s', (property, fix) => {
    const told = problemsOf(Bare).find(({ subject }) => subject.endsWith(`"${property}"`))
    expect(told?.fix).toBe(`${fix} or remove the decorator.`)
  })

  it('is an argument once that is followed, without a second error', () => {
    expect(problemsOf(Mended)).toEqual([])
  })

  it('is told to remove a @Type that names Object, which no rule makes useful', () => {
    class Data {
      @IsObject() @Type(() => Object) a!: object
    }
    expect(problemsOf(Data).map(({ fix }) => fix)).toEqual([
      'Remove @Type, or name the class of the value in it.',
    ])
  })

  it('is told of any rule where its type is not known', () => {
    class Early {
      @Type(() => {
        throw new ReferenceError('before initialization')
      })
      a!: Line
    }
    expect(problemsOf(Early)[0]?.fix).toMatch(/^Add its rule, such as @IsString\(\), or /)
  })
})
