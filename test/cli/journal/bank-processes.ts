import { buildProgram, type BuiltProgram } from '../../journal/processes/build-program.js'
import { TalkingProcess } from '../../journal/processes/talking-process.js'

/** The command, and a program with the bank's tools, built as two programs. */
export class BankPrograms {
  readonly #bank: BuiltProgram
  readonly #command: BuiltProgram

  private constructor(bank: BuiltProgram, command: BuiltProgram) {
    this.#bank = bank
    this.#command = command
  }

  /** Builds them. */
  static async build(): Promise<BankPrograms> {
    const [bank, command] = await Promise.all([
      buildProgram(new URL('programs/bank-program.ts', import.meta.url)),
      buildProgram(new URL('../../../src/cli/main.ts', import.meta.url)),
    ])
    return new BankPrograms(bank, command)
  }

  bank(...args: readonly string[]): TalkingProcess {
    return new TalkingProcess(this.#bank.file, args)
  }

  /** All that `tallystick` with these arguments prints. */
  async command(...args: readonly string[]): Promise<string> {
    return new TalkingProcess(this.#command.file, args).all()
  }

  remove(): void {
    this.#bank.remove()
    this.#command.remove()
  }
}

/** The id of the question that a process of the bank asks. */
export async function asks(process: TalkingProcess): Promise<string> {
  return (await process.says()).replace(/^asked /, '')
}
