import { escapeUnprintable } from '../../errors/quoted-name.js'
import type {
  JournalRecord,
  LateEvidence,
  RecordedCall,
  RecordedQuestion,
  RecordedResult,
} from '../../journal/record/journal-record.js'
import { paint } from '../terminal/paint.js'
import type { Terminal } from '../terminal/terminal.js'
import { shownJson, shownJsonLines, shownKey, shownKeyValue, shownTime } from './shown.js'

/** A line of a record: what it is about, and what there is to say. */
type Fact = readonly [name: string, ...values: readonly string[]]

const nameWidth = 12

/** All of a record, as a person reads it: nothing is left out or cut, and what a terminal would act on is escaped. */
export function toRecordText(record: JournalRecord, terminal: Terminal): string {
  const { id, call, isPruned } = record
  const facts = [
    ...callFacts(call),
    ...stateFacts(record),
    ...questionFacts(record),
    ...endFacts(record),
  ]
  const pruned = ['  pruned: neither they nor what came of it are kept']
  const args = shownJsonLines(call.arguments).map((line) => `  ${line}`)
  return [
    paint(terminal, 'strong', `record ${id}`),
    ...facts.flatMap(toLines),
    paint(terminal, 'strong', 'arguments'),
    ...(isPruned === true ? pruned : args),
    `  sha256 ${call.argumentsDigest}`,
  ].join('\n')
}

function toLines([name, ...values]: Fact): readonly string[] {
  return values.map((value, index) => {
    const label = (index === 0 ? name : '').padEnd(nameWidth)
    return `  ${label}${escapeUnprintable(value)}`
  })
}

function callFacts(call: RecordedCall): readonly Fact[] {
  const { tool, effect, tenantId, principal, callId, threadId, runId } = call
  const onBehalfOf = principal?.onBehalfOf === undefined ? '' : ` for ${principal.onBehalfOf}`
  const made = principal && `${principal.kind} ${principal.id}${onBehalfOf}`
  const thread = threadId === undefined ? '' : `, thread ${threadId}`
  const run = runId === undefined ? '' : `, run ${runId}`
  return [
    ['tool', `${tool} (${effect})`],
    ['tenant', tenantId],
    ['made by', made ?? 'nobody named'],
    ['call', `${callId}${thread}${run}`],
    ['contract', call.contractDigest],
    ...optional('grant', call.grantDigest),
  ]
}

function stateFacts(record: JournalRecord): readonly Fact[] {
  const { state, changedAtMs, createdAtMs, attempt, phase, doubt, key, keyDigest } = record
  const reach = phase === 0 ? 'call' : `resume ${phase.toString()}`
  const doubts = doubt ? '; one of them may have landed' : ''
  const value = key && `${key.kind} ${shownKeyValue(key)}`
  return [
    ['state', `${state} since ${shownTime(changedAtMs)}, made ${shownTime(createdAtMs)}`],
    ['attempts', `${attempt.toString()}, of ${reach}${doubts}`],
    keyDigest === undefined
      ? ['key', shownKey(record)]
      : ['key', ...(value === undefined ? [] : [value]), `sha256 ${keyDigest}`],
    ...holderFacts(record),
  ]
}

function holderFacts({ holder }: JournalRecord): readonly Fact[] {
  if (holder === undefined) return []
  const { holderId, processId, deadlineMs } = holder
  const hint = `process ${processId.toString()}, a hint only: another may have the number by now`
  const until = deadlineMs === undefined ? [] : [`deadline ${shownTime(deadlineMs)}`]
  return [['holder', `${holderId} (${hint})`, ...until]]
}

function questionFacts({ question, answer, approval }: JournalRecord): readonly Fact[] {
  return [
    ...(question === undefined ? [] : [toQuestionFact(question)]),
    ...(answer === undefined
      ? []
      : [toFact('answer', shownJson(answer.value), saidBy(answer.by, answer.atMs))]),
    ...(approval === undefined
      ? []
      : [toFact('approved', saidBy(approval.decidedBy, approval.atMs))]),
  ]
}

function toQuestionFact(question: RecordedQuestion): Fact {
  const { kind, suspensionId, reason, expiresAtMs, fourEyes, inputSchema } = question
  return [
    'question',
    `${kind} ${suspensionId}`,
    reason,
    ...(fourEyes ? ['somebody else than who proposes it has to decide'] : []),
    ...(expiresAtMs === undefined ? [] : [`until ${shownTime(expiresAtMs)}`]),
    `schema ${shownJson(inputSchema)}`,
  ]
}

function endFacts({ result, closedFor, by, byReason, late }: JournalRecord): readonly Fact[] {
  return [
    ...(result === undefined ? [] : [toFact('result', toResultText(result))]),
    ...optional('closed', closedFor),
    ...optional('said by', by),
    ...optional('because', byReason),
    ...late.map((evidence) => toFact('late', toLateText(evidence))),
  ]
}

function toResultText(result: RecordedResult): string {
  if (result.status === 'output') return `output ${shownJson(result.value)}`
  const { code, disposition, message } = result.failure
  return `failed ${code} (${disposition}): ${message}`
}

function toLateText({ attempt, atMs, verb, result }: LateEvidence): string {
  const said = result === undefined ? '' : `, ${toResultText(result)}`
  return `${verb} of attempt ${attempt.toString()} at ${shownTime(atMs)}${said}`
}

function saidBy(by: string | undefined, atMs: number): string {
  return `by ${by ?? 'nobody named'} at ${shownTime(atMs)}`
}

function toFact(name: string, ...values: readonly string[]): Fact {
  return [name, ...values]
}

function optional(name: string, value: string | undefined): readonly Fact[] {
  return value === undefined ? [] : [[name, value]]
}
