import { InvalidArgumentError, Option, type Command } from 'commander'

import type { RecordState } from '../../../journal/record/journal-record.js'
import type { CommandContext } from '../../command-context.js'
import { journalSubcommand, type RecordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { toRecordTable } from '../../journal/record-table.js'
import { jsonText } from '../../terminal/json-text.js'

interface ListOptions extends RecordOptions {
  readonly pending?: boolean
  readonly inDoubt?: boolean
  readonly limit: number
}

const defaultLimit = 100

/** `tallystick journal list`: the records, the oldest first. */
export function listRecordsCommand({ terminal }: CommandContext): Command {
  return journalSubcommand('list', 'lists recorded calls, the oldest first')
    .addOption(new Option('--pending', 'only those that wait for a person').conflicts(['inDoubt']))
    .option('--in-doubt', 'only those of which nobody knows what came of them')
    .option('--tenant <id>', 'only those of this tenant')
    .option('--limit <count>', 'at most so many', toCount, defaultLimit)
    .action((options: ListOptions) =>
      withJournal(options, terminal, async ({ journal }) => {
        const { tenant: tenantId, limit } = options
        const found = await journal.list({ tenantId, states: statesOf(options), limit: limit + 1 })
        const records = found.slice(0, limit)
        if (found.length > limit) {
          terminal.warn(`warning: only the ${limit.toString()} oldest are shown; see --limit.`)
        }
        terminal.print(options.json === true ? jsonText(records) : toRecordTable(records, terminal))
      }),
    )
}

function statesOf({ pending, inDoubt }: ListOptions): readonly RecordState[] | undefined {
  if (pending === true) return ['parked']
  return inDoubt === true ? ['in-doubt'] : undefined
}

function toCount(text: string): number {
  const count = Number(text)
  if (/^\d+$/.test(text) && count > 0) return count
  throw new InvalidArgumentError('Pass a whole number above 0.')
}
