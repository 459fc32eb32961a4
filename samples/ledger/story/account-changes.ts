import type { Account } from '../books/account.js'

/** How far the balance of one account moved. */
export interface AccountChange {
  readonly code: string
  readonly changeCents: number
}

/** The accounts whose balance moved, accounts that are new included. */
export function accountChanges(
  before: readonly Account[],
  after: readonly Account[],
): readonly AccountChange[] {
  const held = new Map(before.map(({ code, balanceCents }) => [code, balanceCents]))
  return after
    .map(({ code, balanceCents }) => ({ code, changeCents: balanceCents - (held.get(code) ?? 0) }))
    .filter(({ changeCents }) => changeCents !== 0)
}

/** The sum of all balances: zero, in books that were kept well. */
export function totalCents(accounts: readonly Account[]): number {
  return accounts.reduce((sum, { balanceCents }) => sum + balanceCents, 0)
}
