/** What is told to a call that waits for a slot. */
export type Grant = () => void

/** The slots of one tool: how many of its calls run, and which wait, in the order they came. */
export class ToolSlots {
  #running = 0
  /** How many there are, as it was said last. */
  #limit = 0
  readonly #waiting = new Set<Grant>()

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Takes a slot where one is free. There are so many from now on; where that is more, those who wait come first. */
  tryTake(limit: number): boolean {
    this.#limit = limit
    this.#handOver()
    if (this.#running >= limit) return false
    this.#running += 1
    return true
  }

  /** Waits in line; `grant` is told when a slot is handed over. Returns what leaves the line. */
  queue(grant: Grant): () => void {
    this.#waiting.add(grant)
    return () => {
      this.#waiting.delete(grant)
    }
  }

  /** Ends a call: its slot goes to the first who waits, unless there are fewer by now. */
  release(): void {
    this.#running -= 1
    this.#handOver()
  }

  #handOver(): void {
    for (const first of this.#waiting) {
      if (this.#running >= this.#limit) return
      this.#waiting.delete(first)
      this.#running += 1
      first()
    }
  }
}
