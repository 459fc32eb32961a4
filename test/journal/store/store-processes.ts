import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const source = fileURLToPath(new URL('programs/store-program.ts', import.meta.url))

/** The program of `programs/store-program.ts`, built. */
export interface StoreProgram {
  readonly file: string
  /** A process that has started and waits for its first word. */
  start(...args: readonly string[]): Promise<StoreProcess>
  /** Takes away what was built. */
  remove(): void
}

/** Builds it inside the package, where it finds the packages it imports. */
export async function buildStoreProgram(): Promise<StoreProgram> {
  mkdirSync(resolve('.tmp'), { recursive: true })
  const folder = mkdtempSync(resolve('.tmp', 'store-program-'))
  const outfile = join(folder, 'store-program.mjs')
  await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  return {
    file: outfile,
    start: async (...args) => {
      const process = new StoreProcess(outfile, args)
      await process.says('ready')
      return process
    },
    remove: () => {
      rmSync(folder, { recursive: true })
    },
  }
}

/** One running program. */
export class StoreProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #lines: AsyncIterator<string>
  #errors = ''

  constructor(file: string, args: readonly string[]) {
    this.#child = spawn(process.execPath, [file, ...args])
    this.#child.stderr.on('data', (chunk: Buffer) => (this.#errors += chunk.toString()))
    this.#lines = createInterface(this.#child.stdout)[Symbol.asyncIterator]()
  }

  /** Lets it go on to its next step. */
  tell(): void {
    this.#child.stdin.write('go\n')
  }

  /** Waits for its next line, which must be this one. */
  async says(line: string): Promise<void> {
    const said: IteratorResult<string, undefined> = await this.#lines.next()
    if (said.value !== line) throw new Error(`expected ${line}, not ${said.value}: ${this.#errors}`)
  }

  /** Lets it go on, and waits until it is done. */
  async finish(): Promise<void> {
    this.tell()
    await this.says('done')
  }
}
