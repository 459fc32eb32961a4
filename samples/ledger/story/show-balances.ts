import type { Account } from '../books/account.js'
import { alignTable, type Column } from '../terminal/align-table.js'
import { formatCents, formatChange } from '../terminal/format-cents.js'
import { pageWidth, type Page } from '../terminal/page.js'
import { totalCents } from './account-changes.js'
import type { Proof } from './proofs.js'

/** Every account before and after, and the sum of all. */
export function showBalances(
  page: Page,
  before: readonly Account[],
  after: readonly Account[],
): void {
  page.heading('7. The books before and after')
  const held = new Map(before.map(({ code, balanceCents }) => [code, balanceCents]))
  const rows = after.map(({ code, name, balanceCents }) =>
    balanceRow(code, name, [held.get(code) ?? 0, balanceCents]),
  )
  const sum = balanceRow('', 'Sum of all balances', [totalCents(before), totalCents(after)])
  page.lines(alignTable(columns, [...rows, sum], pageWidth))
}

/** What was proved, a line each. */
export function showProofs(page: Page, proofs: readonly Proof[]): void {
  page.heading('8. What this shows')
  for (const { claim, holds } of proofs) {
    page.lines([`${holds ? page.paint('green', 'ok    ') : page.paint('red', 'FAILED')}  ${claim}`])
  }
}

const columns: readonly Column[] = [
  { title: 'account' },
  { title: 'name' },
  { title: 'before', align: 'right' },
  { title: 'after', align: 'right' },
  { title: 'change', align: 'right' },
]

function balanceRow(
  code: string,
  name: string,
  [before, after]: readonly [number, number],
): readonly string[] {
  return [code, name, formatCents(before), formatCents(after), formatChange(after - before)]
}
