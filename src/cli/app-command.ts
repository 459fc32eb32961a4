import { Command } from 'commander'

/** A command about an app, with the options that all of them have. */
export function appCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--app <file>', 'the module that exports the app (default: tallystick.config.*)')
    .option('--json', 'print JSON')
}
