import type { Account } from '../books/account.js'
import { formatChange } from '../terminal/format-cents.js'
import { prettyJson } from '../terminal/format-json.js'
import { blockWidth, type Page } from '../terminal/page.js'
import { accountChanges } from './account-changes.js'
import type { Answer, ModelCall } from './step.js'

/** The number and the title of a step. */
export function showStepTitle(page: Page, index: number, title: string): void {
  if (index > 0) page.lines([''])
  page.lines([page.paint('bold', `${(index + 1).toString().padStart(3)}.  ${title}`)])
}

/** What a model calls. */
export function showCall(page: Page, { wireName, input }: ModelCall): void {
  const text = `${wireName} ${prettyJson(input, blockWidth - wireName.length - 1)}`
  page.block({ label: 'model', text, look: 'cyan' })
}

/** What it gets for that. */
export function showAnswer(page: Page, answer: Answer): void {
  if (answer.status === 'output') {
    const { value, deduplicatedFrom } = answer
    const from = deduplicatedFrom === undefined ? '' : `, deduplicated from ${deduplicatedFrom}`
    page.block({ label: 'answer', text: `output${from}`, look: 'green' })
    return page.block({ label: '', text: prettyJson(value, blockWidth) })
  }
  const isOpen = answer.status === 'suspended'
  const status = isOpen ? answer.status : `${answer.status}, ${answer.disposition}`
  page.block({ label: 'answer', text: status, look: 'yellow' })
  page.block({ label: '', text: isOpen ? answer.reason : answer.text })
}

/** What moved between two looks at the books. */
export function showChanges(
  page: Page,
  before: readonly Account[],
  after: readonly Account[],
): void {
  const changes = accountChanges(before, after)
  const text = changes.map(({ code, changeCents }) => `${code} ${formatChange(changeCents)}`)
  page.block({ label: 'books', text: changes.length === 0 ? 'unchanged' : text.join(', ') })
}
