/** What an account stands for in double-entry bookkeeping. */
export enum AccountKind {
  Asset = 'asset',
  Liability = 'liability',
  Equity = 'equity',
  Income = 'income',
  Expense = 'expense',
}

/** An account and what it holds: debits less credits, in cents. */
export interface Account {
  readonly code: string
  readonly name: string
  readonly kind: AccountKind
  readonly balanceCents: number
  readonly isClosed: boolean
}

/** An account as it is opened, with nothing on it. */
export type NewAccount = Pick<Account, 'code' | 'name' | 'kind'>
