import 'reflect-metadata'
import { Type } from 'class-transformer'
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsDate,
  IsEmail,
  IsEnum,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
  ValidateNested,
} from 'class-validator'
import { Describe, Nullable, Tool, Tuple, Values } from 'tallystick'

enum Priority {
  Low = 1,
  Normal = 2,
  Urgent = 3,
}

class Line {
  @IsString()
  @Matches(/^[A-Z]{3}-\d{4}$/)
  @Describe('The article, as in the catalogue.')
  sku!: string

  @IsInt()
  @Min(1)
  @Max(100)
  quantity!: number
}

abstract class Delivery {
  @IsIn(['parcel', 'pickup'])
  kind!: 'parcel' | 'pickup'
}

class Parcel extends Delivery {
  @IsString()
  @Length(1, 200)
  address!: string
}

class Pickup extends Delivery {
  @IsString()
  shop!: string
}

/** An order with everything that a schema has to say: nesting, choices, limits, what may be absent and what may be null. */
@Tool({ server: 'orders', name: 'place', description: 'Place an order for a customer.' })
export class PlaceOrder {
  @IsEmail()
  @Describe('Where the confirmation goes.')
  customer!: string

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(50)
  @ValidateNested({ each: true })
  @Type(() => Line)
  lines!: Line[]

  @ValidateNested()
  @Type(() => Delivery, {
    discriminator: {
      property: 'kind',
      subTypes: [
        { name: 'parcel', value: Parcel },
        { name: 'pickup', value: Pickup },
      ],
    },
    keepDiscriminatorProperty: true,
  })
  delivery!: Parcel | Pickup

  @IsEnum(Priority)
  priority = Priority.Normal

  @IsOptional()
  @IsDate()
  @Type(() => Date)
  @Describe('Not before this moment.')
  notBefore?: Date

  @Nullable()
  @IsString()
  @Length(1, 500)
  @Describe('A note for the warehouse; null when there is none.')
  note!: string | null

  @IsOptional()
  @IsObject()
  @Values(() => String)
  @Describe('Labels of your own.')
  labels?: Record<string, string>

  @IsOptional()
  @IsArray()
  @Tuple(() => [Number, Number])
  @Describe('Latitude and longitude of the door.')
  door?: [number, number]

  call(): { readonly accepted: number } {
    return { accepted: this.lines.length }
  }
}
