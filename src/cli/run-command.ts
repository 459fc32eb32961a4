import { CommanderError } from 'commander'

import { exitCodes, type ExitCode } from './command-failure.js'
import { jsonText } from './terminal/json-text.js'
import { safeText } from './terminal/safe-text.js'
import { reportFailure, type FailureReport } from './report-failure.js'
import { createProgram } from './program.js'
import type { Terminal } from './terminal/terminal.js'

/**
 * Runs the command with these arguments.
 *
 * @returns the exit code: 0 fine, 1 a disagreement or a failed call, 2 wrong use. Never throws.
 */
export async function runCommand(args: readonly string[], given: Terminal): Promise<ExitCode> {
  const terminal = toSafe(given)
  const isJson = args.includes('--json')
  let exitCode: ExitCode = exitCodes.fine
  const exitWith = (code: ExitCode): void => {
    exitCode = code
  }
  try {
    const program = await createProgram({ terminal, exitWith }, args)
    await program.parseAsync(toOperands(args), { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError) return endUsage(error, { terminal, isJson })
    return reportFailure(error, { terminal, isJson })
  }
}

/** Commander has written its own words to standard error by then; help and version are no failures. */
function endUsage({ exitCode, message }: CommanderError, report: FailureReport): ExitCode {
  if (exitCode === 0) return exitCodes.fine
  if (report.isJson) report.terminal.print(jsonText({ error: { message } }))
  return exitCodes.usage
}

/** What tools, manifests and errors say is shown, and never acted on. */
function toSafe(terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (text) => {
      terminal.print(safeText(text))
    },
    warn: (text) => {
      terminal.warn(safeText(text))
    },
  }
}

/** No option has a single dash, so what begins with one is an entry that takes tools away; a parser would refuse it. */
function toOperands(args: readonly string[]): readonly string[] {
  const isExclusion = (arg: string): boolean => /^-[^-]/.test(arg)
  const exclusions = args.filter(isExclusion)
  if (args[0] !== 'list' || exclusions.length === 0 || args.includes('--')) return args
  return [...args.filter((arg) => !isExclusion(arg)), '--', ...exclusions]
}
