import { Type } from 'class-transformer'
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Length,
  Min,
  ValidateNested,
} from 'class-validator'
import { Describe, Tool } from '../../dist/index.js'
import { z } from 'zod'

const channels = ['web', 'shop', 'phone'] as const

/** The nested object of the arguments. */
class Address {
  @IsString()
  @Length(1, 100)
  street!: string

  @IsString()
  @Length(1, 60)
  city!: string
}

/** The tool every contestant is measured on: five properties, one nested object, one array of ten strings. */
@Tool({ server: 'shop', name: 'place_order', description: 'Place an order.' })
export class PlaceOrder {
  @IsString()
  @Length(1, 64)
  @Describe('Who orders.')
  customer!: string

  @IsInt()
  @Min(1)
  @Describe('How many.')
  quantity!: number

  @IsIn(channels)
  @Describe('Where the order came in.')
  channel!: (typeof channels)[number]

  @IsObject()
  @ValidateNested()
  @Type(() => Address)
  @Describe('Where to deliver.')
  address!: Address

  @IsArray()
  @IsString({ each: true })
  @Describe('Free labels.')
  labels!: string[]

  call(): string {
    return placeOrder(this)
  }
}

/** The same arguments for zod. */
export const placeOrderSchema = z.strictObject({
  customer: z.string().min(1).max(64),
  quantity: z.int().min(1),
  channel: z.enum(channels),
  address: z.strictObject({ street: z.string().min(1).max(100), city: z.string().min(1).max(60) }),
  labels: z.array(z.string()),
})

/** The body, one for all: it reads every argument and does next to nothing. */
export function placeOrder(order: z.infer<typeof placeOrderSchema>): string {
  return `${order.customer}:${order.quantity}:${order.channel}:${order.address.city}:${order.labels.length}`
}

/** A fresh input, as `JSON.parse` would give it. */
export function makeInput(index: number): Record<string, unknown> {
  return {
    customer: `customer-${index}`,
    quantity: (index % 9) + 1,
    channel: channels[index % channels.length],
    address: { street: `${index} Long Lane`, city: 'Springfield' },
    labels: Array.from({ length: 10 }, (_, label) => `label-${label}`),
  }
}
