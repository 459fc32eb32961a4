/** Between two readings of a list that its server asks for, in milliseconds. */
const betweenMs = 500

/** Keeps readings that a server asks for apart, so that a server cannot have its list read without end. */
export class RereadPace {
  #nextAt = 0
  #timer: NodeJS.Timeout | undefined

  /** Runs a reading now, or when enough time has passed since the last one; false where it waits. */
  run(read: () => void): boolean {
    const waitMs = this.#nextAt - performance.now()
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => this.#late(read), waitMs).unref()
      return false
    }
    this.#nextAt = performance.now() + betweenMs
    read()
    return true
  }

  /** Forgets a reading that waits: another one came first. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Timers may be a little early. */
  #late(read: () => void): void {
    this.#timer = undefined
    this.run(read)
  }
}
