import { ApprovalLayer } from '../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../src/journal/journals/journal.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { suspend } from '../../src/tools/suspension.js'

/** What the bodies did, in their order. */
export type Deeds = string[]

const amount = {
  type: 'object',
  properties: { cents: { type: 'integer', minimum: 1 }, note: { type: 'string' } },
  required: ['cents'],
} as const

/** Pays without a key, so that only the ids of a call and its run say which payment it is. */
const pay = (deeds: Deeds) =>
  defineTool<{ cents: number }>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', inputSchema: amount },
    call: ({ cents }) => {
      deeds.push(`paid ${cents}`)
      return { paid: cents }
    },
  })

const balance = (deeds: Deeds) =>
  defineTool({
    ...{ server: 'bank', name: 'balance', description: 'Reads.', mutates: false },
    call: () => {
      deeds.push('read')
      return 'EUR 5'
    },
  })

const book = (deeds: Deeds) =>
  defineTool<{ room: number }>({
    ...{ server: 'hotel', name: 'book', description: 'Books.' },
    inputSchema: { type: 'object', properties: { room: { type: 'integer' } }, required: ['room'] },
    call: ({ room }) => suspend({ reason: `Room ${room}?`, inputSchema: { type: 'boolean' } }),
    resume: ({ room }, answer) => {
      deeds.push(`room ${room}: ${JSON.stringify(answer)}`)
      return `room ${room}: ${JSON.stringify(answer)}`
    },
  })

const leak = defineTool({
  ...{ server: 'bank', name: 'leak', description: 'Fails.' },
  call: () => {
    throw new Error('connect postgres://u:p4ss@db.internal/x failed')
  },
})

/** Four tools, and what they did; with a journal where one is given. */
export function bank(journal?: Journal): { registry: ToolRegistry; deeds: Deeds } {
  const deeds: Deeds = []
  const tools = [pay(deeds), balance(deeds), book(deeds), leak]
  const registry = ToolRegistry.empty().register(...tools)
  return { deeds, registry: journal ? registry.layer(new IdempotencyLayer(journal)) : registry }
}

/** The same, with a person who has to approve of what mutates. */
export function watchedBank(): { registry: ToolRegistry; deeds: Deeds; journal: Journal } {
  const journal = memoryJournal()
  const { registry, deeds } = bank(journal)
  return { registry: registry.layer(new ApprovalLayer(parkForApproval)), deeds, journal }
}
