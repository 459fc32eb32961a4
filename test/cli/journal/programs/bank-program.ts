// A process that has the bank's tools: `<how> <path> <invoice>`. It says "asked <id>" when a person has to decide, goes on
// when its standard input says anything, and says what the call came to.
import { createInterface } from 'node:readline'

import { parkForApproval, type Approver } from '../../../../src/journal/approval/approver.js'
import { sqliteJournal } from '../../../../src/journal/journals/sqlite-journal.js'
import { createBank } from '../../fixtures/bank.js'

const [, , how, path = '', invoice = ''] = process.argv
const words = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

function say(what: string): void {
  process.stdout.write(`${what}\n`)
}

/** Asks somebody in this process, who takes their time. */
const waiting: Approver = async ({ suspensionId = '' }) => {
  say(`asked ${suspensionId}`)
  await words.next()
  return { decision: 'approve', decidedBy: 'bob' }
}

const journal = sqliteJournal({ path })
const bank = createBank(journal, { approver: how === 'wait' ? waiting : parkForApproval })

/** Waits in the call, or parks it and lets it go on once somebody has decided. */
async function pay(): Promise<unknown> {
  const outcome = await bank.dispatch('bank/pay', { invoice, cents: 1250 })
  if (outcome.status === 'output') return outcome
  const { id = '' } = outcome.suspension
  say(`asked ${id}`)
  await words.next()
  return bank.resume(id)
}

const done = how === 'resume' ? bank.resumeAnswered() : pay()
say(JSON.stringify(await done.catch((error: unknown) => error)))
await journal.close()
process.exit()
