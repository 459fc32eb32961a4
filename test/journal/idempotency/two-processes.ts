import { onTestFinished } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { createJournal } from '../../../src/journal/journals/stored-journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'

export interface Payment {
  readonly id: string
}

/** Two processes on one journal, and the clock it goes by. */
export function twoProcesses() {
  const clock = { nowMs: Date.UTC(2001, 1, 3) }
  const records = createMemoryRecords({ now: () => clock.nowMs })
  const open = () => createJournal(records.open(), { leaseMs: 1000, graceMs: 0, quietMs: 1000 })
  const [first, second] = [open(), open()] as const
  onTestFinished(async () => {
    await Promise.all([first.close(), second.close()])
  })
  return { clock, first, second }
}

/** The tool `bank/pay`, keyed by `id`, which may be repeated unless told otherwise. */
function payTool(options: Partial<DefineToolOptions<Payment>>) {
  return defineTool<Payment>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
    effect: 'idempotent',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    call: () => 'paid',
    ...options,
  })
}

/** A registry with `bank/pay` over a journal. */
export function bankOn(
  journal: ConstructorParameters<typeof IdempotencyLayer>[0],
  options: Partial<DefineToolOptions<Payment>> = {},
): ToolRegistry {
  const layer = new IdempotencyLayer(journal)
  return ToolRegistry.empty().register(payTool(options)).layer(layer)
}

/** What a body waits at, and how it is let fail there. */
export function openGate() {
  let fail: (failure: unknown) => void = () => undefined
  const opened = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  return { opened, fail }
}
