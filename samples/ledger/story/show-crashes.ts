import type { Account } from '../books/account.js'
import { pageWidth, type Page } from '../terminal/page.js'
import { wrapText } from '../terminal/wrap-text.js'
import { script } from './script.js'
import { journalTimes } from './service.js'
import { showAnswer, showCall, showChanges, showStepTitle } from './show-answer.js'
import type { Crash, PlayedCrash } from './step.js'

/** Each worker that was killed, and how it was found out what became of its transfer. */
export function showCrashes(
  page: Page,
  before: readonly Account[],
  crashes: readonly PlayedCrash[],
): void {
  page.heading('6. Two workers are killed, each in the middle of a transfer')
  page.lines(wrapText(introduction, pageWidth))
  let accounts = before
  for (const [index, crash] of crashes.entries()) {
    showStepTitle(page, script.length + index, crash.title)
    showKill(page, accounts, crash)
    showRestart(page, crash)
    accounts = crash.found.accounts
  }
}

const introduction =
  `This journal takes a process for dead that was silent for ${journalTimes.leaseMs} ms, and waits ` +
  `${journalTimes.quietMs} ms more before it finds out what that left. Unless told otherwise these are 30 seconds and ` +
  'a minute.'

function showKill(page: Page, before: readonly Account[], crash: PlayedCrash): void {
  showCall(page, crash)
  page.block({ label: 'person', text: `${crash.approvedBy} approves of it`, look: 'green' })
  page.block({ label: 'worker', text: workerTexts[crash.moment], look: 'red' })
  showChanges(page, before, crash.killed)
}

const workerTexts: Readonly<Record<Crash['moment'], string>> = {
  'after-booking': 'a process of its own takes it up, books it, and is killed: SIGKILL',
  'before-booking': 'a process of its own takes it up, and is killed before it books: SIGKILL',
}

function showRestart(page: Page, { killed, doubted, found, record }: PlayedCrash): void {
  page.block({ label: 'service', text: 'starts again; the model repeats its call' })
  showAnswer(page, doubted.answer)
  showChanges(page, killed, doubted.accounts)
  const reconciled = `${journalTimes.quietMs} ms later: the same call; reconcile() looks into the books`
  page.block({ label: 'service', text: reconciled })
  showAnswer(page, found.answer)
  const { state = 'nothing', attempt = 0 } = record ?? {}
  page.block({ label: 'journal', text: `${state} with attempt ${attempt}` })
  showChanges(page, doubted.accounts, found.accounts)
}
