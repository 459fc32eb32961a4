import type { Command } from 'commander'

import type { CommandContext } from '../../command-context.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { defaultTenant, wordCommand, type WordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { getQuestion, toQuestionText } from '../../journal/question.js'
import { readSpeaker } from '../../journal/read-word.js'
import { getAnswered } from '../../journal/refusal.js'
import { reportWord } from '../../journal/report-word.js'

interface DenyOptions extends WordOptions {
  readonly reason?: string
}

/** `tallystick journal deny <suspension>`: a person's no, also to a tool that has changed since it asked. */
export function denyCommand({ terminal }: CommandContext): Command {
  return wordCommand('deny', 'records that a person says no to a call that waits')
    .argument('<suspension>', 'the id of the question')
    .option('--reason <text>', 'why, for who looks at the record later')
    .action((id: string, options: DenyOptions) => {
      const by = readSpeaker(options)
      return withJournal(options, terminal, async (open) => {
        const { tenant: tenantId = defaultTenant, reason } = options
        const question = await getQuestion(open, { id, tenantId, kind: 'approval' }, terminal)
        const shown = toQuestionText(question)
        const does = 'With a no it never runs, nor does the same call again within its run.'
        await confirmWord({ shown, does, verb: 'deny', by }, options, terminal)
        const record = getAnswered(await open.journal.deny({ ...question.named, by, reason }))
        reportWord({ recorded: 'denied', by, record }, options, terminal)
      })
    })
}
