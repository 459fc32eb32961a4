import { escapeUnprintable } from '../../errors/quoted-name.js'
import type { JsonValue } from '../../schema/json.js'

/**
 * What a change does to those who learned the contract as it was.
 *
 * - `narrowed`: what was allowed is refused now.
 * - `widened`: what was refused is allowed now.
 * - `changed`: neither can be ruled out.
 * - `wording`: only what a model reads is another.
 */
export type ContractChangeKind = 'narrowed' | 'widened' | 'changed' | 'wording'

/** One difference between two contracts. */
export interface ContractChange {
  /** Where it is in the contract: `inputSchema.properties.amountCents.minimum`. */
  readonly path: string
  readonly kind: ContractChangeKind
  /** What stood there; absent where nothing did. */
  readonly before?: JsonValue
  /** What stands there now; absent where nothing does. */
  readonly after?: JsonValue
  /** Whether callers that keep to the contract as it was may now fail, or read what they cannot. */
  readonly breaking: boolean
}

const shownLength = 80

/** One line: where, from what to what, and what that does. */
export function describeContractChange(change: ContractChange): string {
  const verdict = change.breaking ? `${change.kind}, breaking` : change.kind
  return `${change.path}: ${show(change.before)} -> ${show(change.after)} (${verdict})`
}

function show(value: JsonValue | undefined): string {
  if (value === undefined) return 'nothing'
  const text = escapeUnprintable(JSON.stringify(value))
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
