import type { ToolIdentity } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { CallLink } from '../../tools/call-link.js'
import { LazySignal } from '../../tools/lazy-signal.js'
import type { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { CallRecords } from '../../tools/call-records.js'
import type { ToolGrant } from '../../tools/tool-grants.js'
import type { CallMark } from './call-mark.js'
import type { CallReport } from './call-report.js'
import type { Cancellation } from './cancellation.js'

/** The registry a call came through. */
export interface LinkedView {
  readonly registry: object
  /** The layer that keeps the record of the call, if the registry has one. */
  readonly records: CallRecords | undefined
  /** What the manifest grants of the tool now; undefined where the registry is bound to none. */
  findGrant(): ToolGrant | undefined
  /** Dispatches a nested call on that view. */
  dispatch(ref: string | ToolIdentity, input: unknown, context: ToolContext): Promise<ToolOutcome>
}

/** Admits other arguments to a call. */
export interface Readmits {
  readmit(call: ToolCall, changed: unknown): Promise<ToolCall>
}

/** Refuses a call by throwing. */
export type Judge = (call: ToolCall) => Promise<void>

/** What ties a call's context to its call: the signal that fires for its body, and the view its nested calls go through. */
export class LiveLink implements CallLink<ToolContext> {
  readonly view: LinkedView
  readonly cancellation: Cancellation
  readonly mark: CallMark
  /** Why a person must approve of this call, once a layer has asked for that. */
  approvalAsked: string | undefined
  /** Undefined before the call has begun. */
  readmission: Readmits | undefined
  /** Where the events of the call go. */
  report: CallReport | undefined
  /** The container that makes the instances of the call. */
  declare servedBy?: object
  #judges: readonly Judge[] = []
  #signal: LazySignal | undefined

  constructor(view: LinkedView, mark: CallMark, cancellation: Cancellation) {
    this.view = view
    this.mark = mark
    this.cancellation = cancellation
  }

  get isCancellable(): boolean {
    return this.cancellation.signal !== undefined || this.cancellation.deadlineMs !== undefined
  }

  get signal(): AbortSignal {
    return (this.#signal ??= new LazySignal()).signal
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
    ;(this.#signal ??= new LazySignal()).fire(reason)
  }

  dispatch(ref: string | ToolIdentity, input: unknown, context: ToolContext): Promise<ToolOutcome> {
    return this.view.dispatch(ref, input, context)
  }
}
