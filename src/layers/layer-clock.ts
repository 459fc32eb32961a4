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

// Not the one of node:timers/promises: it makes an error with a stack for every sleep that is ended, which costs more
// than the rest of a call.
function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    // Timers count 32 bits: a longer one would fire at once.
    const arm = (leftMs: number): void => {
      const end = (): void => {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      const again = (): void => arm(leftMs - longestTimerMs)
      timer = leftMs > longestTimerMs ? setTimeout(again, longestTimerMs) : setTimeout(end, leftMs)
    }
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    arm(ms)
  })
}
