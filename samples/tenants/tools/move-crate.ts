import { IsString, Length } from 'class-validator'
import { inject } from 'inversify'
import { Describe, Tool, ToolFailure } from 'tallystick'
import { Stock } from '../stock/stock.js'

@Tool({ server: 'warehouse', name: 'move_crate', description: 'Move a crate to another shelf.' })
export class MoveCrate {
  @IsString()
  @Length(1, 32)
  @Describe('Code of the crate.')
  code!: string

  @IsString()
  @Length(1, 16)
  @Describe('The shelf it goes to.')
  shelf!: string

  constructor(@inject(Stock) private readonly stock: Stock) {}

  async call() {
    const crate = await this.stock.move(this.code, this.shelf)
    if (crate !== undefined) return crate
    throw new ToolFailure('There is no such crate.', { disposition: 'did-not-happen' })
  }
}
