import type { LedgerApp } from '../app.js'
import type { Answer, Question } from './step.js'

/** The tenant of every call that names none. */
const tenantId = 'default'

/**
 * A person looks at what waits in the journal, and approves of one call; nothing runs by it. Undefined when the call does
 * not wait.
 */
export async function approve(
  { journal, ledger }: LedgerApp,
  answer: Answer,
  by: string,
): Promise<Question | undefined> {
  if (answer.status !== 'suspended') return undefined
  const { suspensionId } = answer
  const pending = await journal.pending({ tenantId })
  const question = pending.find((each) => each.suspensionId === suspensionId)
  if (question === undefined) return undefined
  const { reason, argumentsDigest } = question
  const accounts = ledger.accounts()
  await journal.approve({ suspensionId, tenantId, by })
  return { suspensionId, reason, argumentsDigest, accounts }
}
