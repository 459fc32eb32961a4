import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** The command, and a program with the bank's tools, built as two programs. */
export class BankPrograms {
  readonly #folder: string

  private constructor(folder: string) {
    this.#folder = folder
  }

  /** Builds them inside the package, where they find the packages they import. */
  static async build(): Promise<BankPrograms> {
    mkdirSync(resolve('.tmp'), { recursive: true })
    const folder = mkdtempSync(resolve('.tmp', 'bank-programs-'))
    await build({
      entryPoints: {
        bank: fileURLToPath(new URL('programs/bank-program.ts', import.meta.url)),
        command: fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url)),
      },
      ...{ outdir: folder, outExtension: { '.js': '.mjs' } },
      ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
      logLevel: 'silent',
    })
    return new BankPrograms(folder)
  }

  bank(...args: readonly string[]): TalkingProcess {
    return new TalkingProcess(join(this.#folder, 'bank.mjs'), args)
  }

  /** All that `tallystick` with these arguments prints. */
  async command(...args: readonly string[]): Promise<string> {
    return new TalkingProcess(join(this.#folder, 'command.mjs'), args).all()
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }
}

/** One running program. */
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

  /** The id of the question it asks. */
  async asks(): Promise<string> {
    return (await this.says()).replace(/^asked /, '')
  }

  /** Lets it go on. */
  goOn(): void {
    this.#child.stdin.write('go\n')
  }

  async all(): Promise<string> {
    const lines: string[] = []
    for (;;) {
      const { value, done } = await this.#lines.next()
      if (done === true) return `${lines.join('\n')}${this.#errors}`
      lines.push(value)
    }
  }
}
