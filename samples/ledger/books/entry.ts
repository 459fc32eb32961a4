/** What an entry was booked for. */
export enum Category {
  Capital = 'capital',
  Sales = 'sales',
  Ingredients = 'ingredients',
  Packaging = 'packaging',
  Wages = 'wages',
  Rent = 'rent',
  Energy = 'energy',
  Insurance = 'insurance',
  Repairs = 'repairs',
  Loan = 'loan',
  Tax = 'tax',
  Transfer = 'transfer',
}

/** One side of an entry: a debit is above zero, a credit below. */
export interface Leg {
  readonly account: string
  readonly amountCents: number
}

/** What happened, once. Its legs sum to zero. */
export interface Entry {
  /** A day, as `2026-03-31`. */
  readonly date: string
  readonly category: Category
  readonly memo: string
  /** Names what was paid; no two entries have the same. */
  readonly reference?: string
  readonly legs: readonly Leg[]
}

/** One leg with what it belongs to, as a statement lists it. */
export interface Posting extends Leg {
  readonly entry: number
  readonly date: string
  readonly category: Category
  readonly memo: string
}
