import { Command } from 'commander'

import type { CommandContext } from './command-context.js'
import { callCommand } from './commands/call.js'
import { describeCommand } from './commands/describe.js'
import { doctorCommand } from './commands/doctor.js'
import { listCommand } from './commands/list.js'
import { typesCommand } from './commands/types.js'
import { readOwnPackage } from './own-package.js'

/** The command with all its subcommands, ready to parse arguments. Its own mistakes are thrown, never exits. */
export function createProgram(context: CommandContext): Command {
  const program = new Command('tallystick')
    .description('Checks, lists, describes and calls the tools of an app.')
    .version(readOwnPackage().version, '--version', 'print the version of tallystick')
    .helpOption('--help', 'print this help')
    .helpCommand(false)
    .showHelpAfterError('Run it with --help for its options.')
  const commands = [listCommand, describeCommand, callCommand, typesCommand, doctorCommand]
  for (const create of commands) program.addCommand(create(context))
  for (const command of [program, ...allCommands(program)]) listenTo(command, context)
  return program
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
