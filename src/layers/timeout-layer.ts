import type { ToolError } from '../errors/tool-error.js'
import type { ToolOutcome } from '../tools/outcome.js'
import { LazySignal } from '../tools/lazy-signal.js'
import { ToolContext } from '../tools/tool-context.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { systemClock, type LayerClock } from './layer-clock.js'
import { layerError } from '../registry/call/layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import { findToolLimit, toLimitRule, type LimitKind, type ToolLimit } from './tool-limit.js'

/** What `TimeoutLayer` takes. */
export interface TimeoutLayerOptions extends LayerNameOption {
  /** How long one attempt may take, in milliseconds: for every tool, or for each; no limit where it is undefined. */
  readonly timeoutMs: ToolLimit
  /** @defaultValue the clock of the process */
  readonly clock?: LayerClock | undefined
}

/**
 * Ends an attempt that takes too long with `TIMED_OUT`, and fires the signal of its context. A body that goes on is not
 * stopped by force: what it still comes to is a late event, and what is known of the far side until then is that it is
 * in doubt.
 *
 * @example
 * ```ts
 * new TimeoutLayer({ timeoutMs: ({ effect }) => (effect === 'read' ? 5_000 : 30_000) })
 * ```
 */
export class TimeoutLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'timeout'
  readonly #timeoutMs: ToolLimit
  readonly #clock: LayerClock

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: TimeoutLayerOptions) {
    const rules = {
      name: layerRules.name,
      timeoutMs: toLimitRule(timeout),
      clock: layerRules.clock,
    }
    assertLayerOptions(options, { subject: 'TimeoutLayer', rules, required: ['timeoutMs'] })
    this.name = options.name ?? 'timeout'
    this.#timeoutMs = options.timeoutMs
    this.#clock = options.clock ?? systemClock
    Object.freeze(this)
  }

  /**
   * Goes on inwards for so long.
   * @throws ToolError TIMED_OUT, retryable unless the tool writes.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const timeoutMs = findToolLimit(this.#timeoutMs, call, timeout)
    return timeoutMs === undefined ? next(call) : this.#race(call, next, timeoutMs)
  }

  async #race(call: ToolCall, next: NextLayer, timeoutMs: number): Promise<ToolOutcome> {
    const [attempt, watch] = [new LazySignal(), new AbortController()]
    const context = ToolContext.forAttempt(call.context, attempt)
    const expiry = this.#clock.sleep(timeoutMs, watch.signal).then(() => {
      if (watch.signal.aborted) return undefined
      attempt.fire(new DOMException('The attempt took too long.', 'TimeoutError'))
      throw timedOut(call, timeoutMs)
    })
    const running = next({ definition: call.definition, arguments: call.arguments, context })
    try {
      return await firstOf(running, expiry)
    } finally {
      watch.abort(inTime)
    }
  }
}

/** Ends the watch. Without a reason of its own, each one would make an exception with a stack. */
const inTime = Symbol('in time')

/** What `running` comes to, or what `expiry` rejects with before it. */
function firstOf(running: Promise<ToolOutcome>, expiry: Promise<unknown>): Promise<ToolOutcome> {
  return new Promise((resolve, reject) => {
    running.then(resolve, reject)
    expiry.catch(reject)
  })
}

function timedOut(call: ToolCall, timeoutMs: number): ToolError {
  return layerError(call, {
    code: 'TIMED_OUT',
    disposition: 'did-not-happen',
    retryable: call.definition.effect !== 'write',
    why: `an attempt took longer than ${timeoutMs.toString()} ms.`,
  })
}

const timeout: LimitKind = {
  option: 'timeoutMs',
  expected: 'a number of milliseconds above 0',
  accepts: (limit) => limit > 0 && limit < Infinity,
}
