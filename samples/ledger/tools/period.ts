import { Type } from 'class-transformer'
import { IsDate } from 'class-validator'
import { Describe } from 'tallystick'

/** Days of the books, first and last included. A nested argument: a class with validators of its own. */
export class Period {
  @Type(() => Date)
  @IsDate()
  @Describe('First day, for example 2026-03-01T00:00:00Z.')
  from!: Date

  @Type(() => Date)
  @IsDate()
  @Describe('Last day, included.')
  to!: Date
}
