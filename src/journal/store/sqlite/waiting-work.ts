import type { RecordTable } from '../record-store.js'

/** How a piece of work came out, which stands only once its transaction is kept. */
type Outcome<Result> = { readonly value: Result } | { readonly error: unknown }

/** Work that waits for its transaction, and the promise that tells what became of it. */
export class WaitingWork<Result = unknown> {
  /** Of the monotonic clock, in milliseconds. */
  readonly askedAtMs = performance.now()
  readonly promise: Promise<Result>
  /** True once it shared a transaction that broke: it has the next one for itself. */
  isAlone = false
  #hasEnded = false
  #outcome: Outcome<Result> | undefined
  readonly #work: (table: RecordTable) => Result
  #settle!: (outcome: Outcome<Result>) => void

  constructor(work: (table: RecordTable) => Result) {
    this.#work = work
    this.promise = new Promise((resolve, reject) => {
      this.#settle = (outcome) => {
        if ('value' in outcome) resolve(outcome.value)
        // What the work threw is thrown again, whatever it is.
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors
        else reject(outcome.error)
      }
    })
  }

  /** True once its promise is settled. */
  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** Does the work; true when it did not throw. What came of it is told by `end`. */
  run(table: RecordTable): boolean {
    try {
      this.#outcome = { value: this.#work(table) }
      return true
    } catch (error) {
      this.#outcome = { error }
      return false
    }
  }

  /** Tells what came of it. */
  end(): void {
    if (this.#outcome !== undefined) this.#endWith(this.#outcome)
  }

  /** Tells that it was not kept. */
  fail(error: unknown): void {
    this.#endWith({ error })
  }

  #endWith(outcome: Outcome<Result>): void {
    this.#hasEnded = true
    this.#settle(outcome)
  }
}
