import { ConflictException, Injectable } from '@nestjs/common'

import { Tenant } from '../access/tenant.js'
import { StockService } from '../stock/stock-service.js'
import { OrderBook, type Order } from './order-book.js'
import type { PlaceOrderDto } from './place-order-dto.js'

// #region service
/** The service as it was before there were tools. It is request-scoped, because its tenant is. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly tenant: Tenant,
    private readonly stock: StockService,
    private readonly book: OrderBook,
  ) {}

  place({ reference, lines, note }: PlaceOrderDto): Order {
    const missing = lines.find(({ sku, quantity }) => this.stock.count(sku) < quantity)
    if (missing !== undefined) throw new ConflictException(`There is too little ${missing.sku}.`)
    for (const { sku, quantity } of lines) this.stock.take(sku, quantity)
    return this.book.add(this.tenant.id, { reference, note, lines: lines.length })
  }

  find(): readonly Order[] {
    return this.book.of(this.tenant.id)
  }
}
// #endregion service
