import { setTimeout as sleepFor } from 'node:timers/promises'

const longestTimerMs = 2 ** 31 - 1

/** The clock of layers that wait. A test passes one that it moves by hand. */
export interface LayerClock {
  /** The time, in milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`; rejects at once, and leaves no timer, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The clock of this process. */
export const systemClock: LayerClock = Object.freeze({ now: () => Date.now(), sleep })

// Timers count 32 bits: a longer one would fire at once.
async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  for (let left = ms; left > 0 || left === ms; left -= longestTimerMs) {
    await sleepFor(Math.min(left, longestTimerMs), undefined, { signal })
  }
}
