import { setTimeout as sleep } from 'node:timers/promises'

/** How a call waits for another one that holds its key. */
export interface HolderWait {
  /** Until when, in milliseconds of `performance.now()`. */
  readonly untilMs: number
  readonly signal: AbortSignal
  /** Resolves when the holder is in this process and has ended. */
  readonly ended: Promise<unknown> | undefined
}

const pollMs = 50

/** Waits a while, or until the holder has ended; false when there is nothing more to wait for. */
export async function waitForHolder({ untilMs, signal, ended }: HolderWait): Promise<boolean> {
  const leftMs = untilMs - performance.now()
  if (leftMs <= 0 || signal.aborted) return false
  const jitteredMs = Math.min(leftMs, pollMs * (0.5 + Math.random()))
  const stop = new AbortController()
  const waits = [sleep(jitteredMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) })]
  try {
    await Promise.race(ended === undefined ? waits : [...waits, ended])
    return true
  } catch {
    return false
  } finally {
    stop.abort()
    await Promise.allSettled(waits)
  }
}
