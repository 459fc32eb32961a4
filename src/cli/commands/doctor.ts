import { Command } from 'commander'

import { exitCodes } from '../command-failure.js'
import type { CommandContext } from '../command-context.js'
import { examine } from '../doctor/examine.js'
import type { Finding } from '../doctor/finding.js'
import { paint, type Paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

interface DoctorOptions {
  readonly json?: boolean
  readonly app?: string
  readonly project?: string
}

const paints = { good: 'good', caution: 'caution', bad: 'bad' } as const satisfies Record<
  Finding['state'],
  Paint
>

/** `tallystick doctor`: what is installed and set, and what of it gets in the way. */
export function doctorCommand({ terminal, exitWith }: CommandContext): Command {
  return new Command('doctor')
    .description('looks for what gets in the way: peers, copies, compiler flags, bindings')
    .option('--app <file>', 'the module that exports the app (default: tallystick.config.*)')
    .option(
      '--project <tsconfig>',
      'the tsconfig.json of the app (default: the nearest one upwards)',
    )
    .option('--json', 'print JSON')
    .action(async (options: DoctorOptions) => {
      const findings = await examine({ ...options, cwd: terminal.cwd })
      terminal.print(
        options.json === true ? JSON.stringify(findings, undefined, 2) : toText(findings, terminal),
      )
      if (findings.some(({ state }) => state === 'bad')) exitWith(exitCodes.failed)
    })
}

function toText(findings: readonly Finding[], terminal: Terminal): string {
  const rows = findings.map(({ subject, state, message, fix }) => [
    paint(terminal, paints[state], state),
    subject,
    fix === undefined ? message : `${message} ${fix}`,
  ])
  return formatTable(rows)
}
