/** Gives names that are hidden a number where they have become the same, so that no member takes the place of another. */
export class FreeNames {
  readonly #isTaken: (name: string) => boolean
  readonly #counts = new Map<string, number>()

  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken
  }

  /** The name, with a number behind it where it was taken. */
  take(name: string): string {
    for (let count = this.#counts.get(name) ?? 0; ;) {
      count += 1
      const free = count === 1 ? name : `${name} (${count.toString()})`
      this.#counts.set(name, count)
      if (!this.#isTaken(free)) return free
    }
  }
}
