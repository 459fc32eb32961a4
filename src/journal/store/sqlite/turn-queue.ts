import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'

/** How long turns may follow each other before timers and sockets have theirs, in milliseconds. */
const longestRunMs = 5

/** One at a time, in the order they came, without keeping the event loop to themselves. */
export class TurnQueue {
  #last: Promise<unknown> = Promise.resolve()
  #runSinceMs = 0

  /** Runs it once all that came before have ended, well or not. */
  run<Result>(turn: () => Result | Promise<Result>): Promise<Result> {
    const result = this.#last.then(async () => {
      if (performance.now() - this.#runSinceMs > longestRunMs) await this.#letOthersRun()
      return turn()
    })
    this.#last = result.catch(() => undefined)
    return result
  }

  async #letOthersRun(): Promise<void> {
    await nextTurnOfLoop()
    this.#runSinceMs = performance.now()
  }
}
