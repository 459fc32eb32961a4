import type { ToolEvent } from 'tallystick'
import type { Account } from '../books/account.js'
import type { Page } from '../terminal/page.js'
import { causeOf } from './proofs.js'
import { showAnswer, showCall, showChanges, showStepTitle } from './show-answer.js'
import type { PlayedStep } from './step.js'

/** Each call of the model with its answer, and what it did to the books. */
export function showConversation(
  page: Page,
  before: readonly Account[],
  played: readonly PlayedStep[],
): void {
  page.heading('5. A conversation: the calls of a model and the answers it gets')
  let accounts = before
  for (const [index, step] of played.entries()) {
    showStepTitle(page, index, step.title)
    showCall(page, step)
    showQuestion(page, step)
    showAnswer(page, step.answer)
    showOperator(page, step.event)
    showChanges(page, accounts, step.accounts)
    accounts = step.accounts
  }
}

/** What a call waited for, and who let it go on. */
function showQuestion(page: Page, { question, approvedBy }: PlayedStep): void {
  if (question === undefined) return
  const { suspensionId, reason, argumentsDigest } = question
  showAnswer(page, { status: 'suspended', suspensionId, reason })
  const digest = argumentsDigest.slice(0, 16)
  const text = `${approvedBy ?? ''} finds it in the journal and approves of it (arguments ${digest}...)`
  page.block({ label: 'person', text, look: 'green' })
}

/** An operator's log, shown where the model was given no more than a reference. */
function showOperator(page: Page, event: ToolEvent | undefined): void {
  if (event?.type !== 'terminal' || event.status !== 'failed') return
  if (event.reference === undefined) return
  const { callId, tool, code, reference, error } = event
  const lines = [
    `${code} of ${tool ?? ''}`,
    `reference ${reference}, call ${callId}`,
    `cause: ${causeOf(error)}`,
  ]
  page.block({ label: 'operator', text: lines.join('\n'), look: 'red' })
}
