/** How long to wait between tries, and no longer than that. */
export interface BackoffTimes {
  readonly firstRetryMs: number
  readonly lastRetryMs: number
}

/** When the next try to reach a server may be made: at once, then ever later, with a third of it by chance. */
export class Backoff {
  readonly #times: BackoffTimes
  #failures = 0
  #notBefore = 0

  constructor(times: BackoffTimes) {
    this.#times = times
  }

  /** How long the next try has to wait, in milliseconds. */
  get waitMs(): number {
    return Math.max(0, this.#notBefore - performance.now())
  }

  failed(): void {
    const { firstRetryMs, lastRetryMs } = this.#times
    const whole = Math.min(firstRetryMs * 2 ** this.#failures, lastRetryMs)
    this.#failures += 1
    this.#notBefore = performance.now() + whole * (1 - Math.random() / 3)
  }

  succeeded(): void {
    this.#failures = 0
    this.#notBefore = 0
  }
}
