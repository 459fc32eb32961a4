// #region tool
import { Module } from '@nestjs/common'
import { IsInt, IsString, Length, Min } from 'class-validator'
import { Describe, Tool, ToolFailure } from 'tallystick'
import { McpController, ToolsModule } from 'tallystick/nestjs'

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

  constructor(private readonly shop: Shop) {}

  call() {
    const left = this.shop.refund(this.order, this.cents)
    if (left !== undefined) return { left }
    throw new ToolFailure('So much was not paid.', { disposition: 'did-not-happen' })
  }
}

@McpController({ path: 'mcp', unauthenticated: true })
class AgentController {}

@Module({
  imports: [ToolsModule.forRoot(), ToolsModule.forFeature([Refund])],
  controllers: [AgentController],
  providers: [Shop],
})
export class ShopModule {}
// #endregion tool
