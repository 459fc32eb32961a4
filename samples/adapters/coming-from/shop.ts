// #region shop
/** What was paid for each order. It knows nothing of tools. */
export class Shop {
  readonly #paid = new Map(Object.entries({ 'A-7': 1200, 'B-7': 1200, 'C-7': 1200 }))

  /** Pays a part back: what is left then, or nothing where so much was not paid. */
  refund(order: string, cents: number): number | undefined {
    const left = (this.#paid.get(order) ?? 0) - cents
    if (left < 0) return undefined
    this.#paid.set(order, left)
    return left
  }
}
// #endregion shop
