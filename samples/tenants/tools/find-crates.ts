import { IsOptional, IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool } from 'tallystick'
import { Stock } from '../stock/stock.js'

@Tool({
  server: 'warehouse',
  name: 'find_crates',
  description: 'The crates on one shelf, or all.',
  mutates: false,
})
export class FindCrates {
  @IsOptional()
  @IsString()
  @Length(1, 16)
  @Describe('Name of the shelf, for example "A-1".')
  shelf?: string

  constructor(@inject(Stock) private readonly stock: Stock) {}

  async call() {
    return this.stock.crates(this.shelf)
  }
}
