import { Command } from 'commander'

import type { CommandContext } from '../command-context.js'
import { answerCommand } from './journal/answer.js'
import { approveCommand } from './journal/approve.js'
import { denyCommand } from './journal/deny.js'
import { listRecordsCommand } from './journal/list-records.js'
import { pruneCommand } from './journal/prune.js'
import { releaseCommand } from './journal/release.js'
import { resolveCommand } from './journal/resolve.js'
import { showCommand } from './journal/show.js'

/** `tallystick journal …`: what became of calls, and what a person says of them. It never runs one. */
export function journalCommand(context: CommandContext): Command {
  return new Command('journal')
    .description('lists recorded calls, and records what a person says of them; never runs one')
    .helpCommand(false)
    .addCommand(listRecordsCommand(context))
    .addCommand(showCommand(context))
    .addCommand(approveCommand(context))
    .addCommand(denyCommand(context))
    .addCommand(answerCommand(context))
    .addCommand(resolveCommand(context))
    .addCommand(releaseCommand(context))
    .addCommand(pruneCommand(context))
}
