import { Type } from 'class-transformer'
import {
  ArrayMinSize,
  IsArray,
  IsInt,
  IsOptional,
  IsString,
  Length,
  Max,
  Min,
  ValidateNested,
} from 'class-validator'

// #region dto
/** What the shop's route takes as well, under a ValidationPipe. */
export class OrderLineDto {
  @IsString()
  @Length(1, 20)
  sku!: string

  @IsInt()
  @Min(1)
  @Max(100)
  quantity!: number
}

export class PlaceOrderDto {
  @IsString()
  @Length(1, 40)
  reference!: string

  @IsArray()
  @ArrayMinSize(1)
  @ValidateNested({ each: true })
  @Type(() => OrderLineDto)
  lines!: OrderLineDto[]

  @IsOptional()
  @IsString()
  @Length(1, 200)
  note?: string
}
// #endregion dto
