/** What a transaction holds back: the mark of a call that landed inside it. */
export interface Landing {
  /** It landed inside this transaction, or for good where there is none. */
  landIn(transaction: Transaction | undefined): void
  /** What landed was undone with the transaction it landed in. */
  lose?(): void
}

/**
 * One transaction round what is left of an attempt, and round the calls nested in that. What lands inside it has landed
 * once it and every transaction round it was committed. Attempts that overlap each have their own.
 */
export class Transaction {
  readonly #around: Transaction | undefined
  readonly #landed = new Set<Landing>()
  #state: 'open' | 'committed' | 'abandoned' = 'open'
  #hasStarted = false

  constructor(around: Transaction | undefined) {
    this.#around = around
  }

  /** Whether a body has started inside it. */
  get hasStarted(): boolean {
    return this.#hasStarted
  }

  /** Whether this landed inside it, and stays if it is committed. */
  hasLanded(landing: Landing): boolean {
    return this.#landed.has(landing)
  }

  start(): void {
    this.#hasStarted = true
    this.#around?.start()
  }

  /** Keeps what landed until its own end; what lands after that shares its fate. */
  hold(landing: Landing): void {
    if (this.#state === 'open') this.#landed.add(landing)
    else if (this.#state === 'committed') landing.landIn(this.#around)
    else landing.lose?.()
  }

  commit(): void {
    if (this.#state !== 'open') return
    this.#state = 'committed'
    for (const landing of this.#landed) this.hold(landing)
    this.#landed.clear()
  }

  abandon(): void {
    if (this.#state !== 'open') return
    this.#state = 'abandoned'
    for (const landing of this.#landed) landing.lose?.()
    this.#landed.clear()
  }

  /** This one, or the nearest round it, that has not ended. */
  get open(): Transaction | undefined {
    return this.#state === 'open' ? this : this.#around?.open
  }

  isInside(other: Transaction): boolean {
    return this === other || (this.#around?.isInside(other) ?? false)
  }
}
