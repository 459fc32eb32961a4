import { highestDisposition, type Disposition } from '../../errors/disposition.js'

/**
 * What is known about the far side over all attempts of one call. It only goes up, but for an attempt
 * that is still running: while it runs it counts as in doubt, and then as what it came to.
 * For a tool that does not mutate, nothing is ever in doubt.
 */
export class CallMark {
  readonly #mutates: boolean
  #known: Disposition = 'did-not-happen'
  #running = 0

  constructor(definition: { readonly mutates: boolean }) {
    this.#mutates = definition.mutates
  }

  get disposition(): Disposition {
    return this.#running > 0
      ? highestDisposition(this.#known, this.settle('in-doubt'))
      : this.#known
  }

  /** What a disposition says of this tool: for a read, in doubt is did-not-happen. */
  settle(disposition: Disposition): Disposition {
    return disposition === 'in-doubt' && !this.#mutates ? 'did-not-happen' : disposition
  }

  raise(disposition: Disposition): void {
    this.#known = highestDisposition(this.#known, this.settle(disposition))
  }

  /** A body starts; what it returns ends the attempt with what it came to. */
  startAttempt(): (disposition: Disposition) => void {
    this.#running += 1
    return (disposition) => {
      this.#running -= 1
      this.raise(disposition)
    }
  }
}
