import { Command } from 'commander'

/** The command with all its subcommands, ready to parse arguments. */
export function createProgram(): Command {
  return new Command('tallystick').description('Tools an AI agent may call: listed, checked, described and called.')
}
