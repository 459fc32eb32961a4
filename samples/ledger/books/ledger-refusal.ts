/** The ledger's no: its rules forbid what was asked, and nothing was booked. The message may be shown to anyone. */
export class LedgerRefusal extends Error {
  override readonly name = 'LedgerRefusal'
}
