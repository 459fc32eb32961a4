import { fileURLToPath } from 'node:url'

import { runCommand } from '../../src/cli/run-command.js'
import type { Terminal } from '../../src/cli/terminal/terminal.js'

/** What a run of the command left. */
export interface Run {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  readonly questions: readonly string[]
}

/** How the command is run. */
export interface RunOptions extends Partial<
  Pick<Terminal, 'cwd' | 'isInteractive' | 'hasColours'>
> {
  readonly input?: string
  /** What the person says who is asked. */
  readonly answer?: boolean | (() => Promise<boolean>)
}

/** Runs the command in this process, on a terminal that records. */
export async function run(args: readonly string[], options: RunOptions = {}): Promise<Run> {
  const lines = { out: [] as string[], err: [] as string[], questions: [] as string[] }
  const exitCode = await runCommand(args, {
    cwd: options.cwd ?? process.cwd(),
    isInteractive: options.isInteractive ?? false,
    hasColours: options.hasColours ?? false,
    print: (text) => lines.out.push(text),
    warn: (text) => lines.err.push(text),
    readInput: () => Promise.resolve(options.input ?? ''),
    confirm: (question) => {
      lines.questions.push(question)
      const { answer = false } = options
      return typeof answer === 'function' ? answer() : Promise.resolve(answer)
    },
  })
  const { out, err, questions } = lines
  return { exitCode, stdout: out.join('\n'), stderr: err.join('\n'), questions }
}

/** The path of a module in `fixtures/`. */
export function fixture(name: string): string {
  return fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
}
