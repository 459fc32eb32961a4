import { PassThrough, type Readable } from 'node:stream'

/**
 * An input that ends only when it is told to: the SDK drops the answers of calls that run when its input ends, and a client
 * that closed its half of the pipe may still read the other.
 */
export class DrainedInput {
  readonly stream = new PassThrough()
  /** Resolves when the source has ended. */
  readonly ended: Promise<void>
  readonly #source: Readable
  readonly #forward = (chunk: Buffer): void => {
    this.stream.write(chunk)
  }

  constructor(source: Readable) {
    this.#source = source
    this.ended = new Promise((resolve) => {
      for (const end of ['end', 'close', 'error']) source.once(end, () => resolve())
    })
    source.on('data', this.#forward)
  }

  /** Whether all that came was read. */
  get isRead(): boolean {
    return this.stream.readableLength + this.stream.writableLength === 0
  }

  /** Takes nothing more of the source, and lets the process end. */
  stop(): void {
    this.#source.off('data', this.#forward)
    this.#source.pause()
    this.stream.end()
  }
}
