import { DefinitionError } from '../../errors/definition-error.js'
import { findAmbientContext, runWithAmbientContext } from '../../tools/ambient-context.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { CallRecords } from '../../tools/call-records.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolGrant } from '../../tools/tool-grants.js'
import type { NextLayer, ToolCall } from '../../tools/tool-layer.js'
import { LiveLink, type Judge } from './live-link.js'
import { Transaction, type Landing } from './transaction.js'
import { enterTransaction, transactionOf } from './transaction-of-context.js'

/** A transaction that a layer holds round what is left of a call. */
export interface OpenTransaction {
  /** Goes on inwards inside it. */
  readonly enter: (call: ToolCall, next: NextLayer) => Promise<ToolOutcome>
  readonly commit: () => void
  readonly abandon: () => void
  /** Whether the call landed inside it, which stays if it is committed. */
  readonly hasLanded: () => boolean
  /** Whether a body has started inside it. */
  readonly hasStarted: () => boolean
}

/**
 * Begins a transaction round what is left of a call: what lands inside it, in nested calls too, is in doubt until it is
 * committed, and so is every transaction round it. For layers of this package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function openTransaction(context: ToolContext): OpenTransaction {
  const { mark } = linkOf(context)
  const transaction = new Transaction(transactionOf(context))
  return {
    enter: (call, next) => goInside(transaction, call, next),
    commit: () => transaction.commit(),
    abandon: () => transaction.abandon(),
    hasLanded: () => transaction.hasLanded(mark),
    hasStarted: () => transaction.hasStarted,
  }
}

function goInside(transaction: Transaction, call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
  const context = enterTransaction(call.context, transaction)
  const run = (): Promise<ToolOutcome> =>
    next({ definition: call.definition, arguments: call.arguments, context })
  // A call that is made with `ToolContext.current()` is nested in the transaction, too.
  return isAmbient(context) ? runWithAmbientContext(context, run) : run()
}

function isAmbient(context: ToolContext): boolean {
  const ambient = findAmbientContext()
  return ToolContext.is(ambient) && ToolContext.linkOf(ambient) === ToolContext.linkOf(context)
}

/**
 * Asks for a person's approval of a call: without a decision bound to it, its body does not run. For layers of this
 * package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function askForApproval(context: ToolContext, reason: string): void {
  linkOf(context).approvalAsked ??= reason
}

/** What a call is held to, and what keeps its record. */
export interface CallDemands {
  /** Why a layer wants a person to approve; undefined when none does. */
  readonly approvalAsked: string | undefined
  readonly grant: ToolGrant | undefined
  readonly records: CallRecords | undefined
}

/**
 * What a call is held to by its grant and by layers further out. For layers of this package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function demandsOf(context: ToolContext): CallDemands {
  const { approvalAsked, view } = linkOf(context)
  return { approvalAsked, records: view.records, grant: view.findGrant() }
}

/**
 * The call with arguments that a person put in the place of its own: admitted anew, with the key they give it, and judged
 * by the layers further out. For layers of this package.
 *
 * @throws ToolError INVALID_ARGUMENTS, MISSING_IDEMPOTENCY_KEY or what refuses them; DefinitionError for the context of no
 * call.
 */
export function readmitCall(call: ToolCall, changed: unknown): Promise<ToolCall> {
  const { readmission } = linkOf(call.context)
  if (readmission === undefined) throw notOfACall()
  return readmission.readmit(call, changed)
}

/**
 * Whether what a call did stays, once the transactions of the calls round it have ended; undefined where it is in none, and
 * stays at once. For layers of this package.
 */
export function whetherKept(context: ToolContext): Promise<boolean> | undefined {
  const transaction = transactionOf(context)?.open
  if (transaction === undefined) return undefined
  return new Promise((resolve) => {
    const landing: Landing = {
      landIn: (outer) => (outer === undefined ? resolve(true) : outer.hold(landing)),
      lose: () => resolve(false),
    }
    transaction.hold(landing)
  })
}

/** Reports that the record of a call could not be written. For layers of this package. */
export function reportUnsettled(context: ToolContext, error: unknown): void {
  linkOf(context).report?.unsettled(error)
}

/**
 * Has arguments judged that a layer further in puts in the place of those of a call. For layers of this package.
 *
 * @throws DefinitionError for the context of no call.
 */
export function judgeChanges(context: ToolContext, judge: Judge): void {
  linkOf(context).addJudge(judge)
}

function linkOf(context: ToolContext): LiveLink {
  const link = ToolContext.linkOf(context)
  if (link instanceof LiveLink) return link
  throw notOfACall()
}

function notOfACall(): DefinitionError {
  const fix = 'Pass the context of the call that the layer handles.'
  const message = 'the context is not that of a call.'
  return new DefinitionError([{ subject: 'a layer', message, fix }])
}
