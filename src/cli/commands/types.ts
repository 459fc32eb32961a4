import { resolve } from 'node:path'
import { Command } from 'commander'

import type { AppOptions, CommandContext } from '../command-context.js'
import { exitCodes } from '../command-failure.js'
import { findProject } from '../app/find-project.js'
import { paint } from '../terminal/paint.js'
import { checkAppTypes, type TypesReport } from '../check-app-types.js'
import { writeFacts } from '../../types/write-facts.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'

interface TypesOptions extends AppOptions {
  readonly project?: string
  readonly out?: string
  readonly check?: boolean
  readonly force?: boolean
}

/** `tallystick types`: writes what the TypeScript types say of the tools, or checks that it still holds. */
export function typesCommand(context: CommandContext): Command {
  const { terminal } = context
  return new Command('types')
    .description('reads the TypeScript types of the tools into a file, or checks them')
    .option(
      '--project <tsconfig>',
      'the tsconfig.json of the tools (default: the nearest one upwards)',
    )
    .option('--out <file>', 'the file (default: tallystick.types.json beside the tsconfig)')
    .option('--force', 'read the types also when nothing has changed')
    .option('--check', 'write nothing: is the file up to date, and do validators and types agree?')
    .option('--app <file>', 'for --check, the module that exports the app')
    .option('--json', 'print JSON')
    .action(async (options: TypesOptions) => {
      if (options.check === true) await check(options, context)
      else await write(options, terminal)
    })
}

async function write(options: TypesOptions, terminal: Terminal): Promise<void> {
  const written = await writeFacts({
    ...placesOf(options, terminal.cwd),
    force: options.force === true,
  })
  const { status, file, tools } = written
  const done = status === 'written' ? 'Wrote' : 'Up to date:'
  terminal.print(
    options.json === true ? toJson(written) : `${done} ${file} (tools: ${tools.toString()})`,
  )
}

async function check(options: TypesOptions, { terminal, exitWith }: CommandContext): Promise<void> {
  const places = placesOf(options, terminal.cwd)
  const report = await checkAppTypes({ ...places, cwd: terminal.cwd, app: options.app })
  terminal.print(options.json === true ? toJson(report) : toText(report, terminal))
  if (!report.agrees) exitWith(exitCodes.failed)
}

function placesOf(
  { project, out }: TypesOptions,
  cwd: string,
): { readonly project: string; readonly file?: string } {
  return {
    project: findProject(cwd, project),
    ...(out !== undefined && { file: resolve(cwd, out) }),
  }
}

function toJson(value: object): string {
  return JSON.stringify(value, undefined, 2)
}

function toText({ stale, drifts, tools }: TypesReport, terminal: Terminal): string {
  const staleLines =
    stale === undefined
      ? []
      : [`${paint(terminal, 'bad', 'stale')} ${stale.file}: ${stale.message} ${stale.fix}`]
  const rows = drifts.map(({ severity, toolId, property, kind, message, fix, example }) => [
    paint(terminal, severity === 'error' ? 'bad' : 'caution', severity),
    property === '' ? toolId : `${toolId} ${property}`,
    kind,
    `${message}${example === undefined ? '' : ` Example: ${JSON.stringify(example)}.`} ${fix}`,
  ])
  if (rows.length > 0) return [...staleLines, formatTable(rows)].join('\n')
  const agreed = `${paint(terminal, 'good', 'agreed')} types and validators of ${tools.toString()} tools`
  return [...staleLines, agreed].join('\n')
}
