import { onTestFinished } from 'vitest'

import {
  ApprovalLayer,
  type ApprovalLayerOptions,
} from '../../../src/journal/approval/approval-layer.js'
import type {
  ApprovalDecision,
  ApprovalProposal,
  Approver,
} from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import type { ManifestGrant } from '../../../src/manifest/manifest.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import type { ToolLayer } from '../../../src/tools/tool-layer.js'

export interface Payment {
  readonly id: string
  readonly amount?: number
}

export interface Bank {
  /** @defaultValue one that approves as Ann */
  readonly approver?: Approver
  readonly approval?: ApprovalLayerOptions
  /** @defaultValue one in memory; `'none'` leaves the layer out that keeps it */
  readonly journal?: Journal | 'none'
  readonly tool?: Partial<DefineToolOptions<Payment>>
  /** Layers between the journal and the approval, innermost first. */
  readonly inside?: readonly ToolLayer[]
  readonly outside?: readonly ToolLayer[]
  readonly grant?: Partial<ManifestGrant>
}

/** A registry with `bank/pay`, keyed by `id`, whose calls a person approves of; what it paid, and what was asked. */
export function bank({ approver = yes(), approval, tool, grant, ...rest }: Bank = {}) {
  const { journal = memoryJournal(), inside = [], outside = [] } = rest
  const paid: Payment[] = []
  const asked: ApprovalProposal[] = []
  const pay = payTool(paid, tool)
  const ask: Approver = (proposal, signal) => {
    asked.push(proposal)
    return approver(proposal, signal)
  }
  const kept = journal === 'none' ? [] : [new IdempotencyLayer(journal)]
  const layers = [...kept, ...inside, new ApprovalLayer(ask, approval), ...outside]
  const unbound = layers.reduce(
    (all, layer) => all.layer(layer),
    ToolRegistry.empty().register(pay),
  )
  const registry = grant === undefined ? unbound : bound(unbound, grant)
  const used = journal === 'none' ? memoryJournal() : journal
  onTestFinished(() => used.close())
  return { registry, unbound, paid, asked, journal: used, layers }
}

export function payTool(paid: Payment[], options: Partial<DefineToolOptions<Payment>> = {}) {
  return defineTool<Payment>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, amount: { type: 'integer', default: 1, maximum: 100 } },
      required: ['id'],
    },
    call: (args) => paid.push(args),
    ...options,
  })
}

export function bound(registry: ToolRegistry, grant: Partial<ManifestGrant>): ToolRegistry {
  const tools = [{ ref: 'tool://bank/pay', description: 'Pays.', ...grant }]
  const manifest = {
    apiVersion: 'tallystick/v1',
    kind: 'ToolManifest',
    metadata: { name: 'bank', version: '1.0.0' },
    spec: { tools },
  } as const
  return bindManifest(registry, manifest, { mode: 'warn', report: () => undefined })
}

/** An approver that says yes. */
export function yes(decidedBy = 'ann'): Approver {
  return () => ({ decision: 'approve', decidedBy })
}

/** An approver that says one thing after the other, and then fails. */
export function inTurn(...said: readonly ApprovalDecision[]): Approver {
  const left = [...said]
  return () => {
    const next = left.shift()
    if (next === undefined) throw new Error('asked once too often')
    return next
  }
}

/** The id under which a call waits. */
export function idOf(outcome: ToolOutcome): string {
  if (outcome.status === 'suspended' && outcome.suspension.id !== undefined)
    return outcome.suspension.id
  throw new Error('The call does not wait.')
}
