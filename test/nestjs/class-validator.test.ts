import { Injectable } from '@nestjs/common'
import { Type } from 'class-transformer'
import {
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Min,
  ValidateNested,
} from 'class-validator'
import { describe, expect, it } from 'vitest'

import { Tool } from '../../src/decorators/tool.js'
import { feature, start } from './start.js'

class LineDto {
  @IsString() @Length(1, 20) sku!: string
  @IsInt() @Min(1) quantity!: number
}

/** A DTO as an application has it for its routes. */
class CreateOrderDto {
  @IsString() customer!: string

  @IsArray() @ArrayMinSize(1) @ValidateNested({ each: true }) @Type(() => LineDto) lines!: LineDto[]

  @IsOptional() @IsString() note?: string
}

@Injectable()
class Orders {
  create(dto: CreateOrderDto) {
    const { customer, lines, note = 'none' } = dto
    return { customer, note, isLine: lines[0] instanceof LineDto, count: lines.length }
  }
}

@Tool({ server: 'orders', name: 'create' })
class CreateOrder extends CreateOrderDto {
  constructor(private readonly orders: Orders) {
    super()
  }
  call() {
    return this.orders.create(this)
  }
}

const parts = { imports: [feature('OrdersModule', [CreateOrder], { providers: [Orders] })] }
const input = { customer: 'C-1', lines: [{ sku: 'tea', quantity: 2 }] }

describe('a DTO of an application', () => {
  it('is the arguments of the tool that extends it [DEF-08]', async () => {
    const { registry, call } = await start(parts)
    expect(await call('orders/create', input)).toEqual({
      ...{ customer: 'C-1', note: 'none', isLine: true, count: 1 },
    })
    const { properties, required } = registry.get('orders/create').inputSchema
    expect(Object.keys(properties ?? {})).toEqual(['customer', 'lines', 'note'])
    expect(required).toEqual(['customer', 'lines'])
  })

  it('is held to all its rules, at every depth [ADM-02]', async () => {
    const { call } = await start(parts)
    const wrong = { ...input, lines: [{ sku: '', quantity: 0, price: 1 }], orders: {} }
    await expect(call('orders/create', wrong)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENTS',
      issues: expect.arrayContaining([
        expect.objectContaining({ path: 'orders', code: 'unknownKey' }),
        expect.objectContaining({ path: 'lines[0].price', code: 'unknownKey' }),
        expect.objectContaining({ path: 'lines[0].sku', code: 'isLength' }),
        expect.objectContaining({ path: 'lines[0].quantity', code: 'min' }),
      ]),
    })
  })

  it.each([
    ['refuse', 'INVALID_ARGUMENTS'],
    ['absent', 'none'],
    ['keep', null],
  ] as const)(
    'takes null for what is optional as optionalNull says: %s',
    async (optionalNull, note) => {
      const { call } = await start({ ...parts, options: { optionalNull } })
      const outcome = await call('orders/create', { ...input, note: null }).catch(
        (error: unknown) => ({ note: (error as { code: string }).code }),
      )
      expect(outcome).toMatchObject({ note })
    },
  )
})
