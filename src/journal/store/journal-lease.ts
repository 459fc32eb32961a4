import type { RecordStore } from './record-store.js'

/** What a lease is made of. */
export interface JournalLeaseParts {
  readonly store: RecordStore
  readonly holderId: string
  readonly leaseMs: number
  /** A clock that is never set: by it a holder tells that its own lease has lapsed. In milliseconds. */
  readonly monotonicMs: () => number
}

/**
 * The lease of one holder: it says that a process lives, and nothing else is safe because of it. Renewed while claims
 * are held; the timer keeps no process alive.
 */
export class JournalLease {
  readonly #parts: JournalLeaseParts
  #timer: NodeJS.Timeout | undefined
  #held = 0
  #untilMs = -Infinity

  constructor(parts: JournalLeaseParts) {
    this.#parts = parts
  }

  /** False when others may think by now that the holder is gone. */
  get isValid(): boolean {
    return this.#parts.monotonicMs() < this.#untilMs
  }

  /** Notes that the lease was renewed in a transaction that began at `fromMs` of the monotonic clock. */
  renewed(fromMs: number): void {
    this.#untilMs = fromMs + this.#parts.leaseMs
  }

  /** One more claim is held: the lease is renewed until all have ended. */
  hold(): void {
    this.#held += 1
    this.#timer ??= this.#startBeating()
  }

  /** A claim has ended. */
  drop(): void {
    this.#held = Math.max(0, this.#held - 1)
    if (this.#held === 0) this.stop()
  }

  /** Renews it no more. */
  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  #startBeating(): NodeJS.Timeout {
    const beat = (): void => {
      // A beat that fails is followed by the next; claims are confirmed before their bodies start.
      this.#beat().catch(() => undefined)
    }
    return setInterval(beat, this.#parts.leaseMs / 3).unref()
  }

  async #beat(): Promise<void> {
    const { store, holderId, leaseMs, monotonicMs } = this.#parts
    const fromMs = monotonicMs()
    await store.transact((table) => table.setLease(holderId, table.nowMs + leaseMs))
    this.renewed(fromMs)
  }
}
