// #region tool
import { ConflictException } from '@nestjs/common'
import { Tool, ToolFailure } from 'tallystick'

import { Roles } from '../access/roles.js'
import { OrdersService } from './orders-service.js'
import { PlaceOrderDto } from './place-order-dto.js'

@Tool({
  server: 'orders',
  name: 'place',
  description: 'Place an order for the customer.',
  idempotencyKey: 'reference',
})
@Roles('clerk')
export class PlaceOrder extends PlaceOrderDto {
  constructor(private readonly orders: OrdersService) {
    super()
  }

  call() {
    try {
      return this.orders.place(this)
    } catch (error) {
      // Of other exceptions a model learns only that the call failed.
      if (!(error instanceof ConflictException)) throw error
      throw new ToolFailure(error.message, { disposition: 'did-not-happen', cause: error })
    }
  }
}
// #endregion tool
