import type { Command } from 'commander'

import type { CommandContext } from '../../command-context.js'
import { getRecordOrAsked } from '../../journal/find-record.js'
import { defaultTenant, recordCommand, type RecordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { toRecordText } from '../../journal/record-text.js'
import { jsonText } from '../../terminal/json-text.js'

/** `tallystick journal show <record>`: all that is kept of one call. */
export function showCommand({ terminal }: CommandContext): Command {
  return recordCommand('show', 'shows all that is kept of one call')
    .argument('<record>', 'the id of a record, or of its question')
    .action((id: string, options: RecordOptions) =>
      withJournal(options, terminal, async (open) => {
        const { tenant: tenantId = defaultTenant } = options
        const record = await getRecordOrAsked(open, { id, tenantId })
        terminal.print(options.json === true ? jsonText(record) : toRecordText(record, terminal))
      }),
    )
}
