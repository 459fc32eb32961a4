import type { LayerClock } from '../../src/layers/layer-clock.js'
import { settled } from '../registry/tools.js'

interface Sleeper {
  readonly untilMs: number
  readonly wake: () => void
}

/** A clock that a test moves by hand. */
export class FakeClock implements LayerClock {
  /** How long each sleep was asked for, in order. */
  readonly sleptMs: number[] = []
  readonly #sleepers = new Set<Sleeper>()
  #nowMs = 0

  /** How many wait: what a timer would be. */
  get waiting(): number {
    return this.#sleepers.size
  }

  now(): number {
    return this.#nowMs
  }

  sleep(ms: number, signal: AbortSignal): Promise<void> {
    this.sleptMs.push(ms)
    return new Promise((resolve, reject) => {
      const sleeper = { untilMs: this.#nowMs + ms, wake: resolve }
      const stop = (): void => {
        this.#sleepers.delete(sleeper)
        reject(signal.reason as Error)
      }
      if (signal.aborted) return stop()
      signal.addEventListener('abort', stop, { once: true })
      this.#sleepers.add(sleeper)
    })
  }

  /** Lets everything run that waits for promises only, then the time pass, and what it wakes run. */
  async pass(ms: number): Promise<void> {
    await settled()
    this.#nowMs += ms
    for (const sleeper of this.#sleepers) {
      if (sleeper.untilMs > this.#nowMs) continue
      this.#sleepers.delete(sleeper)
      sleeper.wake()
    }
    await settled()
  }
}

/** A clock on which nothing takes time: every sleep is over at once, and moves it on. */
export function hastyClock(): LayerClock & { readonly sleptMs: readonly number[] } {
  const sleptMs: number[] = []
  let nowMs = 0
  return {
    sleptMs,
    now: () => nowMs,
    sleep: async (ms, signal) => {
      signal.throwIfAborted()
      sleptMs.push(ms)
      nowMs += ms
    },
  }
}
