import { readmitCall } from '../../registry/call/call-of-context.js'
import type { CallRecords } from '../../tools/call-records.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { beginRefusal } from '../idempotency/begin-refusal.js'
import { findJournal } from '../idempotency/call-records.js'
import { parkedOutcome } from '../idempotency/parked-outcome.js'
import { toBeginRequest } from '../idempotency/recorded-call.js'
import { askJournal } from '../journal-error.js'
import type { Journal } from '../journal.js'
import type { JournalRecord } from '../record/journal-record.js'
import type { Begun } from '../states/begin.js'
import type { ApprovalDecision } from './approver.js'
import {
  approvalDenied,
  askApprover,
  callGivenUp,
  ownProposal,
  type Approved,
  type Asking,
  type StandingQuestion,
} from './ask-approver.js'
import { approveInMemory } from './approve-in-memory.js'
import type { DeniedCalls } from './denied-calls.js'
import type { OpenQuestions, QuestionEnd } from './open-questions.js'
import { recordNo, recordYes, takeBack } from './record-decision.js'

/** What this process remembers of the questions of one layer. */
export interface AskedHere {
  readonly questions: OpenQuestions
  readonly denied: DeniedCalls
}

/**
 * Finds out whether a call was approved, asking where nobody has been asked. What the journal keeps decides: it is
 * written before anyone is asked, and read again after they answered.
 *
 * @throws ToolError APPROVAL_DENIED, KEY_REUSED, CONTRACT_CHANGED, REFUSED, CANCELLED, LAYER_FAILED, JOURNAL_UNAVAILABLE.
 */
export async function approveCall(
  asking: Asking,
  here: AskedHere,
  records: CallRecords | undefined,
): Promise<Approved> {
  const journal = records && findJournal(records)
  if (journal === undefined) return approveInMemory(asking, here.denied)
  for (let call = asking.call; ;) {
    const now = { ...asking, call }
    const proposed = await propose(journal, now)
    if (proposed.status !== 'parked') return { call: goOn(call, proposed) }
    const { record } = proposed
    const next = proposed.isNew
      ? await askAndRecord(journal, now, { record, questions: here.questions })
      : await join({ record, questions: here.questions })
    if (next.end === 'parked') return { outcome: parkedOutcome(record) }
    if (next.end === 'denied') throw approvalDenied(call, 'a person said no.')
    if (next.end === 'expired') throw approvalDenied(call, 'nobody decided in time.')
    // A call that nothing makes another call the same as is found again by its record alone.
    call = next.edited ?? withRecord(call, record.id)
  }
}

function propose(journal: Journal, { call, asked }: Asking): Promise<Begun> {
  const { recordId } = ToolContext.bindingOf(call.context)
  const request = toBeginRequest(call, { intent: 'propose', approval: asked, recordId })
  return askJournal(call, () => journal.begin(request))
}

/** What a call goes on with that nobody has to be asked about any more; what its record says is told further in. */
function goOn(call: ToolCall, proposed: Begun): ToolCall {
  const { status } = proposed
  if (status === 'denied' || status === 'key-reused' || status === 'contract-changed') {
    throw beginRefusal(call, proposed)
  }
  return status === 'approved' ? withRecord(call, proposed.record.id) : call
}

function withRecord(
  { definition, arguments: args, context }: ToolCall,
  recordId: string | undefined,
): ToolCall {
  return { definition, arguments: args, context: ToolContext.bind(context, { recordId }) }
}

/** How a question ended, and the call that is proposed in the place of the one it was about. */
interface Next {
  readonly end: QuestionEnd
  readonly edited?: ToolCall
}

interface OpenRecord {
  readonly record: JournalRecord
  readonly questions: OpenQuestions
}

async function join({ record, questions }: OpenRecord): Promise<Next> {
  const end = await questions.findEnd(record.question?.suspensionId ?? '')
  return { end: end ?? 'parked' }
}

function askAndRecord(
  journal: Journal,
  asking: Asking,
  { record, questions }: OpenRecord,
): Promise<Next> {
  const { question, changedAtMs } = record
  if (question === undefined) return Promise.resolve({ end: 'parked' })
  const { suspensionId, expiresAtMs } = question
  const expiresInMs = expiresAtMs === undefined ? undefined : expiresAtMs - changedAtMs
  const standing = { suspensionId, expiresAtMs, expiresInMs }
  return questions.ask(suspensionId, () => decide(journal, asking, standing))
}

async function decide(
  journal: Journal,
  asking: Asking,
  standing: StandingQuestion & { readonly suspensionId: string },
): Promise<Next> {
  const { call } = asking
  const kept = { journal, call, suspensionId: standing.suspensionId }
  const decided = await askApprover(asking, standing).catch(async (error: unknown) => {
    await takeBack(kept, 'the approver failed')
    throw error
  })
  switch (decided.decision) {
    case 'approve':
      return { end: await recordYes(kept, decided.decidedBy) }
    case 'deny':
      return { end: await recordNo(kept, { by: decided.decidedBy, reason: decided.reason }) }
    case 'edit':
      await takeBack(kept, `edited by ${decided.decidedBy}`)
      return proposeEdited(journal, asking, decided)
    case 'expired':
      return { end: await takeBack(kept, 'nobody decided in time', 'expired') }
    case 'given-up':
      await takeBack(kept, 'nobody waits for it any more')
      throw callGivenUp(call)
    case 'park':
      return { end: 'parked' }
  }
}

/** A proposal of its own, made by who edits. They approve of it with that, but where four eyes are asked for. */
async function proposeEdited(
  journal: Journal,
  asking: Asking,
  { decidedBy, arguments: changed }: Extract<ApprovalDecision, { readonly decision: 'edit' }>,
): Promise<Next> {
  const call = withRecord(await readmitCall(asking.call, changed), undefined)
  if (asking.asked.fourEyes) throw ownProposal(call)
  const proposed = await propose(journal, { ...asking, call })
  if (proposed.status !== 'parked') return { end: 'decided', edited: call }
  const { record, isNew } = proposed
  const { suspensionId } = record.question ?? {}
  if (isNew && suspensionId !== undefined)
    await recordYes({ journal, call, suspensionId }, decidedBy)
  return { end: 'decided', edited: withRecord(call, record.id) }
}
