import type { Issue } from '../../errors/issue.js'
import { quoteName } from '../../errors/quoted-name.js'
import type { JournalRecord, RecordState } from '../../journal/record/journal-record.js'
import type { Answered, AnswerRefusal } from '../../journal/states/answer.js'
import type { Operated } from '../../journal/states/operate.js'
import { CommandFailure, exitCodes } from '../command-failure.js'
import { shownTime } from './shown.js'

/**
 * The record after what a person said of its question was recorded.
 *
 * @throws CommandFailure saying why it was not.
 */
export function getAnswered(answered: Answered): JournalRecord {
  if (answered.status === 'recorded') return answered.record
  throw answerRefusal(answered.why, answered.record)
}

/**
 * The record after what an operator said of it was recorded.
 *
 * @throws CommandFailure saying why it was not.
 */
export function getOperated(operated: Operated): JournalRecord {
  switch (operated.status) {
    case 'recorded':
      return operated.record
    case 'unknown':
      throw refusal('unknown', 'the record is gone. Nothing was recorded.')
    case 'not-in-doubt':
      throw notInDoubt(operated.record)
    case 'stale': {
      const why =
        'another attempt has been made since you looked. Look again. Nothing was recorded.'
      throw refusal('stale', `${subjectOf(operated.record)}: ${why}`)
    }
    case 'inside-a-call':
      throw refusal(
        'inside-a-call',
        'a tool call cannot speak for an operator. Nothing was recorded.',
      )
    case 'too-early': {
      const until = shownTime(operated.untilMs)
      const fix = `Wait until ${until}, or pass --force if you know that nothing can happen any more.`
      const why = `what runs it may still end by itself. ${fix} Nothing was recorded.`
      throw refusal('too-early', `${subjectOf(operated.record)}: ${why}`, { until })
    }
  }
}

/** Why nothing is to be said of a record that is not in doubt. */
export function notInDoubt(record: JournalRecord): CommandFailure {
  const message = `${subjectOf(record)}: it is not in doubt: ${standing(record)} Nothing was recorded.`
  return refusal('not-in-doubt', message, { state: record.state })
}

/** Why nothing was recorded of a question. */
export function answerRefusal(
  why: AnswerRefusal,
  record: JournalRecord | undefined,
): CommandFailure {
  if (record === undefined) return refusal(why, 'the question is gone. Nothing was recorded.')
  const message = `${subjectOf(record)}: ${whys[why](record)} Nothing was recorded.`
  return refusal(why, message, { state: record.state })
}

/** What does not fit a schema, one issue a line. */
export function schemaRefusal(subject: string, issues: readonly Issue[]): CommandFailure {
  const bullets = issues.map(({ message }) => `\n  - ${message}`).join('')
  const message = `${subject} Nothing was recorded.${bullets}`
  return refusal('wrong-schema', message, { issues })
}

const whys: Readonly<Record<AnswerRefusal, (record: JournalRecord) => string>> = {
  unknown: () => 'there is no such question.',
  expired: () => 'nobody answered its question in time. Call the tool anew.',
  'already-answered': (record) => `its question is not open any more: ${standing(record)}`,
  'contract-changed': ({ question }) =>
    `the tool has changed since it asked, so what was asked is not what would run. ${
      question?.kind === 'approval' ? 'Deny it' : 'Let it lapse'
    }, then call anew.`,
  'not-an-approval': ({ question }) =>
    question?.kind === 'external'
      ? 'it waits for word from outside, which `registry.complete` takes.'
      : 'it asks no approval but an answer. Use `tallystick journal answer`.',
  'not-a-question': ({ question }) =>
    question?.kind === 'external'
      ? 'it waits for word from outside, which `registry.complete` takes.'
      : 'it asks no answer but an approval. Use `tallystick journal approve` or `deny`.',
  'not-external': () => 'it does not wait for word from outside.',
  'inside-a-call': () => 'a tool call never answers a question.',
  'own-proposal': ({ call: { principal } }) =>
    principal === undefined
      ? 'it asks for four eyes, and nobody knows who proposed it. Deny it, and call anew with a principal.'
      : `it asks for four eyes, and was proposed by ${quoteName(principal.id)}${
          principal.onBehalfOf === undefined ? '' : ` for ${quoteName(principal.onBehalfOf)}`
        }. Let somebody else decide.`,
}

const standings: Readonly<Record<RecordState, (record: JournalRecord) => string>> = {
  running: () => 'its body runs.',
  parked: () => 'it waits for an answer to its question.',
  answered: ({ answer }) =>
    `it was answered by ${quoteName(answer?.by ?? 'nobody named')} and has not gone on yet.`,
  'in-doubt': () => 'it ran, and nobody knows what came of it.',
  settled: ({ by }) => `it is settled${saidBy(by)}, and that never changes.`,
  closed: ({ closedFor, by }) => `it is closed (${closedFor ?? 'for good'})${saidBy(by)}.`,
}

function standing(record: JournalRecord): string {
  return standings[record.state](record)
}

function saidBy(by: string | undefined): string {
  return by === undefined ? '' : `, by ${quoteName(by)}`
}

function subjectOf({ id, call }: JournalRecord): string {
  return `${quoteName(call.tool)}, record ${id}`
}

function refusal(why: string, message: string, details: object = {}): CommandFailure {
  return new CommandFailure(message, { exitCode: exitCodes.failed, details: { why, ...details } })
}
