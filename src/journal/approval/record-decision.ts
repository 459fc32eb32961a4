import { reportUnsettled } from '../../registry/call/call-of-context.js'
import { runWithoutAmbientContext } from '../../tools/ambient-context.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { askJournal } from '../journals/journal-error.js'
import type { Journal } from '../journals/journal.js'
import type { Answered, AnsweredQuestion } from '../states/answer.js'
import type { QuestionEnd } from './open-questions.js'

/** A question about a call, and the journal that keeps it. */
export interface KeptQuestion {
  readonly journal: Journal
  readonly call: ToolCall
  readonly suspensionId: string
}

/**
 * Records a yes; answers how the question ended by what the journal keeps. Under four eyes that of who proposes counts for
 * nothing: the question stands for somebody else.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE.
 */
export async function recordYes(kept: KeptQuestion, by: string): Promise<QuestionEnd> {
  const answered = await say(kept, (question) => kept.journal.approve({ ...question, by }))
  const isOwn = answered.status === 'refused' && answered.why === 'own-proposal'
  return isOwn ? 'parked' : endOf(answered, 'decided')
}

/**
 * Records a no.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE.
 */
export async function recordNo(
  kept: KeptQuestion,
  said: { readonly by: string; readonly reason: string | undefined },
): Promise<QuestionEnd> {
  const answered = await say(kept, (question) => kept.journal.deny({ ...question, ...said }))
  return endOf(answered, 'denied')
}

/**
 * Takes a question back that nobody is to answer any more; `end` is how it ends then. What somebody decided meanwhile
 * stands.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE.
 */
export async function takeBack(
  kept: KeptQuestion,
  reason: string,
  end: QuestionEnd = 'withdrawn',
): Promise<QuestionEnd> {
  return endOf(await say(kept, (question) => kept.journal.withdraw({ ...question, reason })), end)
}

/** Takes a question back, and a yes to it that was not used; what cannot be written is reported as unsettled. */
export async function giveUp(kept: KeptQuestion, reason: string): Promise<void> {
  const { journal, call } = kept
  try {
    await say(kept, (question) => journal.withdraw({ ...question, reason, isYesToo: true }))
  } catch (fault) {
    reportUnsettled(call.context, fault)
  }
}

/** What was said to a question may have come too late: then what the journal keeps stands, and the call follows that. */
function endOf(answered: Answered, end: QuestionEnd): QuestionEnd {
  return answered.status === 'recorded' ? end : 'decided'
}

/** It is the layer that says it, not the call that is being decided on. */
function say(
  { call, suspensionId }: KeptQuestion,
  record: (question: AnsweredQuestion) => Promise<Answered>,
): Promise<Answered> {
  const { tenantId } = call.context
  return askJournal(call, () => runWithoutAmbientContext(() => record({ suspensionId, tenantId })))
}
