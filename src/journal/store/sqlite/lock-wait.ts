import { setTimeout as sleep } from 'node:timers/promises'

import { isLocked, lockedFault, toFault } from './sqlite-fault.js'

const longestPauseMs = 20

/**
 * Tries again while another connection has the lock, with pauses of random length in which the event loop goes on. The
 * patience is of the lock: once it was held that long, those who queued meanwhile try once and are told as well.
 */
export class LockWait {
  readonly #name: string
  readonly #timeoutMs: number
  #lockedSinceMs: number | undefined

  constructor(name: string, timeoutMs: number) {
    this.#name = name
    this.#timeoutMs = timeoutMs
  }

  /**
   * What `attempt` returns, once it is not refused for a lock.
   *
   * @throws JournalFault for any other failure, and when it takes too long.
   */
  async until<Result>(attempt: () => Result, askedAtMs: number): Promise<Result> {
    for (let tries = 1; ; tries += 1) {
      try {
        const result = attempt()
        this.#lockedSinceMs = undefined
        return result
      } catch (error) {
        if (!isLocked(error)) throw toFault(this.#name, error)
        this.#assertPatience(askedAtMs)
      }
      await sleep(Math.min(tries, longestPauseMs) * (0.5 + Math.random() / 2))
    }
  }

  #assertPatience(askedAtMs: number): void {
    const nowMs = performance.now()
    this.#lockedSinceMs ??= nowMs
    const waitedMs = nowMs - Math.max(this.#lockedSinceMs, askedAtMs)
    if (waitedMs >= this.#timeoutMs) throw lockedFault(this.#name, this.#timeoutMs)
  }
}
