/** What is told to a call that waits for a slot. */
export type Grant = () => void

/** The slots of one tool: how many of its calls run, and which wait, in the order they came. */
export class ToolSlots {
  #running = 0
  readonly #waiting = new Set<Grant>()

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.size === 0
  }

  /** Takes a slot where one is free: none is while somebody waits, since each is handed over. */
  tryTake(limit: number): boolean {
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

  /** Ends a call: its slot goes to the first who waits. */
  release(): void {
    const [first] = this.#waiting
    if (first === undefined) {
      this.#running -= 1
      return
    }
    this.#waiting.delete(first)
    first()
  }
}
