import type { Command } from 'commander'

import type { CommandContext } from '../../command-context.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { getInDoubt } from '../../journal/in-doubt.js'
import { defaultTenant, wordCommand, type WordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { readReason, readSpeaker } from '../../journal/read-word.js'
import { toRecordText } from '../../journal/record-text.js'
import { getOperated } from '../../journal/refusal.js'
import { reportWord } from '../../journal/report-word.js'

interface ReleaseOptions extends WordOptions {
  readonly force?: boolean
  readonly reason?: string
}

/** `tallystick journal release <record>`: a call in doubt did not happen. */
export function releaseCommand({ terminal }: CommandContext): Command {
  return wordCommand('release', 'records that a call in doubt did not happen, so that it may run')
    .argument('<record>', 'the id of the record')
    .option('--reason <text>', 'how you know')
    .option('--force', 'also while what runs it may still end by itself')
    .action((id: string, options: ReleaseOptions) => {
      const word = { by: readSpeaker(options), reason: readReason(options) }
      return withJournal(options, terminal, async (open) => {
        const { tenant: tenantId = defaultTenant, force: isForced = false } = options
        const inDoubt = await getInDoubt(open, { id, tenantId })
        const { attempt } = inDoubt
        const shown = toRecordText(inDoubt, terminal)
        const does = 'The same call may then run again: if it did happen, it happens twice.'
        await confirmWord({ shown, does, verb: 'release', by: word.by }, options, terminal)
        const record = getOperated(
          await open.journal.free(inDoubt.id, { ...word, attempt, isForced }),
        )
        reportWord({ recorded: 'released', by: word.by, record }, options, terminal)
      })
    })
}
