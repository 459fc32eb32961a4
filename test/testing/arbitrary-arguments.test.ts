import 'reflect-metadata'
import {
  ArrayMaxSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsCreditCard,
  IsEmail,
  IsEnum,
  IsIBAN,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator'
import { Type } from 'class-transformer'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Nullable } from '../../src/arguments/rules/nullable.js'
import { Tool } from '../../src/decorators/tool.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { arbitraryArguments } from '../../src/testing/properties/arbitrary-arguments.js'
import { toolHarness } from '../../src/testing/harness/tool-harness.js'
import { generatedRegistry } from '../schema/projections/random-classes.js'
import { Pay } from './ledger-tools.js'

enum Size {
  Small = 1,
  Large = 5,
}

class Line {
  @IsUUID('4')
  id!: string

  @IsInt()
  @Min(1)
  @Max(9)
  count!: number

  @IsOptional()
  @ValidateNested()
  @Type(() => Line)
  next?: Line
}

@Tool({ server: 'shop', name: 'order', description: 'Orders.' })
class Order {
  @IsEmail()
  mail!: string

  @IsCreditCard()
  card!: string

  @IsIBAN()
  account!: string

  @Matches(/^[A-Z]{2}-\d{3,5}$/)
  article!: string

  @IsEnum(Size)
  size!: Size

  @IsIn(['red', 'blue'])
  @Nullable()
  colour!: string | null

  @IsNumber({ maxDecimalPlaces: 2 })
  @Min(-5)
  @Max(5)
  discount!: number

  @IsOptional()
  @IsBoolean()
  express?: boolean

  @IsArray()
  @ArrayUnique()
  @ArrayMaxSize(3)
  @IsString({ each: true })
  @MinLength(2, { each: true })
  notes: string[] = []

  @ValidateNested()
  @Type(() => Line)
  line!: Line

  call() {
    return 'ordered'
  }
}

@Tool({ server: 'shop', name: 'odd', description: 'Odd.' })
class Odd {
  @ValidateBy({ name: 'isMagic', validator: { validate: (value) => value === 'abracadabra!?' } })
  word!: string

  call() {
    return this.word
  }
}

@Tool({ server: 'shop', name: 'ship', description: 'Ships.' })
class Ship {
  @IsIn(['parcel', 'pickup'])
  way!: string

  @ValidateIf(({ way }: Ship) => way === 'parcel')
  @IsInt()
  @Max(5)
  weight!: unknown

  call() {
    return this.way
  }
}

@Tool({ server: 'shop', name: 'late', description: 'Late.' })
class Late {
  @ValidateBy({ name: 'isThere', validator: { validate: async () => true } })
  id!: string

  call() {
    return this.id
  }
}

describe('arbitraryArguments', () => {
  it('makes arguments of every kind that are admitted', async () => {
    const harness = toolHarness({ tools: [Order], journal: 'none' })
    const property = fc.asyncProperty(arbitraryArguments(Order), async (input) => {
      expect(await harness.call('shop/order', input)).toMatchObject({ value: 'ordered' })
    })
    await fc.assert(property, { numRuns: 100 })
  })

  it('makes all that a schema allows, optional arguments among them', () => {
    const made = fc.sample(arbitraryArguments(Order), 200)
    const seen = (pick: (input: Record<string, unknown>) => unknown) => new Set(made.map(pick))
    expect(seen(({ size }) => size)).toEqual(new Set([1, 5]))
    expect(seen(({ colour }) => colour)).toEqual(new Set(['red', 'blue', null]))
    expect(seen((input) => 'express' in input)).toEqual(new Set([true, false]))
    expect(seen(({ line }) => Reflect.has(line as object, 'next'))).toEqual(new Set([true, false]))
  })

  it('makes valid arguments of any class', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const [id = ''] = generatedRegistry(seed).ids()
      const tool = generatedRegistry(seed).get(id)
      for (const input of fc.sample(arbitraryArguments(tool), 5)) {
        expect(tool.admit(input), `class ${seed}`).toMatchObject({ status: 'admitted' })
      }
    }
  })

  it('stays valid when a failure is shrunk', () => {
    const shown: { readonly invoice?: unknown }[] = []
    const property = fc.property(arbitraryArguments(Pay), (input) => {
      shown.push(input)
      return Number(input['cents']) < 10
    })
    const { counterexample } = fc.check(property, { seed: 7 })
    expect(counterexample).toEqual([{ invoice: expect.any(String), cents: 10 }])
    expect(shown.every((input) => String(input.invoice).length > 0)).toBe(true)
  })

  it('holds arguments to rules that look at each other', async () => {
    const harness = toolHarness({ tools: [Ship], journal: 'none' })
    const made = fc.sample(arbitraryArguments(Ship), 60)
    const outcomes = await Promise.all(made.map((input) => harness.call('shop/ship', input)))
    expect(outcomes.every(({ status }) => status === 'output')).toBe(true)
    expect(new Set(made.map(({ way }) => way))).toEqual(new Set(['parcel', 'pickup']))
  })

  it('says that a validator answers later', () => {
    expect(() => arbitraryArguments(Late)).toThrow('a validator answers by a promise')
  })

  it('takes values for what no schema says', () => {
    const values = { word: fc.constant('abracadabra!?') }
    expect(fc.sample(arbitraryArguments(Odd, { values }), 3)).toEqual(
      Array.from({ length: 3 }, () => ({ word: 'abracadabra!?' })),
    )
  })

  it('gives up where the validators ask for more than a schema says, and names the argument', () => {
    expect(() => fc.sample(arbitraryArguments(Odd), 1)).toThrow(
      /shop\/odd: of 10000 inputs none was admitted: .* look at "word"\. Pass `values`/,
    )
  })

  it('refuses a value for what is no argument', () => {
    const values = { wrod: fc.constant('') }
    expect(() => arbitraryArguments(Odd, { values })).toThrow('"wrod" in `values` is no argument')
  })

  it('takes a definition, whose schema may hold what classes cannot', () => {
    const tool = defineTool({
      ...{ server: 'shop', name: 'free', description: 'Free.', call: () => null },
      inputSchema: {
        properties: {
          pair: {
            type: 'array',
            prefixItems: [{ const: 1 }, { type: 'null' }],
            items: false,
            minItems: 2,
          },
          tags: { type: 'object', additionalProperties: { type: 'integer', minimum: 3 } },
          when: { type: 'string', format: 'date-time' },
          any: {},
        },
        required: ['pair', 'tags', 'when'],
      },
    })
    for (const input of fc.sample(arbitraryArguments(tool), 50)) {
      expect(input).toMatchObject({ pair: [1, null], when: expect.stringMatching(/Z$/) })
    }
  })
})
