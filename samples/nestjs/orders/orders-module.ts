import { Module } from '@nestjs/common'
import { ToolsModule } from 'tallystick/nestjs'

import { AccessModule } from '../access/access-module.js'
import { StockModule } from '../stock/stock-module.js'
import { ListOrders } from './list-orders.js'
import { OrderBook } from './order-book.js'
import { OrdersService } from './orders-service.js'
import { PlaceOrder } from './place-order.js'

// #region module
@Module({
  imports: [ToolsModule.forFeature([PlaceOrder, ListOrders]), AccessModule, StockModule],
  providers: [OrdersService, OrderBook],
})
export class OrdersModule {}
// #endregion module
