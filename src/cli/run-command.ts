import { CommanderError } from 'commander'

import { exitCodes, type ExitCode } from './command-failure.js'
import { reportFailure } from './report-failure.js'
import { createProgram } from './program.js'
import type { Terminal } from './terminal/terminal.js'

/**
 * Runs the command with these arguments.
 *
 * @returns the exit code: 0 fine, 1 a disagreement or a failed call, 2 wrong use. Never throws.
 */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine
  const exitWith = (code: ExitCode): void => {
    exitCode = code
  }
  try {
    const program = await createProgram({ terminal, exitWith }, args)
    await program.parseAsync(toOperands(args), { from: 'user' })
    return exitCode
  } catch (error) {
    // Commander has written its own words by then; help and version are no failures.
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage
    return reportFailure(error, { terminal, isJson: args.includes('--json') })
  }
}

/** No option has a single dash, so what begins with one is an entry that takes tools away; a parser would refuse it. */
function toOperands(args: readonly string[]): readonly string[] {
  const isExclusion = (arg: string): boolean => /^-[^-]/.test(arg)
  const exclusions = args.filter(isExclusion)
  if (args[0] !== 'list' || exclusions.length === 0 || args.includes('--')) return args
  return [...args.filter((arg) => !isExclusion(arg)), '--', ...exclusions]
}
