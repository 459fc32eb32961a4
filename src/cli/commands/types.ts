import { resolve } from 'node:path'
import type { Command } from 'commander'

import { appCommand } from '../app-command.js'
import type { AppOptions, CommandContext } from '../command-context.js'
import { exitCodes } from '../command-failure.js'
import { findProject } from '../app/find-project.js'
import { shownPath } from '../terminal/shown-path.js'
import { paint } from '../terminal/paint.js'
import { checkAppTypes, type TypesReport } from '../types/check-app-types.js'
import { writeFacts } from '../../types/write-facts.js'
import { formatTable } from '../terminal/table.js'
import type { Terminal } from '../terminal/terminal.js'
import { jsonText } from '../terminal/json-text.js'

interface TypesOptions extends AppOptions {
  readonly project?: string
  readonly out?: string
  readonly check?: boolean
  readonly force?: boolean
}

/** `tallystick types`: writes what the TypeScript types say of the tools, or checks that it still holds. */
export function typesCommand(context: CommandContext): Command {
  const { terminal } = context
  return appCommand('types', 'reads the TypeScript types of the tools into a file, or checks them')
    .option(
      '--project <tsconfig>',
      'the tsconfig.json of the tools (default: the nearest one upwards)',
    )
    .option('--out <file>', 'the file (default: tallystick.types.json beside the tsconfig)')
    .option('--force', 'read the types also when nothing has changed')
    .option('--check', 'write nothing: is the file up to date, and do validators and types agree?')
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
  const { status, tools } = written
  const file = shownPath(written.file, terminal.cwd)
  const done = status === 'written' ? 'Wrote' : 'Up to date:'
  terminal.print(
    options.json === true
      ? jsonText({ ...written, file })
      : `${done} ${file} (tools: ${tools.toString()})`,
  )
}

async function check(options: TypesOptions, { terminal, exitWith }: CommandContext): Promise<void> {
  const places = placesOf(options, terminal.cwd)
  const report = await checkAppTypes({ ...places, cwd: terminal.cwd, app: options.app })
  terminal.print(options.json === true ? jsonText(report) : toText(report, terminal))
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
  if (tools === 0) return [...staleLines, 'There is no tool of a class to compare.'].join('\n')
  const agreed = `${paint(terminal, 'good', 'agreed')} types and validators of ${tools.toString()} tools`
  return [...staleLines, agreed].join('\n')
}
