const newline = 0x0a

/** Cuts a stream of bytes into lines, none longer than it may be. */
export class LineReader {
  readonly #maxBytes: number
  #parts: Buffer[] = []
  #length = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * The lines that are whole with this chunk.
   * @throws RangeError for a line that is too long; the reader is of no use then.
   */
  push(chunk: Buffer): readonly string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#keep(chunk.subarray(start, end))
      lines.push(this.#take())
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    return lines
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length > this.#maxBytes) {
      this.#parts = []
      throw new RangeError(`a message is longer than ${this.#maxBytes.toString()} bytes.`)
    }
    if (part.length > 0) this.#parts.push(part)
  }

  #take(): string {
    const line = Buffer.concat(this.#parts).toString('utf8').replace(/\r$/, '')
    this.#parts = []
    this.#length = 0
    return line
  }
}
