import type { ToolEvent } from 'tallystick'
import type { Account } from '../books/account.js'
import { formatChange } from '../terminal/format-cents.js'
import { prettyJson } from '../terminal/format-json.js'
import { blockWidth, type Page } from '../terminal/page.js'
import { accountChanges } from './account-changes.js'
import { causeOf } from './proofs.js'
import type { Answer, PlayedStep } from './step.js'

/** Each call of the model with its answer, and what it did to the books. */
export function showConversation(
  page: Page,
  before: readonly Account[],
  played: readonly PlayedStep[],
): void {
  page.heading('5. A conversation: the calls of a model and the answers it gets')
  let accounts = before
  for (const [index, step] of played.entries()) {
    if (index > 0) page.lines([''])
    page.lines([page.paint('bold', `${(index + 1).toString().padStart(3)}.  ${step.title}`)])
    page.block({ label: 'model', text: callText(step), look: 'cyan' })
    showAnswer(page, step.answer)
    showOperator(page, step.event)
    page.block({ label: 'books', text: changeText(accounts, step.accounts) })
    accounts = step.accounts
  }
}

function callText({ wireName, input }: PlayedStep): string {
  return `${wireName} ${prettyJson(input, blockWidth - wireName.length - 1)}`
}

function showAnswer(page: Page, answer: Answer): void {
  if (answer.status === 'output') {
    page.block({ label: 'answer', text: answer.status, look: 'green' })
    return page.block({ label: '', text: prettyJson(answer.value, blockWidth) })
  }
  const { status, disposition, text } = answer
  page.block({ label: 'answer', text: `${status}, ${disposition}`, look: 'yellow' })
  page.block({ label: '', text })
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

function changeText(before: readonly Account[], after: readonly Account[]): string {
  const changes = accountChanges(before, after)
  if (changes.length === 0) return 'unchanged'
  return changes.map(({ code, changeCents }) => `${code} ${formatChange(changeCents)}`).join(', ')
}
