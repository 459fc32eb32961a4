import type { ToolError } from '../../errors/tool-error.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolGrants } from '../../tools/tool-grants.js'
import { callError, finalError } from './call-error.js'
import type { CallMark } from './call-mark.js'
import type { CallReport } from './call-report.js'
import { findCancelled, type Cancelled } from './cancellation.js'
import type { LiveLink } from './live-link.js'
import type { Passage, Result } from './passage.js'
import { findSoundError } from './sound-error.js'

/** What a live call is made of. */
export interface LiveCallParts {
  readonly definition: ToolDefinition
  readonly context: ToolContext
  readonly link: LiveLink
  readonly report: CallReport
  readonly mark: CallMark
  readonly grants: ToolGrants | undefined
}

/** One call while it lives: its tool, its context, what is known of the far side, and whether its caller still waits. */
export class LiveCall implements Passage {
  readonly definition: ToolDefinition
  readonly context: ToolContext
  readonly report: CallReport
  readonly mark: CallMark
  readonly link: LiveLink
  readonly grants: ToolGrants | undefined
  #cancelled: Cancelled | undefined
  #hasResult = false

  constructor(parts: LiveCallParts) {
    this.definition = parts.definition
    this.context = parts.context
    this.link = parts.link
    this.grants = parts.grants
    this.report = parts.report
    this.mark = parts.mark
  }

  /** False once its caller was let go. */
  get isOpen(): boolean {
    return this.#cancelled === undefined
  }

  bringResult(): void {
    this.#hasResult = true
  }

  /** All that was started for the call has ended: told as late when its caller is gone. */
  settle(result: Result): void {
    if (!this.isOpen && this.#hasResult) this.tellLate(result)
  }

  /** Tells what a body came to that nobody waited for any more. */
  tellLate({ outcome, failure }: Result): void {
    if (outcome !== undefined) return this.report.late(outcome.status)
    const error = findSoundError(failure)
    this.report.late('failed', error && finalError(this, error))
  }

  /** True for the call's own context and what `with` made of it; false for children and other calls' contexts. */
  owns(context: unknown): boolean {
    return ToolContext.is(context) && ToolContext.linkOf(context) === this.link
  }

  /**
   * Nothing starts in a call that is over, or inside a layer that has answered: what was told about the far side
   * would no longer hold.
   * @throws ToolError CANCELLED or TIMED_OUT.
   */
  assertOpen(inside?: Passage): void {
    const cancelled = this.#cancelled ?? findCancelled(this.link.cancellation)
    if (cancelled !== undefined) throw cancelledError(this, cancelled)
    if (inside?.isOpen ?? true) return
    throw callError(this, {
      code: 'CANCELLED',
      why: 'a layer ended the call before its body started.',
    })
  }

  /**
   * Ends the call at once: the error to reject with. Its signal fires first, so that calls nested in it end before it;
   * a body that runs goes on.
   */
  letGo(cancelled: Cancelled): ToolError {
    this.#cancelled = cancelled
    this.link.fire(cancelled.reason)
    const error = cancelledError(this, cancelled)
    this.report.fail(error)
    return error
  }
}

function cancelledError(call: LiveCall, { code, reason }: Cancelled): ToolError {
  const why = code === 'CANCELLED' ? 'its signal fired.' : 'its deadline passed.'
  return callError(call, { code, why, cause: reason })
}
