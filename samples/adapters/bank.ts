import 'reflect-metadata'

import { defineTool, ToolRegistry } from 'tallystick'
import { ApprovalLayer, IdempotencyLayer, memoryJournal, parkForApproval } from 'tallystick/journal'

const pay = (paid: number[]) =>
  defineTool<{ cents: number; note?: string }>({
    server: 'bank',
    name: 'pay',
    description: 'Pay an amount.',
    inputSchema: {
      properties: { cents: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
      required: ['cents'],
    },
    call: ({ cents }) => {
      paid.push(cents)
      return { paid: cents }
    },
  })

const balance = defineTool({
  server: 'bank',
  name: 'balance',
  description: 'What is left.',
  mutates: false,
  call: () => 'EUR 5',
})

/** Two tools, a journal of their calls and what was paid. */
export function openBank() {
  const paid: number[] = []
  const journal = memoryJournal()
  const tools = ToolRegistry.empty().register(pay(paid), balance)
  return { paid, journal, registry: tools.layer(new IdempotencyLayer(journal)) }
}

/** The same, where a person has to approve of each payment. */
export function openWatchedBank() {
  const { registry, ...rest } = openBank()
  return { ...rest, registry: registry.layer(new ApprovalLayer(parkForApproval)) }
}
