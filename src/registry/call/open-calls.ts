import { ToolError } from '../../errors/tool-error.js'
import { longestTimerMs } from './long-timer.js'

/** The calls that have not ended, so that whoever stops serving can wait for them, and cancel what takes too long. */
export class OpenCalls {
  readonly #open = new Map<Promise<unknown>, AbortController>()
  /** These and all that they are among. */
  readonly #chain: readonly OpenCalls[]
  #isStopping = false

  /** Calls that are among those of `outer`, too, and can be stopped without the others. */
  constructor(outer?: OpenCalls) {
    this.#chain = outer === undefined ? [this] : [this, ...outer.#chain]
  }

  get size(): number {
    return this.#open.size
  }

  /**
   * Runs a call, which is handed what cancels it.
   * @throws ToolError CANCELLED, did-not-happen, for one that comes after `drain`.
   */
  async run<Result>(call: (cancelling: AbortController) => Promise<Result>): Promise<Result> {
    if (this.#chain.some((calls) => calls.#isStopping)) throw stopping()
    const controller = new AbortController()
    const running = call(controller)
    for (const calls of this.#chain) calls.#open.set(running, controller)
    try {
      return await running
    } finally {
      for (const calls of this.#chain) calls.#open.delete(running)
    }
  }

  /**
   * Takes no more calls and waits until all of them have ended; what has not by then is cancelled. False when that was
   * needed.
   */
  async drain(limitMs: number): Promise<boolean> {
    this.#isStopping = true
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
      await settledWithin([...this.#open.keys()], Math.min(left, longestTimerMs))
    }
    return true
  }
}

const cancelledMs = 250

function stopping(): ToolError {
  return new ToolError({
    code: 'CANCELLED',
    disposition: 'did-not-happen',
    message: 'the server stops and takes no more calls. Call again when it serves.',
  })
}

function settledWithin(calls: readonly Promise<unknown>[], limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, limitMs)
    void Promise.allSettled(calls).then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
