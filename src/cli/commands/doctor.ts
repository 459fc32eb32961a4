import type { Command } from 'commander'

import { appCommand } from '../app-command.js'
import { exitCodes } from '../command-failure.js'
import type { CommandContext } from '../command-context.js'
import { examine } from '../doctor/examine.js'
import type { Finding } from '../doctor/finding.js'
import { paint } from '../terminal/paint.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

interface DoctorOptions {
  readonly json?: boolean
  readonly app?: string
  readonly project?: string
}

/** `tallystick doctor`: what is installed and set, and what of it gets in the way. */
export function doctorCommand({ terminal, exitWith }: CommandContext): Command {
  return appCommand('doctor', 'looks for what gets in the way: peers, copies, compiler, bindings')
    .option(
      '--project <tsconfig>',
      'the tsconfig.json of the app (default: the nearest one upwards)',
    )
    .action(async (options: DoctorOptions) => {
      const findings = await examine({ ...options, cwd: terminal.cwd })
      terminal.print(options.json === true ? jsonText(findings) : toText(findings, terminal))
      if (findings.some(({ state }) => state === 'bad')) exitWith(exitCodes.failed)
    })
}

function toText(findings: readonly Finding[], terminal: Terminal): string {
  const rows = findings.map(({ subject, state, message, fix }) => [
    paint(terminal, state, state),
    subject,
    fix === undefined ? message : `${message} ${fix}`,
  ])
  return formatTable(rows)
}
