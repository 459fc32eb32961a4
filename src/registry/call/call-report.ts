import type { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolEventSink } from '../../tools/tool-event.js'
import { emitEvent } from './emit-event.js'

/** Who a call's events are about. */
export interface ReportedCall {
  readonly context: ToolContext
  readonly definition: ToolDefinition | undefined
}

/** Reports one call to the sinks: exactly one terminal event, and one late event for each body nobody waited for. */
export class CallReport {
  /** Paths that admit repaired; part of the terminal event. */
  repaired: readonly string[] = []
  readonly #call: ReportedCall
  readonly #sinks: readonly ToolEventSink[]
  readonly #startedAtMs: number
  #isEnded = false

  constructor(call: ReportedCall, sinks: readonly ToolEventSink[]) {
    this.#call = call
    this.#sinks = sinks
    // Where nobody listens there is no need of the time.
    this.#startedAtMs = sinks.length === 0 ? 0 : performance.now()
  }

  /** True once the terminal event is out: whoever called has their answer. */
  get isEnded(): boolean {
    return this.#isEnded
  }

  succeed({ status }: ToolOutcome): void {
    this.#end({ status })
  }

  fail(error: ToolError): void {
    const { code, reference } = error
    this.#end({ status: 'failed', code, reference, error })
  }

  /** A body that nobody waited for any more came to this. */
  late(status: ToolOutcome['status'] | 'failed', error?: ToolError): void {
    const detail = error === undefined ? { status } : { status, error }
    emitEvent(this.#sinks, Object.freeze({ type: 'late', ...this.#facts(), ...detail }))
  }

  /** The record of the call could not be written. */
  unsettled(error: unknown): void {
    emitEvent(this.#sinks, Object.freeze({ type: 'unsettled', ...this.#facts(), error }))
  }

  /** A layer broke its contract after the terminal event; before it, the call fails with the error. */
  brokenLayer(error: ToolError): void {
    if (!this.#isEnded) return
    emitEvent(this.#sinks, Object.freeze({ type: 'broken-layer', ...this.#facts(), error }))
  }

  #end(detail: EventDetail): void {
    this.#isEnded = true
    if (this.#sinks.length === 0) return
    const habits = ToolContext.habitsOf(this.#call.context)
    const facts = { ...this.#facts(), repaired: this.repaired, habits }
    emitEvent(this.#sinks, Object.freeze({ type: 'terminal', ...facts, ...detail }))
  }

  #facts(): CallFacts {
    const { context, definition } = this.#call
    const tool = definition?.id.toString()
    const { callId, tenantId } = context
    return { tool, callId, tenantId, durationMs: performance.now() - this.#startedAtMs }
  }
}

interface CallFacts {
  readonly tool: string | undefined
  readonly callId: string
  readonly tenantId: string
  readonly durationMs: number
}

type EventDetail =
  | { readonly status: 'output' | 'suspended' }
  | {
      readonly status: 'failed'
      readonly code: ToolError['code']
      readonly reference: string | undefined
      readonly error: ToolError
    }
