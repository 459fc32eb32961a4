import { readmitCall } from '../../registry/call/call-of-context.js'
import type { CallRecords } from '../../tools/call-records.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { beginRefusal } from '../idempotency/begin-refusal.js'
import { findJournal } from '../idempotency/call-records.js'
import { parkedOutcome } from '../idempotency/parked-outcome.js'
import { toBeginRequest } from '../idempotency/recorded-call.js'
import { askJournal } from '../journals/journal-error.js'
import type { Journal } from '../journals/journal.js'
import type { JournalRecord } from '../record/journal-record.js'
import type { Begun } from '../states/begin.js'
import type { ApprovalDecision } from './approver.js'
import {
  approvalDenied,
  askApprover,
  callGivenUp,
  type Approved,
  type ApprovedCall,
  type Asking,
  type Decided,
  type StandingQuestion,
} from './ask-approver.js'
import { approveInMemory } from './approve-in-memory.js'
import type { DeniedCalls } from './denied-calls.js'
import type { OpenQuestions, QuestionEnd } from './open-questions.js'
import { OwnQuestion } from './own-question.js'
import { recordNo, recordYes, takeBack, type KeptQuestion } from './record-decision.js'

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
  const own = new OwnQuestion()
  try {
    return await approveKept(journal, { ...asking, own }, here.questions)
  } catch (error) {
    await own.takeBack()
    throw error
  }
}

/** A call that a person is asked about in a journal. */
interface KeptAsking extends Asking {
  readonly own: OwnQuestion
}

async function approveKept(
  journal: Journal,
  asking: KeptAsking,
  questions: OpenQuestions,
): Promise<Approved> {
  const { own } = asking
  for (let call = asking.call; ;) {
    const now = { ...asking, call }
    const proposed = await propose(journal, now)
    if (proposed.status !== 'parked') return goOn(now, proposed)
    const { record } = proposed
    const next = proposed.isNew
      ? await askAndRecord(journal, now, { record, questions })
      : await join({ record, questions })
    if (next.end === 'parked') return { outcome: parkedOutcome(record, proposed.leftMs) }
    if (next.end === 'denied' || next.end === 'expired') own.forget()
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
function goOn({ call, own }: KeptAsking, proposed: Begun): ApprovedCall {
  const { status } = proposed
  if (status === 'denied' || status === 'key-reused' || status === 'contract-changed') {
    throw beginRefusal(call, proposed)
  }
  if (status !== 'approved') return { call }
  const { record } = proposed
  return { call: withRecord(call, record.id), own: own.isOf(record) ? own : undefined }
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
  asking: KeptAsking,
  { record, questions }: OpenRecord,
): Promise<Next> {
  const { question, changedAtMs } = record
  if (question === undefined) return Promise.resolve({ end: 'parked' })
  const { suspensionId, expiresAtMs } = question
  const expiresInMs = expiresAtMs === undefined ? undefined : expiresAtMs - changedAtMs
  const standing = { suspensionId, expiresAtMs, expiresInMs }
  return questions.ask(suspensionId, async () => {
    try {
      return await decide(journal, asking, standing)
    } catch (error) {
      // Before who joined hears of it: they ask anew.
      await asking.own.takeBack()
      throw error
    }
  })
}

async function decide(
  journal: Journal,
  asking: KeptAsking,
  standing: StandingQuestion & { readonly suspensionId: string },
): Promise<Next> {
  const { call, own } = asking
  const kept = { journal, call, suspensionId: standing.suspensionId }
  own.ask(kept)
  let decided: Decided
  try {
    decided = await askApprover(asking, standing)
  } catch (error) {
    return { end: await endFailed(kept, error) }
  }
  switch (decided.decision) {
    case 'approve':
      return { end: await recordYes(kept, decided.decidedBy) }
    case 'deny':
      return { end: await recordNo(kept, { by: decided.decidedBy, reason: decided.reason }) }
    case 'edit':
      return takeEdit(kept, asking, decided)
    case 'expired':
      return { end: await takeBack(kept, 'nobody decided in time', 'expired') }
    case 'given-up':
      throw callGivenUp(call)
    case 'park':
      return { end: 'parked' }
  }
}

/**
 * What was decided elsewhere counts for more than that an approver failed here.
 *
 * @throws what the approver failed with, where nobody decided, or nobody knows.
 */
async function endFailed(kept: KeptQuestion, error: unknown): Promise<QuestionEnd> {
  const reason = 'the approver failed'
  const end = await takeBack(kept, reason).catch(() => 'withdrawn' as const)
  if (end === 'withdrawn') throw error
  return end
}

type Edit = Extract<ApprovalDecision, { readonly decision: 'edit' }>

async function takeEdit(kept: KeptQuestion, asking: KeptAsking, edit: Edit): Promise<Next> {
  // Who edits proposes, and under four eyes somebody else has to agree: they cannot by an edit, and the question stands.
  if (asking.asked.fourEyes) return { end: 'parked' }
  const end = await takeBack(kept, `edited by ${edit.decidedBy}`)
  // Somebody decided on what was proposed: after a yes both would run.
  return end === 'withdrawn' ? proposeEdited(kept.journal, asking, edit) : { end }
}

/** A proposal of its own, made by who edits, who approve of it with that. */
async function proposeEdited(
  journal: Journal,
  asking: KeptAsking,
  { decidedBy, arguments: changed }: Edit,
): Promise<Next> {
  const call = withRecord(await readmitCall(asking.call, changed), undefined)
  const proposed = await propose(journal, { ...asking, call })
  if (proposed.status !== 'parked') return { end: 'decided', edited: call }
  const { record, isNew } = proposed
  const { suspensionId } = record.question ?? {}
  if (isNew && suspensionId !== undefined) {
    const kept = { journal, call, suspensionId }
    asking.own.ask(kept)
    await recordYes(kept, decidedBy)
  }
  return { end: 'decided', edited: withRecord(call, record.id) }
}
