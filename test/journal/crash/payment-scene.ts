import { ToolError } from '../../../src/errors/tool-error.js'
import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval, type Approver } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { JournalRecord } from '../../../src/journal/record/journal-record.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { RetryLayer } from '../../../src/layers/retry-layer.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import { suspend } from '../../../src/tools/suspension.js'
import { payTool, type Payment } from '../approval/bank.js'
import { failingStore, type StoreFaults } from './failing-store.js'

export const approvers = {
  nobody: undefined,
  yes: () => ({ decision: 'approve', decidedBy: 'ann' }),
  no: () => ({ decision: 'deny', decidedBy: 'ann' }),
  edit: () => ({ decision: 'edit', decidedBy: 'ann', arguments: { id: 'a', amount: 7 } }),
  later: parkForApproval,
} as const satisfies Record<string, Approver | undefined>

export const bodies = ['pays', 'fails at first', 'fails after it paid', 'pays and asks'] as const

export interface PaymentScene {
  readonly effect: 'write' | 'idempotent'
  readonly approver: keyof typeof approvers
  readonly body: (typeof bodies)[number]
}

/** How one call ended, and how often there was paid then. */
export interface Ending {
  readonly outcome: ToolOutcome | undefined
  readonly error: ToolError | undefined
  readonly paid: number
}

export interface Played {
  readonly endings: readonly Ending[]
  readonly paid: readonly Payment[]
  readonly records: readonly JournalRecord[]
  readonly transactions: number
}

const payment = { id: 'a', amount: 5 }

/** The same payment four times, of which the last two meet a store that works again. */
export async function playPayment(scene: PaymentScene, faults: StoreFaults): Promise<Played> {
  const { store, count, mend } = failingStore(faults)
  const journal = createJournal(store, { quietMs: 0 })
  const paid: Payment[] = []
  const registry = registryOf(scene, { paid, journal })
  const pay = () => endingOf(registry.dispatch('bank/pay', payment), paid)
  const first = await pay()
  for (const { suspensionId } of await parked(journal)) {
    const said = { suspensionId, tenantId: 'default', by: 'ann' }
    await journal.approve(said).catch(() => undefined)
  }
  if (scene.approver === 'later') await registry.resumeAnswered().catch(() => undefined)
  const second = await pay()
  mend()
  const endings = [first, second, await pay(), await pay()]
  const records = await journal.list()
  await journal.close()
  return { endings, paid, records, transactions: count() }
}

interface Bank {
  readonly paid: Payment[]
  readonly journal: ReturnType<typeof createJournal>
}

function registryOf({ effect, approver, body }: PaymentScene, { paid, journal }: Bank) {
  let starts = 0
  const call = (args: Payment) => {
    starts += 1
    if (body === 'fails at first' && starts === 1) {
      throw new ToolFailure('not now', { disposition: 'did-not-happen', retryable: true })
    }
    paid.push(args)
    if (body === 'fails after it paid') throw new Error('boom')
    return body === 'pays and asks' ? suspend({ reason: 'Sure?', inputSchema: {} }) : 'paid'
  }
  const kept = ToolRegistry.empty()
    .register(payTool([], { effect, call }))
    .layer(new IdempotencyLayer(journal))
    .layer(new RetryLayer({ attempts: 3, baseDelayMs: 0 }))
  const ask = approvers[approver]
  return ask === undefined ? kept : kept.layer(new ApprovalLayer(ask))
}

async function parked(journal: Bank['journal']) {
  const questions = await journal.pending({ tenantId: 'default' }).catch(() => [])
  return questions.filter(({ kind }) => kind === 'approval')
}

function endingOf(call: Promise<ToolOutcome>, paid: readonly Payment[]): Promise<Ending> {
  return call.then(
    (outcome) => ({ outcome, error: undefined, paid: paid.length }),
    (error: unknown) => {
      if (!(error instanceof ToolError)) throw error
      return { outcome: undefined, error, paid: paid.length }
    },
  )
}
