import { Transform, Type } from 'class-transformer'
import {
  Allow,
  ArrayMinSize,
  ArrayUnique,
  Equals,
  IsArray,
  IsDate,
  IsDateString,
  IsDefined,
  IsEmpty,
  IsIn,
  IsInstance,
  IsInt,
  IsNotEmptyObject,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Min,
  MinDate,
  ValidateBy,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { propertySchema, problemsOf, refusalsOf } from './arguments-of.js'
import { classOf } from './class-under-test.js'

class Address {
  @IsString() city!: string
}

class Circle {
  @IsInt() radius!: number
}

const each = { each: true }
const address = [ValidateNested(), Type(() => Address)]

function problemsWith(...decorators: readonly PropertyDecorator[]): readonly string[] {
  return problemsOf(classOf({ value: decorators })).map(({ message }) => message)
}

function unionOf(...names: readonly unknown[]): PropertyDecorator {
  const subTypes = names.map((name) => ({ name: name as string, value: Circle }))
  return Type(() => Object, { discriminator: { property: 'kind', subTypes } })
}

describe('a rule that no value can meet', () => {
  it.each<[string, string, readonly PropertyDecorator[]]>([
    ['isString', 'an array', [IsArray(), IsString()]],
    ['isObject', 'an array', [Items(() => Address), IsObject()]],
    ['isNotEmptyObject', 'an array', [Tuple(() => [Number]), IsNotEmptyObject()]],
    ['isEmpty', 'an array', [Items(() => Number), IsEmpty()]],
    ['isArray', 'an object', [Values(() => Address), IsArray()]],
    ['arrayMinSize', 'an object', [Values(() => Address), ArrayMinSize(1)]],
    ['isString', 'an object', [...address, IsString()]],
    ['isIn', 'an object', [...address, IsIn(['a'])]],
    ['isDate', 'an object', [...address, IsDate()]],
    ['isInt', 'a bigint', [Type(() => BigInt), IsInt()]],
    ['min', 'a bigint', [Type(() => BigInt), Min(1)]],
    ['isString', 'a bigint', [Type(() => BigInt), IsString()]],
    ['equals', 'a bigint', [Type(() => BigInt), Equals('1')]],
    ['isInstance', 'a bigint', [Type(() => BigInt), IsInstance(Object)]],
    ['isDate', 'a bigint', [Items(() => BigInt), IsDate(each)]],
    ['isDateString', 'a Date', [Type(() => Date), IsDateString()]],
    ['isString', 'a Date', [Items(() => Date), IsString(each)]],
    ['isString', 'an object', [Items(() => Address), IsString(each)]],
    ['isString', 'an array', [Items(() => String, { depth: 2 }), IsString(each)]],
    ['isString', 'what its JSON Schema allows', [Items(() => Number), IsString(each)]],
    ['isInt', 'what its JSON Schema allows', [Tuple(() => [Number, String]), IsInt(each)]],
    ['isString', 'the elements of what is no array', [Values(() => String), IsString(each)]],
  ])('is told to the author: %s for %s [DEF-11]', (rule, what, decorators) => {
    expect(problemsWith(...decorators)).toEqual([
      `its rule "${rule}" cannot hold for ${what}, so every value would be refused.`,
    ])
  })

  const own = ValidateBy({ name: 'isString', validator: { validate: () => true } })
  it.each<[string, readonly PropertyDecorator[]]>([
    ['a rule for each element', [Items(() => Number), IsNumber({}, each)]],
    ['a rule for each inner array', [Items(() => Number, { depth: 2 }), ArrayUnique(each)]],
    ['a rule of any type', [...address, IsDefined(), IsOptional()]],
    ['a rule for dates', [Type(() => Date), MinDate(new Date(0)), IsInstance(Date)]],
    ['a rule for objects', [Values(() => Date), IsObject(), IsNotEmptyObject()]],
    ['a rule for what a class is', [...address, IsObject(), IsInstance(Address)]],
    ['an own rule under the name of another', [Items(() => Number), own]],
    [
      'a rule with a condition of its own',
      [Items(() => Number), IsString({ validateIf: () => false })],
    ],
    ['whatever a transform makes', [Transform(({ value }) => String(value)), IsString()]],
    ['a rule whose types overlap', [Items(() => ({ type: 'integer' })), IsNumber({}, each)]],
    ['a schema of the author without a type', [Items(() => ({ minimum: 1 })), IsInt(each)]],
  ])('is not: %s', (_what, decorators) => {
    expect(problemsWith(...decorators)).toEqual([])
  })
})

describe('a decorator that would be ignored', () => {
  const twice = 'it has more than one of @Values, @Items and @Tuple.'
  const other = 'it has a @Type that differs from what its @Values, @Items or @Tuple names.'
  const classless = 'it has @ValidateNested() and holds no class, so there are no members to check.'
  it.each<[string, string, readonly PropertyDecorator[]]>([
    ['a second container', twice, [Items(() => Address), Items(() => Circle)]],
    ['@Type of another class', other, [Items(() => Address), Type(() => Circle)]],
    ['@Type with a discriminator', other, [Values(() => Object), unionOf('circle')]],
    ['@Type beside a tuple', other, [Tuple(() => [Address]), Type(() => Address)]],
    ['@ValidateNested of texts', classless, [Items(() => String), ValidateNested(each)]],
    ['@ValidateNested of a date', classless, [ValidateNested(), Type(() => Date)]],
    ['a tuple without elements', 'its @Tuple names no elements.', [Tuple(() => [])]],
  ])('is told to the author: %s [DEF-11]', (_what, message, decorators) => {
    expect(problemsWith(...decorators)).toContain(message)
  })

  it('is not: what a ValidationPipe needs beside a container', () => {
    expect(
      problemsWith(
        Items(() => Address),
        Type(() => Address),
        ValidateNested(each),
      ),
    ).toEqual([])
  })

  it('may be said anew in a subclass', () => {
    class Base {
      @Items(() => Address) value!: unknown
    }
    class Derived extends Base {
      @Tuple(() => [Address]) declare value: unknown
    }
    expect(problemsOf(Derived)).toEqual([])
    expect(propertySchema(Derived, 'value')).toMatchObject({ minItems: 1, maxItems: 1 })
  })

  it.each([
    ['two classes one name', 'gives two classes one name', unionOf('a', 'a')],
    ['a class a name that is no text', 'names no classes', unionOf('a', 1)],
  ])('is told to the author: a discriminator that gives %s [DEF-11]', (_what, message, union) => {
    expect(problemsWith(ValidateNested(), union)).toEqual([expect.stringContaining(message)])
  })
})

describe('{ each: true } on a condition', () => {
  it('says nothing, as class-validator reads it', async () => {
    class Loose {
      @IsOptional({ each: true }) @IsString() note?: string
      @Allow({ each: true }) any!: unknown
    }
    expect(propertySchema(Loose, 'note')).toEqual({ type: 'string' })
    expect(await refusalsOf(Loose, { note: 'x', any: 1 })).toEqual([])
  })
})
