import { setTimeout as sleep } from 'node:timers/promises'

import { isLocked, lockedFault, toFault } from './sqlite-fault.js'

/** Between two tries, in milliseconds. */
const longestPauseMs = 5
/** How long one who met another at the lock takes it that others want it, in milliseconds. */
const contendedMs = 1000
/** How long one transaction may follow the other then before others get a chance, in milliseconds. */
const longestRunMs = 20
/** A chance, in milliseconds: in it, most of those who wait try again. */
const chanceMs = 3

/**
 * Tries again while another connection has the lock, with pauses of random length in which the event loop goes on. The
 * patience is of the lock: once it was held that long, those who queued meanwhile try once and are told as well. A lock
 * that is tried for, not queued for, goes to whoever asks most; so one who meets others there pauses now and then.
 */
export class LockWait {
  readonly #name: string
  readonly #timeoutMs: number
  #lockedSinceMs: number | undefined
  #contendedUntilMs = 0
  #runSinceMs = 0
  #releasedAtMs = 0

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
    if (this.#isGreedy()) await sleep(chanceMs)
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

  /** To be called when the lock that an attempt took is given up. */
  release(): void {
    this.#releasedAtMs = performance.now()
  }

  /** True once this one has taken the lock again and again while others wanted it. */
  #isGreedy(): boolean {
    const nowMs = performance.now()
    if (nowMs > this.#contendedUntilMs) return false
    // Others had their chance.
    if (nowMs - this.#releasedAtMs >= chanceMs) this.#runSinceMs = nowMs
    if (nowMs - this.#runSinceMs < longestRunMs) return false
    this.#runSinceMs = nowMs
    return true
  }

  #assertPatience(askedAtMs: number): void {
    const nowMs = performance.now()
    this.#contendedUntilMs = nowMs + contendedMs
    this.#runSinceMs = nowMs
    this.#lockedSinceMs ??= nowMs
    const waitedMs = nowMs - Math.max(this.#lockedSinceMs, askedAtMs)
    if (waitedMs >= this.#timeoutMs) throw lockedFault(this.#name, this.#timeoutMs)
  }
}
