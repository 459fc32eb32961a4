import 'reflect-metadata'
import { Type } from 'class-transformer'
import { IsDate, IsInt, IsOptional, IsString, Max, Min } from 'class-validator'
import { Describe, Nullable, Tool } from 'tallystick'

/** A search: flat, closed, and with arguments that may be absent. Models can be held to its schema. */
@Tool({ server: 'orders', name: 'find', mutates: false, description: 'Find orders.' })
export class FindOrders {
  @IsString()
  @Describe('Words of the customer or the article.')
  words!: string

  @IsOptional()
  @IsDate()
  @Type(() => Date)
  @Describe('Placed at this moment or later.')
  since?: Date

  @Nullable()
  @IsString()
  @Describe('The shop that ships; null for orders that none ships yet.')
  shop!: string | null

  @IsInt()
  @Min(1)
  @Max(100)
  limit = 20

  call(): { readonly since: boolean; readonly shop: string | null; readonly limit: number } {
    return { since: this.since !== undefined, shop: this.shop, limit: this.limit }
  }
}
