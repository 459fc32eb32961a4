import { Injectable } from '@nestjs/common'

/** What was paid for each order. It knows nothing of tools. */
@Injectable()
export class Shop {
  readonly #paid = new Map([['A-7', 1200]])

  /** Pays a part back: what is left then, or nothing where so much was not paid. */
  refund(order: string, cents: number): number | undefined {
    const left = (this.#paid.get(order) ?? 0) - cents
    if (left < 0) return undefined
    this.#paid.set(order, left)
    return left
  }
}
