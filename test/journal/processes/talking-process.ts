import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { createInterface } from 'node:readline'

/** One running program that says a line at a time, and waits for a word where it wants to be let go on. */
export class TalkingProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  #errors = ''

  constructor(file: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [file, ...args])
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  /** Its next line. */
  async says(): Promise<string> {
    const said: IteratorResult<string, undefined> = await this.#lines.next()
    if (said.value === undefined) throw new Error(`It ended: ${this.#errors}`)
    return said.value
  }

  /** Waits for its next line, which must be this one. */
  async mustSay(line: string): Promise<void> {
    const said = await this.says()
    if (said !== line) throw new Error(`expected ${line}, not ${said}: ${this.#errors}`)
  }

  /** Lets it go on. */
  goOn(): void {
    this.#child.stdin.write('go\n')
  }

  /** Lets it go on, and waits until it says that it is done. */
  async finish(): Promise<void> {
    this.goOn()
    await this.mustSay('done')
  }

  /** All it has still to say, with what it complains of. */
  async all(): Promise<string> {
    const lines: string[] = []
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done === true) return `${lines.join('\n')}${this.#errors}`
      lines.push(value)
    }
  }
}
