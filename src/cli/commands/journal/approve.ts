import type { Command } from 'commander'

import type { CommandContext } from '../../command-context.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { defaultTenant, wordCommand, type WordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { bindToContract, getQuestion, toQuestionText } from '../../journal/question.js'
import { readSpeaker } from '../../journal/read-word.js'
import { getAnswered } from '../../journal/refusal.js'
import { reportWord } from '../../journal/report-word.js'

/** `tallystick journal approve <suspension>`: a person's yes to exactly one call. */
export function approveCommand({ terminal }: CommandContext): Command {
  return wordCommand('approve', 'records that a person says yes to a call that waits')
    .argument('<suspension>', 'the id of the question')
    .action((id: string, options: WordOptions) => {
      const by = readSpeaker(options)
      return withJournal(options, terminal, async (open) => {
        const { tenant: tenantId = defaultTenant } = options
        const question = await getQuestion(open, { id, tenantId, kind: 'approval' }, terminal)
        const named = bindToContract(question)
        const shown = toQuestionText(question)
        const does = 'With a yes it runs as soon as something takes it up.'
        await confirmWord({ shown, does, verb: 'approve', by }, options, terminal)
        const record = getAnswered(await open.journal.approve({ ...named, by }))
        reportWord({ recorded: 'approved', by, record }, options, terminal)
      })
    })
}
