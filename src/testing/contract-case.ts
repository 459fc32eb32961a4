/** One thing that every implementation of a port does. */
export interface ContractCase {
  readonly name: string
  /** Rejects with an `AssertionError` of node:assert where the implementation does something else. */
  readonly run: () => Promise<void>
}
