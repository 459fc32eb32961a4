import { Option, type Command } from 'commander'

import type { RecordedResult } from '../../../journal/record/journal-record.js'
import { outputIssues } from '../../../registry/define/declared-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import type { ToolDefinition } from '../../../tools/tool-definition.js'
import type { CommandContext } from '../../command-context.js'
import { CommandFailure } from '../../command-failure.js'
import { confirmWord } from '../../journal/confirm-word.js'
import { defaultTenant, wordCommand, type WordOptions } from '../../journal/journal-command.js'
import { getInDoubt } from '../../journal/in-doubt.js'
import { withJournal } from '../../journal/open-journal.js'
import { findTool } from '../../journal/question.js'
import { readReason, readSpeaker } from '../../journal/read-word.js'
import { toRecordText } from '../../journal/record-text.js'
import { getOperated, schemaRefusal } from '../../journal/refusal.js'
import { reportWord } from '../../journal/report-word.js'
import { toResultLines } from '../../journal/result-lines.js'
import { readJsonOption } from '../../terminal/json-option.js'
import type { Terminal } from '../../terminal/terminal.js'

interface ResolveOptions extends WordOptions {
  readonly output?: string
  readonly failed?: string
  readonly reason?: string
}

const fix = 'Pass the JSON value that the call came to, for example --output \'{"id":"P-1"}\'.'

/** `tallystick journal resolve <record>`: a call in doubt landed, and this came of it. */
export function resolveCommand({ terminal }: CommandContext): Command {
  return wordCommand('resolve', 'records that a call in doubt landed, and what came of it')
    .argument('<record>', 'the id of the record')
    .addOption(
      new Option('--output <json>', 'its output: JSON text, @file, or -').conflicts(['failed']),
    )
    .option('--failed <text>', 'it took effect and failed: what a model is told')
    .option('--reason <text>', 'how you know')
    .action(async (id: string, options: ResolveOptions) => {
      const word = { by: readSpeaker(options), reason: readReason(options) }
      const { tenant: tenantId = defaultTenant, output } = options
      const result = await readResult(options, terminal)
      await withJournal(options, terminal, async (open) => {
        const inDoubt = await getInDoubt(open, { id, tenantId })
        const { attempt } = inDoubt
        assertFits(findTool(open, inDoubt, terminal), result)
        const shown = [toRecordText(inDoubt, terminal), ...toResultLines(result)].join('\n')
        const does = 'It is settled with this for good.'
        const asked = { shown, does, verb: 'resolve', by: word.by, isInputTaken: output === '-' }
        await confirmWord(asked, options, terminal)
        const record = getOperated(
          await open.journal.resolve(inDoubt.id, { ...word, attempt, result }),
        )
        reportWord({ recorded: 'resolved', by: word.by, record }, options, terminal)
      })
    })
}

async function readResult(
  { output, failed }: ResolveOptions,
  terminal: Terminal,
): Promise<RecordedResult> {
  if (output !== undefined) {
    const value = await readJsonOption({ name: '--output', given: output, fix }, terminal)
    return { status: 'output', value: value as JsonValue }
  }
  if (failed === undefined || failed.trim() === '') {
    throw new CommandFailure('resolve: what came of it is missing. Pass --output or --failed.')
  }
  const message = `it took effect and failed: ${failed}`
  const failure = {
    code: 'TOOL_FAILED',
    disposition: 'landed',
    message,
    modelText: failed,
  } as const
  return { status: 'failed', failure }
}

/** Nobody checks an output against the schema of a tool that is not at hand. */
function assertFits(definition: ToolDefinition | undefined, result: RecordedResult): void {
  if (definition === undefined || result.status === 'failed') return
  const issues = outputIssues(definition.outputSchema, result.value)
  if (issues.length === 0) return
  const subject = `${definition.id.toString()}: the output does not fit the schema of the tool.`
  throw schemaRefusal(subject, issues)
}
