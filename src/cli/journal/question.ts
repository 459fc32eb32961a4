import { proposalText } from '../../journal/approval/proposal-text.js'
import type { JournalRecord, RecordedQuestion } from '../../journal/record/journal-record.js'
import type { AnsweredQuestion } from '../../journal/states/answer.js'
import { contractDigest } from '../../registry/contract/contract.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { Terminal } from '../terminal/terminal.js'
import { getAsked, type Named } from './find-record.js'
import type { OpenJournal } from './open-journal.js'
import { answerRefusal } from './refusal.js'

/** A question that is open, and all there is to know of it. */
export interface OpenQuestion {
  readonly record: JournalRecord
  readonly asked: RecordedQuestion
  /** Its tool, where the app is at hand and has it. */
  readonly definition: ToolDefinition | undefined
  /** By what the journal knows it. */
  readonly named: AnsweredQuestion
}

/**
 * The question of this id. What the journal would refuse anyway is refused before a person is asked.
 *
 * @throws CommandFailure when there is none, it is not open, or it is of another kind.
 */
export async function getQuestion(
  open: OpenJournal,
  { kind, ...wanted }: Named & { readonly kind: 'approval' | 'answer' },
  terminal: Terminal,
): Promise<OpenQuestion> {
  const record = await getAsked(open, wanted)
  const { state, question: asked } = record
  if (state !== 'parked' || asked === undefined) throw answerRefusal('already-answered', record)
  if (asked.kind !== kind) {
    throw answerRefusal(kind === 'approval' ? 'not-an-approval' : 'not-a-question', record)
  }
  const { id: suspensionId, tenantId } = wanted
  const definition = findTool(open, record, terminal)
  return { record, asked, definition, named: { suspensionId, tenantId } }
}

/**
 * The question, bound to what its tool promises now where the app is at hand.
 *
 * @throws CommandFailure when the tool has changed since it asked.
 */
export function bindToContract({ record, definition, named }: OpenQuestion): AnsweredQuestion {
  if (definition === undefined) return named
  const digest = contractDigest(definition)
  if (digest !== record.call.contractDigest) throw answerRefusal('contract-changed', record)
  return { ...named, contractDigest: digest }
}

/** What a person decides about, whole: the question, the arguments and their digest. */
export function toQuestionText({ record: { call }, asked, definition }: OpenQuestion): string {
  const { suspensionId, reason, fourEyes, expiresAtMs } = asked
  const { tool, arguments: args, argumentsDigest, tenantId, principal, callId, runId } = call
  return proposalText({
    ...{ suspensionId, tool, arguments: args, argumentsDigest, tenantId, principal, callId, runId },
    ...{ reason, fourEyes, title: definition?.title },
    description: definition?.description ?? '(what it does, the app says, which is not at hand)',
    expiresAt: expiresAtMs === undefined ? undefined : new Date(expiresAtMs),
  })
}

/** The tool of a record, where the app is at hand and has it. */
export function findTool(
  { registry }: OpenJournal,
  { call }: JournalRecord,
  terminal: Terminal,
): ToolDefinition | undefined {
  const definition = registry?.find(call.tool)
  if (registry !== undefined && definition === undefined) {
    terminal.warn(`warning: the app has no tool ${call.tool}, so that it runs nothing of this.`)
  }
  return definition
}
