import { InvalidArgumentError, type Command } from 'commander'

import type { CommandContext } from '../../command-context.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { journalSubcommand, type JournalOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import { jsonText } from '../../terminal/json-text.js'

interface PruneOptions extends JournalOptions {
  readonly olderThan: Age
  readonly forgetKeys?: boolean
  readonly yes?: boolean
}

/** How old, as it was typed and in milliseconds. */
interface Age {
  readonly text: string
  readonly ms: number
}

/** `tallystick journal prune`: takes away what is kept of calls that are over. */
export function pruneCommand({ terminal }: CommandContext): Command {
  return journalSubcommand('prune', 'takes away arguments and results of calls long over')
    .requiredOption('--older-than <age>', 'over for at least so long: 30d, 12h, 90m, 45s', toAge)
    .option('--forget-keys', 'also their keys, so that the same calls may happen again')
    .option('--yes', 'do not ask before')
    .action((options: PruneOptions) =>
      withJournal(options, terminal, async ({ journal }) => {
        const { olderThan, forgetKeys = false } = options
        const shown = `journal ${journal.name}`
        const asked = { shown, does: toConsequence(options), verb: 'prune' }
        await confirmWord(asked, options, terminal)
        const pruned = await journal.prune({ olderThanMs: olderThan.ms, forgetKeys })
        terminal.print(
          options.json === true
            ? jsonText({ pruned, olderThan: olderThan.text, forgetKeys })
            : `Pruned ${pruned.toString()} ${pruned === 1 ? 'record' : 'records'}.`,
        )
      }),
    )
}

function toConsequence({ olderThan, forgetKeys }: PruneOptions): string {
  const what = `What is kept of calls that have been over for ${olderThan.text} is gone for good`
  return forgetKeys === true
    ? `${what}, and their keys with it: the same calls may then happen again.`
    : `${what}; the same calls are told ALREADY_DONE.`
}

const unitsMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

function toAge(text: string): Age {
  const [, count, unit] = /^(\d+)([smhd])$/.exec(text) ?? []
  const unitMs = unit === undefined ? undefined : unitsMs[unit]
  if (unitMs === undefined) {
    throw new InvalidArgumentError('Pass a number and s, m, h or d: 30d.')
  }
  return { text, ms: Number(count) * unitMs }
}
