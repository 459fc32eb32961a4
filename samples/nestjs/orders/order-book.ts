import { Injectable } from '@nestjs/common'

/** An order as it is kept. */
export interface Order {
  readonly number: number
  readonly reference: string
  readonly lines: number
  readonly note?: string | undefined
}

/** The orders of all tenants, in memory; one for the whole application. */
@Injectable()
export class OrderBook {
  readonly #orders = new Map<string, Order[]>()

  add(tenant: string, order: Omit<Order, 'number'>): Order {
    const orders = this.#orders.get(tenant) ?? []
    const added = { number: orders.length + 1, ...order }
    this.#orders.set(tenant, [...orders, added])
    return added
  }

  of(tenant: string): readonly Order[] {
    return this.#orders.get(tenant) ?? []
  }
}
