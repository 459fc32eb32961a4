import { setImmediate as nextTurn } from 'node:timers/promises'

import type { LayerClock } from '../../layers/layer-clock.js'

interface Sleeper {
  readonly untilMs: number
  readonly wake: () => void
}

/** A clock that stands still until a test moves it. */
export interface FakeClock extends LayerClock {
  /** The time, in milliseconds since the epoch; may be handed on by itself. */
  readonly now: () => number
  /** How many wait for a time to come. */
  readonly waiting: number
  /**
   * Lets everything run that waits for promises only, then so many milliseconds pass. Who sleeps is woken at their own
   * time, one after the other, and what each wakes runs before the next.
   */
  advance(ms: number): Promise<void>
}

/**
 * A clock for layers and journals: `new RetryLayer({ clock })`, `memoryJournal({ now: clock.now })`.
 *
 * @param startMs - What it says at first, in milliseconds since the epoch; the time of now unless it is given, so that
 * deadlines, which the system's clock decides on, are not past.
 * @example
 * ```ts
 * const clock = createFakeClock()
 * await clock.advance(30_000)
 * ```
 */
export function createFakeClock(startMs: number = Date.now()): FakeClock {
  return new MovedClock(startMs)
}

class MovedClock implements FakeClock {
  readonly #sleepers = new Set<Sleeper>()
  #nowMs: number

  constructor(startMs: number) {
    this.#nowMs = startMs
  }

  get waiting(): number {
    return this.#sleepers.size
  }

  // Handed on without its clock: `memoryJournal({ now: clock.now })`.
  readonly now = (): number => this.#nowMs

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        this.#sleepers.delete(sleeper)
        reject(signal.reason as Error)
      }
      const wake = (): void => {
        this.#sleepers.delete(sleeper)
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const sleeper: Sleeper = { untilMs: this.#nowMs + ms, wake }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      this.#sleepers.add(sleeper)
    })
  }

  async advance(ms: number): Promise<void> {
    await settle()
    const endMs = this.#nowMs + ms
    for (let next = this.#nextUntil(endMs); next !== undefined; next = this.#nextUntil(endMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.untilMs)
      next.wake()
      await settle()
    }
    this.#nowMs = endMs
    await settle()
  }

  /** Of those who wake at one time, who lay down first. */
  #nextUntil(endMs: number): Sleeper | undefined {
    let next: Sleeper | undefined
    for (const sleeper of this.#sleepers) {
      if (sleeper.untilMs > endMs || sleeper.untilMs >= (next?.untilMs ?? Infinity)) continue
      next = sleeper
    }
    return next
  }
}

/** What waits for promises only has run; and what that let go on by a turn of its own, too. */
async function settle(): Promise<void> {
  await nextTurn()
  await nextTurn()
}
