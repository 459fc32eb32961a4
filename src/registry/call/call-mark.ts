import { highestDisposition, type Disposition } from '../../errors/disposition.js'
import type { Landing, Transaction } from './transaction.js'

/**
 * What is known about the far side over all attempts of one call. It only goes up, but for an attempt
 * that is still running: while it runs it counts as in doubt, and then as what it came to.
 * For a tool that does not mutate, nothing is ever in doubt.
 */
export class CallMark implements Landing {
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

  /** What was told of the call inside this transaction. */
  raise(disposition: Disposition, transaction: Transaction | undefined): void {
    if (disposition !== 'landed') this.#know(disposition)
    // What is told once more of an earlier attempt did not land inside the transaction it is told in.
    else if (this.#known !== 'landed') this.landIn(transaction)
  }

  /** Inside a transaction it is in doubt until that was committed, and stays in doubt when it was not. */
  landIn(transaction: Transaction | undefined): void {
    this.#know(transaction === undefined ? 'landed' : 'in-doubt')
    transaction?.hold(this)
  }

  #know(disposition: Disposition): void {
    this.#known = highestDisposition(this.#known, this.settle(disposition))
  }

  /** A body starts inside this transaction; what is returned ends the attempt with what it came to. */
  startAttempt(transaction: Transaction | undefined): (disposition: Disposition) => void {
    this.#running += 1
    transaction?.start()
    return (disposition) => {
      this.#running -= 1
      if (disposition === 'landed') this.landIn(transaction)
      else this.#know(disposition)
    }
  }
}
