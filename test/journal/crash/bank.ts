import { setTimeout as sleep } from 'node:timers/promises'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import type { Journal } from '../../../src/journal/journals/journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import { suspend } from '../../../src/tools/suspension.js'
import type { ToolContext } from '../../../src/tools/tool-context.js'
import type { Effect, Witness } from './witness.js'

/** The tools of the bank: one that writes, an idempotent one, a read, one that asks, and one that a person approves. */
export const toolNames = ['pay', 'put', 'look', 'ask', 'transfer'] as const
export type ToolName = (typeof toolNames)[number]

/** How long a process is believed to live, in milliseconds. */
export const journalTimes = { leaseMs: 200, graceMs: 0, quietMs: 0 }

interface BankParts {
  readonly journal: Journal
  readonly witness: Witness
  /** Whether the tools can tell from the world outside what became of a call. */
  readonly looks: boolean
  readonly waitMs?: number
  /** How long a body takes before its effect. */
  readonly bodyMs?: number
}

/** The bank's tools over a journal; every effect goes to the witness. */
export function openBank(parts: BankParts): ToolRegistry {
  const { journal, waitMs = 0 } = parts
  const tools = toolNames.map((name) => bankTool(name, parts))
  const when = ({
    definition,
  }: {
    readonly definition: { readonly id: { readonly name: string } }
  }) => definition.id.name === 'transfer'
  return ToolRegistry.empty()
    .register(...tools)
    .layer(new IdempotencyLayer(journal, { waitMs }))
    .layer(new ApprovalLayer(parkForApproval, { when }))
}

type Options = DefineToolOptions<{ id: string }>

function bankTool(name: ToolName, { witness, looks, bodyMs }: BankParts) {
  const have = (id: string, context: ToolContext, answer?: unknown): Effect['value'] => {
    const phase = answer === undefined ? 'call' : 'resume'
    return witness.record({ tool: name, id, phase, token: context.idempotencyKey ?? '' }, answer)
  }
  return defineTool<{ id: string }>({
    ...{ server: 'bank', name, description: 'Has an effect.', idempotencyKey: 'id' },
    ...effects[name],
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    async call({ id }, context) {
      if (bodyMs !== undefined) await sleep(bodyMs)
      const value = have(id, context)
      return name === 'ask' ? suspend(question) : value
    },
    resume: ({ id }, input, context) => have(id, context, input),
    reconcile: (_args, context) =>
      looks ? lookFor(name, witness, context) : { verdict: 'unknown' },
  })
}

const question = { reason: 'How much?', inputSchema: { type: 'integer' } } as const

const effects: Readonly<Record<ToolName, Pick<Options, 'mutates' | 'effect'>>> = {
  pay: {},
  put: { effect: 'idempotent' },
  look: { mutates: false },
  ask: {},
  transfer: {},
}

/** What the world outside says. That a body asked something it does not know. */
function lookFor(name: ToolName, witness: Witness, { idempotencyKey }: ToolContext) {
  const effect = witness.findByToken(idempotencyKey)
  if (effect === undefined) return { verdict: 'did-not-happen' }
  const isAnswer = name !== 'ask' || effect.phase === 'resume'
  return isAnswer ? { verdict: 'landed', value: effect.value } : { verdict: 'unknown' }
}
