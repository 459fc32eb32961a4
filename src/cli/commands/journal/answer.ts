import type { Command } from 'commander'

import { outputIssues } from '../../../registry/define/declared-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import type { CommandContext } from '../../command-context.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { defaultTenant, wordCommand, type WordOptions } from '../../journal/journal-command.js'
import { withJournal } from '../../journal/open-journal.js'
import {
  bindToContract,
  getQuestion,
  toQuestionText,
  type OpenQuestion,
} from '../../journal/question.js'
import { readSpeaker } from '../../journal/read-word.js'
import { getAnswered, schemaRefusal } from '../../journal/refusal.js'
import { reportWord } from '../../journal/report-word.js'
import { shownJsonLines } from '../../journal/shown.js'
import { readJsonOption } from '../../terminal/json-option.js'

interface AnswerOptions extends WordOptions {
  readonly input: string
}

const fix = 'Pass one JSON value, for example --input \'{"account":"A-2"}\'.'

/** `tallystick journal answer <suspension>`: what the body goes on with that asked. */
export function answerCommand({ terminal }: CommandContext): Command {
  return wordCommand('answer', 'records an answer to what the body of a call asked')
    .argument('<suspension>', 'the id of the question')
    .requiredOption('--input <json>', 'the answer: JSON text, @file, or - for standard input')
    .action(async (id: string, options: AnswerOptions) => {
      const by = readSpeaker(options)
      const { tenant: tenantId = defaultTenant, input: given } = options
      const value = (await readJsonOption({ name: '--input', given, fix }, terminal)) as JsonValue
      await withJournal(options, terminal, async (open) => {
        const question = await getQuestion(open, { id, tenantId, kind: 'answer' }, terminal)
        const named = bindToContract(question)
        assertFits(question, value)
        const shown = [toQuestionText(question), 'the answer:', ...shownJsonLines(value)].join('\n')
        const does = 'The call goes on with this answer as soon as something takes it up.'
        const isInputTaken = given === '-'
        await confirmWord({ shown, does, verb: 'answer', by, isInputTaken }, options, terminal)
        const record = getAnswered(await open.journal.answer({ ...named, value, by }))
        reportWord({ recorded: 'answered', by, record }, options, terminal)
      })
    })
}

/** The schema is the one the body asked with, whatever the app is by now. */
function assertFits({ asked, record }: OpenQuestion, value: JsonValue): void {
  const issues = outputIssues(asked.inputSchema, value)
  if (issues.length === 0) return
  const subject = `${record.call.tool}: the answer does not fit the schema of its question.`
  throw schemaRefusal(subject, issues)
}
