import { Type } from 'class-transformer'
import {
  IsArray,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator'
import { Describe, Tool, type ToolClass } from '../../../dist/index.js'

/** The nested object of the arguments. */
class Address {
  @IsString()
  @Length(1, 100)
  @Describe('Street and number.')
  street!: string

  @IsOptional()
  @IsString()
  @Length(1, 60)
  city?: string
}

/** Tool classes with five properties, one of them nested, one an array, one optional. */
export function orderTools(count: number): readonly ToolClass[] {
  return Array.from({ length: count }, (_, index) => orderTool(index))
}

function orderTool(index: number): ToolClass {
  @Tool({ server: 'shop', name: `order_${index}`, description: `Place an order of kind ${index}.` })
  class Order {
    @IsString()
    @Length(1, 64)
    @Describe('Who orders.')
    customer!: string

    @IsInt()
    @Min(1)
    @Max(100)
    @Describe('How many.')
    quantity!: number

    @IsOptional()
    @IsIn(['web', 'shop', 'phone'])
    @Describe('Where the order came in.')
    channel?: 'web' | 'shop' | 'phone'

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
      return this.customer
    }
  }
  return Order
}
