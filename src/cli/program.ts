import { Command } from 'commander'

import type { CommandContext } from './command-context.js'
import { readOwnPackage } from './own-package.js'

type CreateCommand = (context: CommandContext) => Command

/** In the order that help lists them. Each is loaded when it is asked for: most of a start is loading what it needs. */
const loaders: Readonly<Record<string, () => Promise<CreateCommand>>> = {
  init: async () => (await import('./commands/init.js')).initCommand,
  check: async () => (await import('./commands/check.js')).checkCommand,
  manifest: async () => (await import('./commands/manifest.js')).manifestCommand,
  list: async () => (await import('./commands/list.js')).listCommand,
  describe: async () => (await import('./commands/describe.js')).describeCommand,
  explain: async () => (await import('./commands/explain.js')).explainCommand,
  call: async () => (await import('./commands/call.js')).callCommand,
  serve: async () => (await import('./commands/serve.js')).serveCommand,
  journal: async () => (await import('./commands/journal.js')).journalCommand,
  types: async () => (await import('./commands/types.js')).typesCommand,
  doctor: async () => (await import('./commands/doctor.js')).doctorCommand,
}

/**
 * The command, ready to parse these arguments: with the subcommand they name, or with all of them where they name none.
 * Its own mistakes are thrown, never exits.
 */
export async function createProgram(
  context: CommandContext,
  args: readonly string[],
): Promise<Command> {
  const program = new Command('tallystick')
    .description('Checks, lists, describes and calls the tools of an app.')
    .version(readOwnPackage().version, '--version', 'print the version of tallystick')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('Run it with --help for its options.')
  for (const create of await loadCommands(args[0])) program.addCommand(create(context))
  for (const command of [program, ...allCommands(program)]) listenTo(command, context)
  return program
}

function loadCommands(name: string | undefined): Promise<readonly CreateCommand[]> {
  const named = name !== undefined && Object.hasOwn(loaders, name) ? loaders[name] : undefined
  return Promise.all((named === undefined ? Object.values(loaders) : [named]).map((load) => load()))
}

function allCommands(command: Command): readonly Command[] {
  return command.commands.flatMap((child) => [child, ...allCommands(child)])
}

function listenTo(command: Command, { terminal }: CommandContext): void {
  command.exitOverride().helpOption('--help', 'print this help')
  command.configureOutput({
    writeOut: (text) => {
      terminal.print(text.trimEnd())
    },
    writeErr: (text) => {
      terminal.warn(text.trimEnd())
    },
    getOutHasColors: () => terminal.hasColours,
  })
}
