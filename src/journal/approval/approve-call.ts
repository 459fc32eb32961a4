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
import {
  approvalDenied,
  askApprover,
  ownProposal,
  type Approved,
  type Asking,
} from './ask-approver.js'
import { approveInMemory } from './approve-in-memory.js'
import type { DeniedCalls } from './denied-calls.js'
import type { OpenQuestions, QuestionEnd } from './open-questions.js'

/** What this process remembers of the questions of one layer. */
export interface AskedHere {
  readonly questions: OpenQuestions
  readonly denied: DeniedCalls
}

/**
 * Finds out whether a call was approved, asking where nobody has been asked. What the journal keeps decides: it is
 * written before anyone is asked, and read again after they answered.
 *
 * @throws ToolError APPROVAL_DENIED, KEY_REUSED, CONTRACT_CHANGED, REFUSED, LAYER_FAILED, JOURNAL_UNAVAILABLE.
 */
export async function approveCall(
  asking: Asking,
  here: AskedHere,
  records: CallRecords | undefined,
): Promise<Approved> {
  const journal = records && findJournal(records)
  if (journal === undefined) return approveInMemory(asking, here.denied)
  for (let call = asking.call; ;) {
    const proposed = await propose(journal, { ...asking, call })
    const now = { ...asking, call }
    if (proposed.status !== 'parked') return { call: goOn(call, proposed) }
    const { record } = proposed
    const next = proposed.isNew
      ? await askAndRecord(journal, now, { record, questions: here.questions })
      : await join(now, { record, questions: here.questions })
    if (next.end === 'parked') return { outcome: parkedOutcome(record) }
    if (next.end === 'denied') throw approvalDenied(call, 'a person said no.')
    if (next.end === 'expired') throw approvalDenied(call, 'nobody decided in time.')
    call = next.edited ?? call
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
  return status === 'approved' ? withRecord(call, proposed.record) : call
}

function withRecord(
  { definition, arguments: args, context }: ToolCall,
  { id }: JournalRecord,
): ToolCall {
  return { definition, arguments: args, context: ToolContext.bind(context, { recordId: id }) }
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

async function join(asking: Asking, { record, questions }: OpenRecord): Promise<Next> {
  const end = await questions.findEnd(record.question?.suspensionId ?? '')
  return { end: end ?? 'parked' }
}

function askAndRecord(
  journal: Journal,
  asking: Asking,
  { record, questions }: OpenRecord,
): Promise<Next> {
  const { question } = record
  if (question === undefined) return Promise.resolve({ end: 'parked' })
  return questions.ask(question.suspensionId, () => decide(journal, asking, record))
}

async function decide(journal: Journal, asking: Asking, record: JournalRecord): Promise<Next> {
  const { call } = asking
  const { suspensionId = '', expiresAtMs } = record.question ?? {}
  const question = { suspensionId, tenantId: call.context.tenantId }
  const withdraw = (reason: string): Promise<unknown> =>
    askJournal(call, () => journal.withdraw({ ...question, reason }))
  const decided = await askApprover(asking, { suspensionId, expiresAtMs }).catch(
    async (error: unknown) => {
      await withdraw('the approver failed')
      throw error
    },
  )
  switch (decided.decision) {
    case 'approve': {
      const { decidedBy: by } = decided
      const answered = await askJournal(call, () => journal.approve({ ...question, by }))
      const isOwn = answered.status === 'refused' && answered.why === 'own-proposal'
      if (isOwn) await withdraw('the one who decided is the one it is made for')
      if (isOwn) throw ownProposal(call)
      return { end: 'decided' }
    }
    case 'deny': {
      const { decidedBy: by, reason } = decided
      await askJournal(call, () => journal.deny({ ...question, by, reason }))
      return { end: 'denied' }
    }
    case 'edit': {
      await withdraw(`edited by ${decided.decidedBy}`)
      return proposeEdited(journal, asking, decided)
    }
    case 'expired':
      return { end: 'expired' }
    case 'park':
      return { end: 'parked' }
  }
}

/** A proposal of its own, made by who edits. They approve of it with that, but where four eyes are asked for. */
async function proposeEdited(
  journal: Journal,
  asking: Asking,
  { decidedBy, arguments: changed }: { readonly decidedBy: string; readonly arguments: unknown },
): Promise<Next> {
  const edited = await readmitCall(asking.call, changed)
  if (asking.asked.fourEyes) throw ownProposal(edited)
  const proposed = await propose(journal, { ...asking, call: edited })
  if (proposed.status === 'parked' && proposed.isNew) {
    const { suspensionId = '' } = proposed.record.question ?? {}
    const { tenantId } = edited.context
    await askJournal(edited, () => journal.approve({ suspensionId, tenantId, by: decidedBy }))
  }
  return { end: 'decided', edited }
}
