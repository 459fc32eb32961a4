import { Expose, Transform, Type } from 'class-transformer'
import {
  Allow,
  Contains,
  Equals,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  NotEquals,
  registerDecorator,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { Describe } from '../../src/decorators/describe.js'
import { propertySchema, schemaOf } from './arguments-of.js'

const anyTypeButNull = ['string', 'number', 'boolean', 'object', 'array']
const anyType = [...anyTypeButNull, 'null']

describe('classSchema', () => {
  it('gives a closed, frozen root object without $schema [SCH-01]', () => {
    class Transfer {
      @IsString() from!: string
      @IsInt() @Min(1) @Describe('Amount in cents.') amountCents!: number
    }
    const schema = schemaOf(Transfer)
    expect(schema).toEqual({
      type: 'object',
      properties: {
        from: { type: 'string' },
        amountCents: { type: 'integer', minimum: 1, description: 'Amount in cents.' },
      },
      required: ['from', 'amountCents'],
      additionalProperties: false,
    })
    expect(Object.isFrozen(schema)).toBe(true)
    expect(Object.isFrozen(schema.properties?.['from'])).toBe(true)
  })

  it('gives properties even when there are none [DEF-10]', () => {
    class Now {}
    expect(JSON.stringify(schemaOf(Now))).toBe(
      '{"type":"object","properties":{},"additionalProperties":false}',
    )
  })

  it('is the same text every time, whatever the order of decorators [SCH-01]', () => {
    class A {
      @Min(1) @IsInt() @Max(9) n!: number
    }
    class B {
      @IsInt() @Max(9) @Min(1) n!: number
    }
    expect(JSON.stringify(schemaOf(A))).toBe(JSON.stringify(schemaOf(B)))
    expect(propertySchema(A, 'n')).toEqual({ type: 'integer', minimum: 1, maximum: 9 })
  })

  it('knows nothing of members without a validator [SCH-01]', () => {
    class Search {
      @IsString() q!: string
      db = { password: 'x' }
      context!: unknown
      readonly #secret = 1
      get total() {
        return this.#secret
      }
      run = () => 1
      call() {
        return this.db
      }
    }
    expect(Object.keys(schemaOf(Search).properties ?? {})).toEqual(['q'])
  })
})

describe('classSchema, optional, nullable and defaulted', () => {
  class Three {
    @IsOptional() @IsString() optional?: string
    @Nullable() @IsString() nullable!: string | null
    @IsInt() defaulted = 20
    @IsDate() @Type(() => Date) now = new Date()
    @IsString() random = Math.random().toString()
    @IsInt() refused = -1.5
    @IsArray() @IsString({ each: true }) tags = ['a']
  }
  const schema = schemaOf(Three)

  it('requires only what may not be absent [SCH-03]', () => {
    expect(schema.required).toEqual(['nullable'])
  })

  it('allows null only with @Nullable [SCH-03]', () => {
    expect(schema.properties?.['optional']).toEqual({ type: 'string' })
    expect(schema.properties?.['nullable']).toEqual({ type: ['string', 'null'] })
  })

  it('gives a default where it is constant and its own rules accept it [SCH-03]', () => {
    expect(schema.properties?.['defaulted']).toEqual({ type: 'integer', default: 20 })
    expect(schema.properties?.['tags']).toMatchObject({ default: ['a'] })
    expect(schema.properties?.['now']).toEqual({ type: 'string', format: 'date-time' })
    expect(schema.properties?.['random']).toEqual({ type: 'string' })
    expect(schema.properties?.['refused']).toEqual({ type: 'integer' })
  })

  it.each(['absent', 'keep'] as const)('allows null for optional ones with %s [SCH-03]', (mode) => {
    const { properties } = schemaOf(Three, { optionalNull: mode })
    expect(properties?.['optional']).toEqual({ type: ['string', 'null'] })
  })

  it('adds null to an enum and leaves a condition open to it [SCH-03]', () => {
    class Choice {
      @Nullable() @IsIn(['a', 'b']) pick!: string | null
      @ValidateIf(() => true) @IsString() maybe!: string | null
    }
    expect(propertySchema(Choice, 'pick')).toMatchObject({ enum: ['a', 'b', null] })
    expect(propertySchema(Choice, 'maybe')).toEqual({ type: ['string', 'null'] })
    expect(schemaOf(Choice).required).toEqual(['pick'])
  })

  it('adds null to what is no plain type by a choice [SCH-03]', () => {
    class Node {
      @Nullable() @ValidateNested() @Type(() => Node) next!: Node | null
      @Nullable() @Allow() any!: unknown
      @Nullable() @Equals('x') x!: 'x' | null
      @Nullable() @NotEquals('y') y!: string | null
    }
    expect(propertySchema(Node, 'next')).toEqual({ anyOf: [{ $ref: '#' }, { type: 'null' }] })
    expect(propertySchema(Node, 'any')).toEqual({ type: anyType })
    expect(propertySchema(Node, 'x')).toEqual({ type: ['string', 'null'], enum: ['x', null] })
    expect(propertySchema(Node, 'y')).toMatchObject({ anyOf: [{}, { type: 'null' }] })
  })

  it('learns initialisers whatever a constructor does with its services [SCH-03]', () => {
    class Busy {
      @IsInt() limit = 5
      readonly names: unknown[] = []
      constructor(service: { start(): { stop: unknown }; names: Iterable<string>; url: string }) {
        const running = service.start()
        running.stop = `${service.url}/stop`
        if (!('stop' in running)) delete (running as { stop?: unknown }).stop
        this.names.push(...service.names, new (service as unknown as new () => object)())
      }
    }
    expect(propertySchema(Busy, 'limit')).toEqual({ type: 'integer', default: 5 })
  })

  it('probes the constructor with stubs, and through the container where it throws [SCH-03]', () => {
    class Picky {
      @IsInt() limit = 5
      constructor(service: { readonly url: string }) {
        if (typeof service.url !== 'string') throw new Error('no service')
      }
    }
    const createProbe = () => ({ instance: new Picky({ url: 'u' }), injected: [] })
    const { properties, required } = schemaOf(Picky, { createProbe })
    expect(required).toBeUndefined()
    expect(properties?.['limit']).toEqual({ type: 'integer' })
  })
})

describe('classSchema, what it does not claim', () => {
  it('escapes what @Contains looks for and drops flags it cannot honour [SCH-06]', () => {
    class Texts {
      @Contains('a.b') dotted!: string
      @Matches(/^a+$/i) flagged!: string
      @Matches(/^a+$/) plain!: string
    }
    expect(propertySchema(Texts, 'dotted')).toEqual({ type: 'string', pattern: 'a\\.b' })
    expect(JSON.stringify(propertySchema(Texts, 'flagged'))).not.toContain('^a+$')
    expect(propertySchema(Texts, 'plain')).toEqual({ type: 'string', pattern: '^a+$' })
  })

  it("leaves out a user's own rule, even under the name of a known one [SCH-06]", () => {
    const isInt = (): PropertyDecorator => (prototype, property) => {
      registerDecorator({
        name: 'isInt',
        target: prototype.constructor,
        propertyName: String(property),
        validator: { validate: (value) => value === 'one', defaultMessage: () => 'say one' },
      })
    }
    class Custom {
      @isInt() n!: unknown
    }
    expect(propertySchema(Custom, 'n')).toEqual({ type: anyTypeButNull })
  })

  it('leaves out a rule with a condition of its own [SCH-06]', () => {
    class Conditional {
      @IsString() @Matches(/^a/, { validateIf: () => false }) code!: string
    }
    expect(propertySchema(Conditional, 'code')).toEqual({ type: 'string' })
  })

  it('never gives an empty schema for an argument [SCH-06]', () => {
    class Open {
      @Allow() any!: unknown
      @Transform(({ value }) => value as unknown) @IsBoolean() made!: boolean
    }
    expect(propertySchema(Open, 'any')).toEqual({ type: anyTypeButNull })
    expect(propertySchema(Open, 'made')).toEqual({ type: anyType })
  })
})

describe('classSchema, descriptions and names', () => {
  it('takes descriptions from the most derived class [SCH-07]', () => {
    class Base {
      @IsString() @Describe('base') a!: string
      @IsString() @Describe('kept') b!: string
    }
    class Derived extends Base {
      @Describe('derived') declare a: string
    }
    expect(propertySchema(Derived, 'a')).toEqual({ type: 'string', description: 'derived' })
    expect(propertySchema(Derived, 'b')).toEqual({ type: 'string', description: 'kept' })
  })

  it('takes the uppermost of several descriptions [SCH-07]', () => {
    class Twice {
      @Describe('upper') @Describe('lower') @IsString() a!: string
    }
    expect(propertySchema(Twice, 'a')).toEqual({ type: 'string', description: 'upper' })
  })

  it('uses the name @Expose gives an argument [SCH-01]', () => {
    class Renamed {
      @Expose({ name: 'user_name' }) @IsString() userName!: string
    }
    expect(schemaOf(Renamed).required).toEqual(['user_name'])
  })
})

describe('classSchema, inheritance', () => {
  class Base {
    @IsInt() @Min(1) n!: number
    @IsOptional() @IsString() note?: string
  }
  class Middle extends Base {
    @IsBoolean() flag!: boolean
  }
  class Derived extends Middle {
    @Min(5) @Max(9) declare n: number
    @IsNumber() extra!: number
  }

  it('inherits arguments through any number of levels [DEF-08]', () => {
    expect(Object.keys(schemaOf(Derived).properties ?? {})).toEqual(['n', 'note', 'flag', 'extra'])
    expect(schemaOf(Derived).required).toEqual(['n', 'flag', 'extra'])
  })

  it("keeps a base's rules on a redecorated property, one of the same name replacing it [DEF-08]", () => {
    expect(propertySchema(Derived, 'n')).toEqual({ type: 'integer', minimum: 5, maximum: 9 })
    expect(propertySchema(Base, 'n')).toEqual({ type: 'integer', minimum: 1 })
  })
})
