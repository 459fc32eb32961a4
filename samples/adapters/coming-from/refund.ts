// #region tool
import 'reflect-metadata'
import { IsInt, IsString, Length, Min } from 'class-validator'
import { Container, inject } from 'inversify'
import { Describe, discoverTools, Tool, ToolFailure, toolModule } from 'tallystick'
import { ApprovalLayer, IdempotencyLayer, memoryJournal, parkForApproval } from 'tallystick/journal'

import { Shop } from './shop.js'

@Tool({ server: 'shop', name: 'refund', description: 'Pay back an order.' })
class Refund {
  @IsString()
  @Length(1, 20)
  @Describe('Number of the order.')
  order!: string

  @IsInt()
  @Min(1)
  @Describe('Amount in cents.')
  cents!: number

  constructor(@inject(Shop) private readonly shop: Shop) {}

  call() {
    const left = this.shop.refund(this.order, this.cents)
    if (left !== undefined) return { left }
    throw new ToolFailure('So much was not paid.', { disposition: 'did-not-happen' })
  }
}
// #endregion tool

// #region registry
const container = new Container()
container.bind(Shop).toSelf().inSingletonScope()
container.load(toolModule(Refund))

export const journal = memoryJournal() // sqliteJournal keeps it in a file
export const registry = discoverTools(container)
  .layer(new IdempotencyLayer(journal))
  .layer(new ApprovalLayer(parkForApproval)) // a person approves of every refund first
// #endregion registry
