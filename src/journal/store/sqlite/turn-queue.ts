/** One at a time, in the order they came. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve()

  /** Runs it once all that came before have ended, well or not. */
  run<Result>(turn: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(turn)
    this.#last = result.catch(() => undefined)
    return result
  }
}
