import { Type } from 'class-transformer'
import { Allow, IsArray, IsDefined, IsIn, IsOptional, ValidateBy } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Items, Tuple, Values } from '../../src/arguments/rules/contained-types.js'
import { Nullable } from '../../src/arguments/rules/nullable.js'
import { hydrated, issuesOf, propertySchema, refusalsOf, schemaOf } from './arguments-of.js'

const digits = { type: 'string', pattern: '^-?\\d+$', maxLength: 4096 }

class Account {
  @IsDefined() @Type(() => BigInt) id!: bigint
}

describe('an argument of @Type(() => BigInt)', () => {
  it('is a text of digits in the schema [SCH-05]', () => {
    expect(propertySchema(Account, 'id')).toEqual(digits)
  })

  it.each(['0', '-0', '007', '9007199254740993', '-1', `-${'9'.repeat(4095)}`])(
    'becomes a bigint, and its text stays in the canonical arguments: %s [SCH-05]',
    async (id) => {
      const { instance, json } = await hydrated(Account, { id })
      expect(instance.id).toBe(BigInt(id))
      expect(json).toEqual({ id })
    },
  )

  it.each(['', '-', '+1', '1.0', '1e3', '0x10', ' 1', '1\n', '1_000', '1n', '٣', '9'.repeat(4097)])(
    'refuses the text %j [ADM-06]',
    async (id) => {
      expect(await refusalsOf(Account, { id })).toEqual(['id bigint'])
    },
  )

  it.each([true, {}, [], ['1']])('refuses %j [ADM-06]', async (id) => {
    expect(await refusalsOf(Account, { id })).toEqual(['id bigint'])
  })

  it('refuses a JSON number, and says why [ADM-06]', async () => {
    const issues = await issuesOf(Account, JSON.stringify({ id: 9007199254740993 }))
    expect(issues).toEqual([
      {
        path: 'id',
        code: 'bigint',
        message:
          'id must be a whole number in a string of at most 4096 characters, such as "123". A JSON number may have lost digits already.',
      },
    ])
  })

  it('is held to its own rules as a bigint [SCH-05]', async () => {
    const isEven = ValidateBy({
      name: 'isEven',
      validator: { validate: (value) => typeof value === 'bigint' && value % 2n === 0n },
    })
    class Even {
      @isEven @Type(() => BigInt) n!: bigint
      @IsOptional() @IsIn([1n, 2n]) @Type(() => BigInt) pick?: bigint
    }
    expect(await refusalsOf(Even, { n: '18014398509481986', pick: '02' })).toEqual([])
    expect(await refusalsOf(Even, { n: '18014398509481985', pick: '3' })).toEqual([
      'n isEven',
      'pick isIn',
    ])
  })

  it('stands in arrays, maps, nested arrays and tuples [SCH-05]', async () => {
    class Many {
      @IsArray() @IsDefined({ each: true }) @Type(() => BigInt) list!: bigint[]
      @Values(() => BigInt) map!: Record<string, bigint>
      @Items(() => BigInt, { depth: 2 }) grid!: bigint[][]
      @Tuple(() => [BigInt, String]) pair!: [bigint, string]
    }
    const input = { list: ['1'], map: { a: '2' }, grid: [['3']], pair: ['4', 'x'] }
    const { instance } = await hydrated(Many, input)
    expect(instance).toMatchObject({ list: [1n], map: { a: 2n }, grid: [[3n]], pair: [4n, 'x'] })
    expect(schemaOf(Many).properties).toMatchObject({
      list: { items: digits },
      map: { additionalProperties: digits },
      grid: { items: { items: digits } },
      pair: { prefixItems: [digits, { type: 'string' }] },
    })
    expect(await refusalsOf(Many, { ...input, list: [1], map: { a: null } })).toEqual([
      'list[0] bigint',
      'map.a nullNotAllowed',
    ])
  })

  it('may be optional or null [SCH-03]', async () => {
    class Loose {
      @IsOptional() @Type(() => BigInt) a?: bigint
      @Nullable() @Type(() => BigInt) b!: bigint | null
    }
    const { instance } = await hydrated(Loose, { b: null })
    expect(instance).toMatchObject({ a: undefined, b: null })
    expect(propertySchema(Loose, 'b')).toEqual({ ...digits, type: ['string', 'null'] })
  })

  it('has its initial value as text for a default, where all of it can be said [SCH-03]', async () => {
    class Paged {
      @Allow() @Type(() => BigInt) after = 5n
      @Items(() => BigInt) ids = [1n, -2n]
      @Values(() => BigInt) sums: Record<string, bigint> = { a: 3n }
      @Tuple(() => [BigInt, Number]) range: [bigint, number] = [4n, 1]
      @Allow() untyped = 5n
    }
    const { instance, json } = await hydrated(Paged, {})
    const defaults = { after: '5', ids: ['1', '-2'], sums: { a: '3' }, range: ['4', 1] }
    expect(json).toEqual(defaults)
    expect(instance).toEqual(new Paged())
    expect(propertySchema(Paged, 'after')).toEqual({ ...digits, default: '5' })
    expect(propertySchema(Paged, 'untyped')).not.toHaveProperty('default')
  })
})
