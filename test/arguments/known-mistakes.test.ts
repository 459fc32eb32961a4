// Mistakes that are common in this field, each with the input that shows it.
import { Type } from 'class-transformer'
import {
  IsBoolean,
  IsDefined,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { hydrated, problemsOf, propertySchema, refusalsOf, schemaOf } from './arguments-of.js'

enum Priority {
  Low = 1,
  High = 2,
}
enum Color {
  Red = 'r',
  Blue = 'b',
}

class Flags {
  @IsOptional() @IsBoolean() dryRun?: boolean
  @IsOptional() @IsEmail() email?: string
  @IsOptional() @IsString() name?: string
  @IsOptional() @IsInt() count?: number
  @IsOptional() @IsInt({ each: true }) ids?: number[]
  @IsOptional() @IsString({ each: true }) tags?: string[]
  @IsOptional() @IsEnum(Priority) priority?: Priority
}

class Inner {
  @IsInt() n!: number
}
class Middle {
  @ValidateNested() @Type(() => Inner) in!: Inner
}
class Nested {
  @ValidateNested() @Type(() => Middle) mid!: Middle
}

class Delivery {
  @IsIn(['ship', 'pickup']) mode!: string
  @ValidateIf((own: Delivery) => own.mode === 'ship') @IsString() addr?: string
}

class Ping {}

class Query {
  @IsString() q!: string
  ctx!: object
  readonly #secret = 1
  constructor(
    private readonly db: object,
    protected log: object,
  ) {}
  static limit = 1
  get size() {
    return [this.#secret, this.db, this.log].length
  }
  call() {
    return this.q
  }
}

describe('input of a kind that other libraries let through', () => {
  it.each<[string, new (...services: never[]) => object, unknown, readonly string[]]>([
    ['a text for a boolean', Flags, { dryRun: 'false' }, ['dryRun isBoolean']],
    ['a number for a boolean', Flags, { dryRun: 0 }, ['dryRun isBoolean']],
    ['null for what may be absent', Flags, { email: null }, ['email nullNotAllowed']],
    ['a number for a text', Flags, { name: 123 }, ['name isString']],
    ['an empty text for a number', Flags, { count: '' }, ['count isInt']],
    ['texts for numbers in an array', Flags, { ids: ['7'] }, ['ids[0] isInt']],
    ['a single text for an array', Flags, { tags: 'a' }, ['tags isArray']],
    ['an object for an array', Flags, { tags: { a: 'x' } }, ['tags isArray']],
    ['the name of a numeric member', Flags, { priority: 'High' }, ['priority isEnum']],
    [
      'an unknown key two levels down',
      Nested,
      { mid: { in: { n: 1, evil: 1 } } },
      ['mid.in.evil unknownKey'],
    ],
    [
      'a value whose condition is false',
      Delivery,
      { mode: 'pickup', addr: { evil: 1 } },
      ['addr conditionalValidation'],
    ],
    ['a key for a tool without arguments', Ping, { x: 1 }, ['x unknownKey']],
    ['the context as an argument', Query, { q: 'x', ctx: {} }, ['ctx unknownKey']],
    ['a service as an argument', Query, { q: 'x', db: {} }, ['db unknownKey']],
  ])('is refused: %s [ADM-01]', async (_what, target, input, refusals) => {
    expect(await refusalsOf(target, input)).toEqual(refusals)
  })

  it('takes {} for a tool without arguments [ADM-01]', async () => {
    expect(await refusalsOf(Ping, {})).toEqual([])
  })

  it('never loses digits of a large number [ADM-06]', async () => {
    class Numbered {
      @IsDefined() @Type(() => BigInt) id!: bigint
    }
    const { instance } = await hydrated(Numbered, { id: '9007199254740993' })
    expect(instance.id).toBe(9007199254740993n)
    expect(await refusalsOf(Numbered, '{"id":9007199254740993}')).toEqual(['id bigint'])
  })
})

describe('a schema as other libraries derive it', () => {
  it('has only arguments, no services, private members, accessors or methods [SCH-01]', () => {
    expect(Object.keys(schemaOf(Query).properties ?? {})).toEqual(['q'])
  })

  it('has the values of enums, whole numbers as integers [SCH-04]', () => {
    class Rated {
      @IsEnum(Color) color!: Color
      @IsIn([1, 2, 3]) stars!: 1 | 2 | 3
    }
    expect(propertySchema(Rated, 'color')).toEqual({ type: 'string', enum: ['r', 'b'] })
    expect(propertySchema(Rated, 'stars')).toEqual({ type: 'integer', enum: [1, 2, 3] })
  })

  it('tells optional, nullable and both apart [SCH-03]', () => {
    class Presence {
      @IsOptional() @IsString() a?: string
      @Nullable() @IsString() b!: string | null
      @IsOptional() @Nullable() @IsString() c?: string | null
    }
    const orNull = { type: ['string', 'null'] }
    expect(schemaOf(Presence)).toMatchObject({
      properties: { a: { type: 'string' }, b: orNull, c: orNull },
      required: ['b'],
    })
  })

  it('is refused to a nested class whose members nothing would check [DEF-11]', () => {
    class Unchecked {
      @IsDefined() @Type(() => Inner) in!: Inner
    }
    expect(problemsOf(Unchecked)).toHaveLength(1)
  })
})
