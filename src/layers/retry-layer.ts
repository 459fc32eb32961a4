import { ToolError } from '../errors/tool-error.js'
import { toRule } from '../errors/option-problems.js'
import type { ToolOutcome } from '../tools/outcome.js'
import type { ToolContext } from '../tools/tool-context.js'
import type { ToolDefinition } from '../tools/tool-definition.js'
import {
  layerRank,
  repeatsNext,
  type NextLayer,
  type ToolCall,
  type ToolLayer,
} from '../tools/tool-layer.js'
import { systemClock, type LayerClock } from './layer-clock.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'

/** What `RetryLayer` takes. */
export interface RetryLayerOptions extends LayerNameOption {
  /**
   * How often a call is tried in all, the first time included.
   * @defaultValue 3
   */
  readonly attempts?: number | undefined
  /**
   * The longest wait before the second attempt; it doubles with each further one.
   * @defaultValue 100 ms
   */
  readonly baseDelayMs?: number | undefined
  /**
   * What the wait grows to at most. A failure that says when to try again is waited for, however long that is.
   * @defaultValue 5000 ms
   */
  readonly maxDelayMs?: number | undefined
  /** @defaultValue the clock of the process */
  readonly clock?: LayerClock | undefined
  /**
   * A number from 0 up to 1, anew for each wait.
   * @defaultValue `Math.random`
   */
  readonly random?: (() => number) | undefined
}

/**
 * Tries a failed call again where that is safe. What a tool does to the world decides: one that reads, or is idempotent,
 * is tried again on every retryable failure; one that writes only where in addition nothing happened. Waits grow
 * exponentially and are drawn at random from 0 up (full jitter), are at least what the failure asks for, and never go
 * past the deadline: the last failure then stands. All attempts have one idempotency key.
 *
 * @example
 * ```ts
 * registry.layer(new RetryLayer({ attempts: 5 }))
 * ```
 */
export class RetryLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'retry'
  /** @internal */
  readonly [repeatsNext] = true
  readonly #attempts: number
  readonly #baseDelayMs: number
  readonly #maxDelayMs: number
  readonly #clock: LayerClock
  readonly #random: () => number

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: RetryLayerOptions = {}) {
    assertLayerOptions(options, { subject: 'RetryLayer', rules: optionRules })
    this.name = options.name ?? 'retry'
    this.#attempts = options.attempts ?? 3
    this.#baseDelayMs = options.baseDelayMs ?? 100
    this.#maxDelayMs = options.maxDelayMs ?? 5000
    this.#clock = options.clock ?? systemClock
    this.#random = options.random ?? Math.random
    Object.freeze(this)
  }

  /** Goes on inwards, again where that is safe. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await next(call)
      } catch (thrown) {
        const mayRepeat = attempt < this.#attempts && isSafeToRepeat(thrown, call.definition)
        if (!mayRepeat || !(await this.#wait(attempt, thrown, call.context))) throw thrown
      }
    }
  }

  /** Waits for the next attempt; false when there is to be none. */
  async #wait(attempt: number, failure: ToolError, context: ToolContext): Promise<boolean> {
    const delayMs = Math.max(this.#jitterMs(attempt), failure.retryAfterMs ?? 0)
    const { deadline, signal } = context
    if (deadline !== undefined && this.#clock.now() + delayMs >= deadline.getTime()) return false
    try {
      await this.#clock.sleep(delayMs, signal)
      return !signal.aborted
    } catch {
      return false
    }
  }

  #jitterMs(attempt: number): number {
    // A power that is infinite would make of no delay at all one that is no number.
    const doubled = this.#baseDelayMs * 2 ** Math.min(attempt - 1, largestExponent)
    return this.#drawShare() * Math.min(this.#maxDelayMs, doubled)
  }

  /** What is drawn that is no share of a whole counts as the whole: too long a wait does no harm. */
  #drawShare(): number {
    const drawn = this.#random()
    return drawn >= 0 && drawn <= 1 ? drawn : 1
  }
}

const largestExponent = 1023

function isSafeToRepeat(thrown: unknown, { effect }: ToolDefinition): thrown is ToolError {
  if (!ToolError.is(thrown) || !thrown.retryable) return false
  return effect !== 'write' || thrown.disposition === 'did-not-happen'
}

const optionRules = {
  name: layerRules.name,
  attempts: toRule(
    'a whole number, 1 or more',
    (value) => Number.isInteger(value) && Number(value) >= 1,
  ),
  baseDelayMs: layerRules.durationMs,
  maxDelayMs: layerRules.durationMs,
  clock: layerRules.clock,
  random: layerRules.callable,
}
