import { createInterface, type Interface } from 'node:readline'

import type { TerminalInput, TerminalOutput } from './terminal-streams.js'

/** Where lines are typed, and until when anybody waits for them. */
export interface TypingPlace {
  readonly input: TerminalInput
  readonly output: TerminalOutput
  readonly signal: AbortSignal
}

/** How long what was typed before needs to arrive. */
const settleMs = 100

/** The lines that a person types on a terminal, each for the question it was asked with. */
export class TypedLines {
  readonly #lines: Interface
  /** Ctrl+C, the end of the input, or nobody waits any more. */
  readonly #gone: Promise<undefined>
  #isClosed = false

  constructor(place: TypingPlace) {
    const { input, signal } = place
    this.#lines = createInterface({ ...toStreams(place), prompt: '', historySize: 0 })
    this.#gone = new Promise((resolve) => {
      const end = (): void => {
        resolve(undefined)
      }
      this.#lines.once('close', () => {
        this.#isClosed = true
        end()
      })
      signal.addEventListener('abort', end, { once: true })
      // An input that has ended says so no second time.
      if (!input.readable) end()
    })
  }

  /** Drops what was typed before now. */
  async forget(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const settled = new Promise((resolve) => (timer = setTimeout(resolve, settleMs)))
    await Promise.race([settled, this.#gone])
    clearTimeout(timer)
    // A line that was begun and not ended; only a terminal has one.
    if (this.#lines.terminal && !this.#isClosed) this.#lines.write(null, { ctrl: true, name: 'u' })
  }

  /** The next line; undefined when there is none any more. */
  next(prompt: string): Promise<string | undefined> {
    const typed = new Promise<string>((resolve) => {
      this.#lines.question(prompt, resolve)
    })
    return Promise.race([this.#gone, typed])
  }

  /** Leaves the input to others. */
  close(): void {
    this.#lines.close()
  }
}

/** What `assertOptions` let pass as streams. */
function toStreams({ input, output }: TypingPlace): Streams {
  return { input, output } as unknown as Streams
}

interface Streams {
  readonly input: NodeJS.ReadableStream
  readonly output: NodeJS.WritableStream
}
