/** The calls that have not ended, so that whoever stops serving can wait for them, and cancel what takes too long. */
export class OpenCalls {
  readonly #open = new Map<Promise<unknown>, AbortController>()

  /** Runs a call whose signal fires when it is cancelled from here. */
  async run<Result>(call: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const controller = new AbortController()
    const running = call(controller.signal)
    this.#open.set(running, controller)
    try {
      return await running
    } finally {
      this.#open.delete(running)
    }
  }

  /** Waits until all of them have ended; what has not by then is cancelled. False when that was needed. */
  async drain(limitMs: number): Promise<boolean> {
    if (await this.#ended(limitMs)) return true
    for (const controller of this.#open.values()) controller.abort(new Error('The server stops.'))
    // Cancelled calls are answered at once; their answers still have to be written.
    await this.#ended(cancelledMs)
    return false
  }

  async #ended(limitMs: number): Promise<boolean> {
    const ends = performance.now() + limitMs
    while (this.#open.size > 0) {
      const left = ends - performance.now()
      if (left <= 0) return false
      await settledWithin([...this.#open.keys()], left)
    }
    return true
  }
}

const cancelledMs = 250

function settledWithin(calls: readonly Promise<unknown>[], limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs)
    void Promise.allSettled(calls).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
