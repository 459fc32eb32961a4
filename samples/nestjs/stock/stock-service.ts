import { Injectable } from '@nestjs/common'

/** What lies on the shelves, in memory; one for the whole application. */
@Injectable()
export class StockService {
  readonly #counts = new Map(Object.entries({ tea: 12, milk: 3 }))

  count(sku: string): number {
    return this.#counts.get(sku) ?? 0
  }

  take(sku: string, quantity: number): void {
    this.#counts.set(sku, this.count(sku) - quantity)
  }
}
