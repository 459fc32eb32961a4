import { highestDisposition, type Disposition } from '../../errors/disposition.js'

/** A transaction that a call runs inside of. */
export interface OpenTransaction {
  readonly commit: () => void
  readonly abandon: () => void
  /** Whether something landed inside it that will stay if it is committed. */
  readonly hasLanded: () => boolean
}

/**
 * What is known about the far side over all attempts of one call. It only goes up, but for an attempt
 * that is still running: while it runs it counts as in doubt, and then as what it came to.
 * For a tool that does not mutate, nothing is ever in doubt.
 */
export class CallMark {
  readonly #mutates: boolean
  #known: Disposition = 'did-not-happen'
  #running = 0
  /** Transactions round the body that have not ended: until then nothing has landed for good. */
  #open = 0
  #landsOnEnd = false

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
    if (disposition !== 'landed') this.#know(disposition)
    // What is told once more of an earlier attempt did not land inside the transaction that is open now.
    else this.#land({ isNew: this.#known !== 'landed' })
  }

  #land({ isNew }: { readonly isNew: boolean }): void {
    const isHeld = this.#open > 0
    if (isHeld && isNew) this.#landsOnEnd = true
    this.#know(isHeld ? 'in-doubt' : 'landed')
  }

  #know(disposition: Disposition): void {
    this.#known = highestDisposition(this.#known, this.settle(disposition))
  }

  /**
   * A transaction round the body begins: what lands inside it is in doubt until the returned function says that the
   * transaction was committed, and stays in doubt when it was not.
   */
  openTransaction(): OpenTransaction {
    this.#open += 1
    const close = (): void => {
      this.#open -= 1
    }
    const commit = (): void => {
      close()
      if (!this.#landsOnEnd || this.#open > 0) return
      this.#landsOnEnd = false
      this.raise('landed')
    }
    const abandon = (): void => {
      close()
      this.#landsOnEnd = false
    }
    return { commit, abandon, hasLanded: () => this.#landsOnEnd }
  }

  /** A body starts; what it returns ends the attempt with what it came to. */
  startAttempt(): (disposition: Disposition) => void {
    this.#running += 1
    return (disposition) => {
      this.#running -= 1
      if (disposition === 'landed') this.#land({ isNew: true })
      else this.#know(disposition)
    }
  }
}
