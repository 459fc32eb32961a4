import { longestTimerMs } from '../../registry/call/long-timer.js'

/** A moment by both clocks of a process, in milliseconds. */
export interface Moment {
  /** By a clock that is never set, but stands still while the machine sleeps. */
  readonly steadyMs: number
  /** By the clock of the system. */
  readonly wallMs: number
}

/** What a lease is made of. */
export interface JournalLeaseParts {
  readonly leaseMs: number
  /** Now, by the clocks that a holder tells by that its own lease has lapsed. */
  readonly now: () => Moment
  /** Renews it in the journal; told to the lease by `renewed`. */
  readonly beat: () => Promise<unknown>
}

/**
 * The lease of one holder: it says that a process lives, and nothing else is safe because of it. Renewed while claims
 * are held; the timer keeps no process alive.
 */
export class JournalLease {
  readonly #parts: JournalLeaseParts
  #timer: NodeJS.Timeout | undefined
  #held = 0
  #term = 0
  #renewed: Moment | undefined
  #isBeating = false
  #isEnded = false

  constructor(parts: JournalLeaseParts) {
    this.#parts = parts
  }

  /**
   * Which lease it is, counted from 1: each time it had lapsed before it was renewed begins a new one. Undefined while it
   * is not valid. What was claimed in an earlier term may have been taken over meanwhile.
   */
  get term(): number | undefined {
    return this.#isValid ? this.#term : undefined
  }

  /** True when it was ever taken, so that there is something to drop. */
  get wasTaken(): boolean {
    return this.#term > 0
  }

  /** Notes that the lease was renewed in a transaction that was asked for at that moment. */
  renewed(moment: Moment): void {
    if (!this.#isValid) this.#term += 1
    const { steadyMs = -Infinity } = this.#renewed ?? {}
    // Renewals may end in another order than they began in.
    if (moment.steadyMs > steadyMs) this.#renewed = moment
  }

  /** One more claim is held: the lease is renewed until all have ended. */
  hold(): void {
    this.#held += 1
    if (!this.#isEnded) this.#timer ??= this.#startBeating()
  }

  /** A claim has ended. */
  drop(): void {
    this.#held = Math.max(0, this.#held - 1)
    if (this.#held === 0) this.#stopBeating()
  }

  /** It is renewed no more, and valid no more: nothing may start by it. */
  end(): void {
    this.#isEnded = true
    this.#stopBeating()
  }

  get #isValid(): boolean {
    if (this.#isEnded || this.#renewed === undefined) return false
    return elapsedMs(this.#renewed, this.#parts.now()) < this.#parts.leaseMs
  }

  #stopBeating(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #startBeating(): NodeJS.Timeout {
    const beat = (): void => {
      // A beat that fails is followed by the next; claims are confirmed before their bodies start.
      this.#beat().catch(() => undefined)
    }
    return setInterval(beat, Math.min(this.#parts.leaseMs / 3, longestTimerMs)).unref()
  }

  /** One at a time: behind a lock they would only queue up. */
  async #beat(): Promise<void> {
    if (this.#isBeating) return
    this.#isBeating = true
    await this.#parts.beat().finally(() => {
      this.#isBeating = false
    })
  }
}

/** How much time has passed at most: the steady clock stands still in sleep, the other one may be set back. */
export function elapsedMs(from: Moment, to: Moment): number {
  return Math.max(to.steadyMs - from.steadyMs, to.wallMs - from.wallMs)
}
