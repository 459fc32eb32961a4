import { Command } from 'commander'

import type { CommandContext } from '../command-context.js'
import { manifestSchema } from '../../manifest/format/manifest-schema.js'
import { digestCommand } from './manifest-digest.js'
import { diffCommand } from './manifest-diff.js'
import { draftCommand } from './manifest-draft.js'
import { updateCommand } from './manifest-update.js'
import { jsonText } from '../terminal/json-text.js'

/** `tallystick manifest …`: writes the reviewed document, and says what changed in it. */
export function manifestCommand(context: CommandContext): Command {
  return new Command('manifest')
    .description('writes, updates, compares and digests the reviewed manifest')
    .helpCommand(false)
    .addCommand(draftCommand(context))
    .addCommand(updateCommand(context))
    .addCommand(diffCommand(context))
    .addCommand(digestCommand(context))
    .addCommand(schemaCommand(context))
}

function schemaCommand({ terminal }: CommandContext): Command {
  return new Command('schema')
    .description('prints the JSON Schema of a manifest')
    .option('--json', 'print JSON, which it is anyway')
    .action(() => {
      terminal.print(jsonText(manifestSchema()))
    })
}
