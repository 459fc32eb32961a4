import type { ToolIdentity } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { CallLink } from '../../tools/call-link.js'
import { LazySignal } from '../../tools/lazy-signal.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { CallMark } from './call-mark.js'
import type { Cancellation } from './cancellation.js'

/** What a link is made of. */
export interface LiveLinkParts {
  readonly cancellation: Cancellation
  readonly mark: CallMark
  /** The registry the call came through. */
  readonly registry: object
  /** Dispatches a nested call on that view. */
  readonly dispatch: CallLink<ToolContext>['dispatch']
}

/** Refuses a call by throwing. */
export type Judge = (call: ToolCall) => Promise<void>

/** What ties a call's context to its call: the signal that fires for its body, and the view its nested calls go through. */
export class LiveLink implements CallLink<ToolContext> {
  readonly registry: object
  readonly cancellation: Cancellation
  readonly mark: CallMark
  /** True once a layer asked for a person's approval of this call. */
  asksForApproval = false
  #judges: readonly Judge[] = []
  readonly #dispatch: CallLink<ToolContext>['dispatch']
  readonly #signal = new LazySignal()

  constructor({ cancellation, mark, registry, dispatch }: LiveLinkParts) {
    this.mark = mark
    this.registry = registry
    this.cancellation = cancellation
    this.#dispatch = dispatch
  }

  get isCancellable(): boolean {
    return this.cancellation.signal !== undefined || this.cancellation.deadlineMs !== undefined
  }

  get signal(): AbortSignal {
    return this.#signal.signal
  }

  /** Lets this judge what layers further in put in the place of the arguments. */
  addJudge(judge: Judge): void {
    this.#judges = [...this.#judges, judge]
  }

  /** @throws ToolError of the first who refuses the call as a layer changed it. */
  async judge(call: ToolCall): Promise<void> {
    for (const judge of this.#judges) await judge(call)
  }

  fire(reason: unknown): void {
    this.#signal.fire(reason)
  }

  dispatch(ref: string | ToolIdentity, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    return this.#dispatch(ref, input, context)
  }
}
