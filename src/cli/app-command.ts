import { Command } from 'commander'

/** A command about an app, with the options that all of them have. */
export function appCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--app <file>', 'the module that exports the app (default: tallystick.config.*)')
    .option('--json', 'print JSON')
}

/** A command about the tools as agents have them: bound to the manifest where there is one. */
export function viewCommand(name: string, description: string): Command {
  return appCommand(name, description)
    .option('--manifest <file>', 'the manifest (default: what the app says, else tallystick.yaml)')
    .option('--agent <name>', 'only the tools of this agent of the manifest')
}
