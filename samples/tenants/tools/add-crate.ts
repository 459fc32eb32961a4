import { IsInt, IsString, Length, Min } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool, ToolFailure } from 'tallystick'
import { Stock } from '../stock/stock.js'

@Tool({ server: 'warehouse', name: 'add_crate', description: 'Put a new crate on a shelf.' })
export class AddCrate {
  @IsString()
  @Length(1, 32)
  @Describe('Code of the crate. Each is used once.')
  code!: string

  @IsString()
  @Length(1, 16)
  shelf!: string

  @IsInt()
  @Min(1)
  @Describe('How many items are in it.')
  items!: number

  constructor(@inject(Stock) private readonly stock: Stock) {}

  async call() {
    const { code, shelf, items } = this
    const crate = await this.stock.add({ code, shelf, items })
    if (crate !== undefined) return crate
    throw new ToolFailure('There is a crate of this code.', { disposition: 'did-not-happen' })
  }
}
