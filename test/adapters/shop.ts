import { ApprovalLayer } from '../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../src/journal/journals/journal.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { Principal } from '../../src/tools/context-init.js'
import { suspend } from '../../src/tools/suspension.js'
import type { Deeds } from './bank.js'

interface Order {
  readonly item: string
}

const parts = (name: string) => ({
  ...{ server: 'shop', name, description: 'Sells.' },
  inputSchema: {
    type: 'object',
    properties: { item: { type: 'string' } },
    required: ['item'],
  } as const,
})

const sure = { type: 'boolean' } as const

/** Reserves when it is called, and asks as often as is said, one question after the other. */
const order = (deeds: Deeds, name: string, keyed: { idempotencyKey?: 'item' }, questions = 1) => {
  let asked = 1
  const ask = () =>
    suspend({ reason: `Question ${asked.toString()}, to IBAN 99?`, inputSchema: sure })
  return defineTool<Order>({
    ...{ ...parts(name), ...keyed },
    call: ({ item }) => {
      deeds.push(`reserved ${item}`)
      return ask()
    },
    resume: ({ item }) => {
      asked += 1
      if (asked <= questions) return ask()
      deeds.push(`sold ${item}`)
      return `sold ${item}`
    },
  })
}

const gift = (deeds: Deeds) =>
  defineTool<Order>({
    ...{ ...parts('gift'), idempotencyKey: 'item' },
    call: ({ item }) => {
      deeds.push(`gave ${item}`)
      return `gave ${item}`
    },
  })

/** Tools, what they did, and the records of it. */
export interface Shop {
  readonly registry: ToolRegistry
  readonly deeds: Deeds
  readonly journal: Journal
}

/** A shop that asks before it sells, and what it did. */
export function shop(journal: Journal = memoryJournal()): Shop {
  const deeds: Deeds = []
  const registry = ToolRegistry.empty()
    .register(order(deeds, 'order', {}), order(deeds, 'keyed', { idempotencyKey: 'item' }))
    .register(order(deeds, 'twice', {}, 2), gift(deeds))
    .layer(new IdempotencyLayer(journal))
  return { registry, deeds, journal }
}

/** The same, with a person who has to approve first. */
export function watchedShop(): Shop {
  const { registry, ...rest } = shop()
  return { ...rest, registry: registry.layer(new ApprovalLayer(parkForApproval)) }
}

/** Somebody in a run of theirs. */
export const as = (id: string, more: Partial<Principal> = {}) =>
  ({ runId: `run of ${id}`, principal: { id, kind: 'person', ...more } }) as const
