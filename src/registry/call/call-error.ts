import { highestDisposition, type Disposition } from '../../errors/disposition.js'
import { errorCodes, type ErrorCodeFacts, type ToolErrorCode } from '../../errors/error-codes.js'
import { restateError, ToolError, type ToolErrorInit } from '../../errors/tool-error.js'
import type { Effect } from '../../tools/effect.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { CallMark } from './call-mark.js'
import { transactionOf } from './transaction-of-context.js'

/** What an error needs to know of its call. */
export interface FailedCall {
  readonly definition: ToolDefinition
  /** That of the call, or what a layer has for it: which transaction it is in depends on where the error is. */
  readonly context: ToolContext
  readonly mark: CallMark
}

/** An error of a call, before what is known of the call is added. */
export interface CallFailure extends Omit<ToolErrorInit, 'message' | 'disposition'> {
  /** What is wrong and what to do, for the operator; the tool's id is put before it. */
  readonly why: string
  /** @defaultValue the mark of the call */
  readonly disposition?: Disposition
}

/**
 * The error a call fails with: its tool and call id, a disposition at least as high as the call's mark, and
 * `retryable` by the error table unless the failure states it.
 */
export function callError(call: FailedCall, failure: CallFailure): ToolError {
  const { definition, context, mark } = call
  const { code, issues, modelText, retryAfterMs, reference } = failure
  const stated = mark.settle(failure.disposition ?? mark.disposition)
  const disposition = highestDisposition(stated, mark.disposition)
  const mayRetry = disposition === stated || definition.effect !== 'write'
  // Named one by one: an object that is spread into another costs more than the rest of the error.
  const init: ToolErrorInit = {
    code,
    disposition,
    message: `${definition.id.toString()}: ${failure.why}`,
    toolId: definition.id,
    callId: context.callId,
    issues,
    modelText,
    retryable: mayRetry && (failure.retryable ?? isRetryable(code, definition.effect)),
    retryAfterMs,
    reference,
  }
  return new ToolError('cause' in failure ? { ...init, cause: failure.cause } : init)
}

/**
 * An error that a layer threw as an error of its call: its ids filled in, its disposition raised to the mark and the
 * mark to it. Raised in doubt it is no longer retryable for a tool that writes, and never where its code says never.
 */
export function adoptError(call: FailedCall, error: ToolError): ToolError {
  const { definition, context, mark } = call
  const stated = mark.settle(error.disposition)
  mark.raise(stated, transactionOf(context))
  // Inside an open transaction the mark holds back what landed, and the error must say it all the same: it commits.
  const disposition = highestDisposition(stated, mark.disposition)
  const mayRetry =
    retryRule(error.code) !== 'never' && (disposition === stated || definition.effect !== 'write')
  return restateError(error, {
    disposition,
    toolId: definition.id,
    callId: context.callId,
    retryable: error.retryable && mayRetry,
  })
}

/**
 * The error that a call ends in. What landed inside a transaction of the call round it may still be undone: until that
 * one is committed the error says no more than is certain.
 */
export function finalError(call: FailedCall, error: ToolError): ToolError {
  const adopted = adoptError(call, error)
  return restateError(adopted, { disposition: call.mark.disposition })
}

function isRetryable(code: ToolErrorCode, effect: Effect): boolean {
  const rule = retryRule(code)
  return rule === 'always' || (rule === 'unless-write' && effect !== 'write')
}

function retryRule(code: ToolErrorCode): ErrorCodeFacts['retry'] {
  return errorCodes[code].retry
}
