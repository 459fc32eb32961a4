import { extensionKey } from '../../tools/extension-key.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { Transaction } from './transaction.js'

const transactionKey = extensionKey<Transaction | undefined>('tallystick.transaction')

/** The innermost transaction that code with this context runs in. A nested call inherits that of the call round it. */
export function transactionOf(context: ToolContext): Transaction | undefined {
  return context.get(transactionKey)
}

/** The context of what runs inside a transaction. */
export function enterTransaction(context: ToolContext, transaction: Transaction): ToolContext {
  return context.with(transactionKey, transaction)
}

/** The context of a call that begins now: a transaction that has ended has no part in it. */
export function leaveEnded(context: ToolContext): ToolContext {
  const inherited = transactionOf(context)
  if (inherited === undefined || inherited.open === inherited) return context
  return context.with(transactionKey, inherited.open)
}

/** The context that a layer passes on, in the transaction that the layer stands in: it cannot leave that one. */
export function stayInside(outer: ToolContext, given: ToolContext): ToolContext {
  const own = transactionOf(outer)
  if (own === undefined || transactionOf(given)?.isInside(own) === true) return given
  return enterTransaction(given, own)
}
