import { Tool } from 'tallystick'

import { OrdersService } from './orders-service.js'

@Tool({
  ...{ server: 'orders', name: 'list', mutates: false },
  description: 'List the orders of the customer.',
})
export class ListOrders {
  constructor(private readonly orders: OrdersService) {}

  call() {
    return { orders: this.orders.find() }
  }
}
