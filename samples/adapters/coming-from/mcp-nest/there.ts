// #region tool
import { Module } from '@nestjs/common'
import { RpcException } from '@nestjs/microservices'
import { McpController, Tool } from '@rekog/mcp-nest'
import { z } from 'zod'

import { Shop } from '../shop.js'

const parameters = z.object({
  order: z.string().min(1).max(20).describe('Number of the order.'),
  cents: z.int().min(1).describe('Amount in cents.'),
})

@McpController()
class Refunds {
  constructor(private readonly shop: Shop) {}

  @Tool({ name: 'refund', description: 'Pay back an order.', parameters })
  refund({ order, cents }: z.infer<typeof parameters>) {
    const left = this.shop.refund(order, cents)
    if (left !== undefined) return { left }
    throw new RpcException('So much was not paid.')
  }
}

@Module({ controllers: [Refunds], providers: [Shop] })
export class ShopModule {}
// #endregion tool
