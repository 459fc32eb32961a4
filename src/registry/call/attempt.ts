import { callError } from './call-error.js'
import { toBodyResult, type BodyResult } from './body-result.js'
import { toBodyFailure } from './body-failure.js'
import type { CallStep } from './call-step.js'
import { assertGrantMet } from './granted.js'
import { assertHeld } from './held-claim.js'
import { prepareBody } from './prepare-body.js'
import type { LiveCall } from './live-call.js'
import { transactionOf } from './transaction-of-context.js'
import type { Passage } from './passage.js'
import { isThenable } from '../../tools/thenable.js'
import type { Disposition } from '../../errors/disposition.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'

/** The innermost stage: one attempt, from making the body to checked output. */
export async function runAttempt(step: CallStep, live: LiveCall): Promise<ToolOutcome> {
  const { context, inside } = step
  if (inside !== undefined) await outlastAnswer()
  live.assertOpen(inside)
  assertGrantMet(live, step)
  const prepared = prepareBody(step, live)
  const body = typeof prepared === 'function' ? prepared : await prepared
  const { claim } = ToolContext.bindingOf(context)
  if (claim !== undefined) await assertHeld(live, claim)
  live.assertOpen(inside)
  const endAttempt = live.mark.startAttempt(transactionOf(context))
  let result: BodyResult
  // What the body came to is known at once, with no further wait in which the call could end without it.
  try {
    const returned = body(context)
    result = toBodyResult(isThenable(returned) ? await returned : returned, live.definition)
  } catch (thrown) {
    result = { failure: toBodyFailure(thrown) }
  }
  endAttempt(dispositionOf(result))
  const outer: Passage = inside ?? live
  outer.bringResult()
  if (result.outcome !== undefined) return result.outcome
  throw callError(live, result.failure)
}

/**
 * A layer that answers without waiting must be found out, so that what is inside of it ends later than an answer of its own
 * arrives. An async function that returns a promise takes three turns, and so does this.
 */
function outlastAnswer(): Promise<void> {
  return new Promise((resolve) => {
    resolve(nextTurn)
  })
}

const nextTurn = Promise.resolve()

/** What an attempt leaves on the mark: a body that suspended may have done anything before it did. */
function dispositionOf({ outcome, failure }: BodyResult): Disposition {
  if (outcome?.status === 'output') return 'landed'
  return failure?.disposition ?? 'in-doubt'
}
