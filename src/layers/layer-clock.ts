import { startTimer } from '../registry/call/long-timer.js'

/** The clock of layers that wait. A test passes one that it moves by hand. */
export interface LayerClock {
  /** The time, in milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`; rejects at once, and leaves no timer, when the signal fires. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** The clock of this process. */
export const systemClock: LayerClock = Object.freeze({ now: () => Date.now(), sleep })

// Not the one of node:timers/promises: it makes an error with a stack for every sleep that is ended, which costs more
// than the rest of a call.
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      stopTimer()
      reject(signal.reason as Error)
    }
    const end = (): void => {
      signal.removeEventListener('abort', stop)
      resolve()
    }
    if (signal.aborted) {
      reject(signal.reason as Error)
      return
    }
    signal.addEventListener('abort', stop, { once: true })
    const untilMs = performance.now() + ms
    const stopTimer = startTimer(() => untilMs - performance.now(), end)
  })
}
