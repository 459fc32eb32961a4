import type { ToolError } from '../errors/tool-error.js'
import { watchSignal } from '../registry/call/watch-signal.js'
import { extensionKey } from '../tools/extension-key.js'
import type { ToolOutcome } from '../tools/outcome.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { ToolSlots } from './concurrency/tool-slots.js'
import { systemClock, type LayerClock } from './layer-clock.js'
import { layerError } from '../registry/call/layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import { findToolLimit, toLimitRule, type LimitKind, type ToolLimit } from './tool-limit.js'

/** What `ConcurrencyLayer` takes. */
export interface ConcurrencyLayerOptions extends LayerNameOption {
  /**
   * How many calls of one tool may run at once: for every tool, or for each; no limit where it is undefined. A function is
   * asked for every call, and what it says last holds for all of them.
   */
  readonly limit: ToolLimit
  /**
   * How long a call waits for its turn.
   * @defaultValue 0 ms: it does not wait
   */
  readonly waitMs?: number | undefined
  /** @defaultValue the clock of the process */
  readonly clock?: LayerClock | undefined
}

/** A slot that a call holds: what is nested in it needs none of its own. */
interface HeldSlot {
  isHeld: boolean
}

/**
 * Lets so many calls of one tool run at once, in all registries that have this layer. A call over the limit waits in
 * line for `waitMs` and then fails with `BUSY`; nothing happened. A call of the same tool from inside its own body does
 * not count, so that it cannot wait for itself.
 *
 * @example
 * ```ts
 * new ConcurrencyLayer({ limit: ({ id }) => (id.server === 'printer' ? 1 : undefined), waitMs: 2_000 })
 * ```
 */
export class ConcurrencyLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'concurrency'
  readonly #limit: ToolLimit
  readonly #waitMs: number
  readonly #clock: LayerClock
  readonly #slots = new Map<string, ToolSlots>()
  readonly #held = extensionKey<ReadonlyMap<string, HeldSlot>>('tallystick.concurrency')

  /** @throws DefinitionError with every option that is wrong. */
  constructor(options: ConcurrencyLayerOptions) {
    const { name, durationMs, clock } = layerRules
    const rules = { name, limit: toLimitRule(atOnce), waitMs: durationMs, clock }
    assertLayerOptions(options, { subject: 'ConcurrencyLayer', rules, required: ['limit'] })
    this.name = options.name ?? 'concurrency'
    this.#limit = options.limit
    this.#waitMs = options.waitMs ?? 0
    this.#clock = options.clock ?? systemClock
    Object.freeze(this)
  }

  /**
   * Goes on inwards when it is its turn.
   * @throws ToolError BUSY; CANCELLED or TIMED_OUT when the call ends while it waits.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const limit = findToolLimit(this.#limit, call, atOnce)
    const tool = call.definition.id.toString()
    const isNested = call.context.get(this.#held)?.get(tool)?.isHeld === true
    if (limit === undefined || isNested) return next(call)
    const slots = this.#slotsOf(tool)
    try {
      await this.#take(slots, limit, call)
      return await this.#runInSlot(slots, call, next)
    } finally {
      if (slots.isIdle && this.#slots.get(tool) === slots) this.#slots.delete(tool)
    }
  }

  #slotsOf(tool: string): ToolSlots {
    let slots = this.#slots.get(tool)
    if (slots === undefined) this.#slots.set(tool, (slots = new ToolSlots()))
    return slots
  }

  async #take(slots: ToolSlots, limit: number, call: ToolCall): Promise<void> {
    if (slots.tryTake(limit)) return
    if (this.#waitMs === 0) throw busy(call, limit)
    await this.#waitInLine(slots, limit, call)
  }

  async #runInSlot(slots: ToolSlots, call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const slot: HeldSlot = { isHeld: true }
    const held = new Map(call.context.get(this.#held)).set(call.definition.id.toString(), slot)
    const context = call.context.with(this.#held, held)
    try {
      return await next({ definition: call.definition, arguments: call.arguments, context })
    } finally {
      // A call that the body left running takes a slot of its own from here on.
      slot.isHeld = false
      slots.release()
    }
  }

  /** A clock that throws ends the wait as one that rejects does. */
  async #sleep(ms: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, signal)
  }

  #waitInLine(slots: ToolSlots, limit: number, call: ToolCall): Promise<void> {
    const { signal, deadline } = call.context
    const leftMs = (deadline?.getTime() ?? Infinity) - this.#clock.now()
    const turn = new AbortController()
    return new Promise((resolve, reject) => {
      const end = (settle: () => void): void => {
        leave()
        unwatch()
        turn.abort(hasTurn)
        settle()
      }
      const fail = (error: Error): void => end(() => reject(error))
      const leave = slots.queue(() => end(resolve))
      const unwatch = watchSignal(signal, () => fail(ended(call, signal.reason)))
      this.#sleep(Math.max(Math.min(this.#waitMs, leftMs), 0), turn.signal).then(
        () => fail(leftMs <= this.#waitMs ? tooLate(call) : busy(call, limit)),
        (thrown: unknown) => {
          // Whoever stays in line without a clock would be handed a slot that nobody gives back.
          if (!turn.signal.aborted) fail(thrown as Error)
        },
      )
      if (signal.aborted) fail(ended(call, signal.reason))
    })
  }
}

const atOnce: LimitKind = {
  option: 'limit',
  expected: 'a whole number of calls, 1 or more',
  accepts: (limit) => Number.isInteger(limit) && limit >= 1,
}

/** Ends the wait; a reason that costs nothing to make. */
const hasTurn = Symbol('has its turn')

const nothingHappened = { disposition: 'did-not-happen' } as const

function busy(call: ToolCall, limit: number): ToolError {
  const why = `as many calls of it run as may run at once: ${limit.toString()}. Try later, or raise \`limit\` or \`waitMs\`.`
  return layerError(call, { code: 'BUSY', ...nothingHappened, why })
}

function tooLate(call: ToolCall): ToolError {
  const why = 'its deadline passed while it waited for its turn.'
  const retryable = call.definition.effect !== 'write'
  return layerError(call, { code: 'TIMED_OUT', ...nothingHappened, retryable, why })
}

function ended(call: ToolCall, reason: unknown): ToolError {
  if (reason instanceof DOMException && reason.name === 'TimeoutError') return tooLate(call)
  const why = 'its signal fired while it waited for its turn.'
  return layerError(call, { code: 'CANCELLED', ...nothingHappened, why, cause: reason })
}
