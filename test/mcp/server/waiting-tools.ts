import type { Client } from '@modelcontextprotocol/client'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import { parseManifest } from '../../../src/manifest/read/parse-manifest.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import type { Principal } from '../../../src/tools/context-init.js'
import { suspend } from '../../../src/tools/suspension.js'

export const sizes: JsonSchema = {
  type: 'object',
  properties: { size: { type: 'integer', minimum: 1 } },
  required: ['size'],
}

const orders = {
  ...{ server: 'shop', name: 'order', description: 'Orders.', idempotencyKey: 'id' },
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
} as const

/** A tool that asks for a size, whose answer is its output. */
export function shop(inputSchema: JsonSchema = sizes, more: Partial<DefineToolOptions> = {}) {
  const journal = memoryJournal()
  let asked = 0
  const order = defineTool({
    ...orders,
    ...more,
    call: () => {
      asked += 1
      return suspend({ reason: 'Which size?', inputSchema })
    },
  })
  const registry = ToolRegistry.empty().register(order).layer(new IdempotencyLayer(journal))
  return { registry, journal, asked: () => asked }
}

export type Answer = {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, string | number>
}

export const forms = { capabilities: { elicitation: { form: {} } } }

/** A client whose person gives these answers, one after the other. */
export function answering(...answers: readonly Answer[]) {
  const questions: string[] = []
  const prepare = (client: Client): void => {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      questions.push(params.message)
      return answers[questions.length - 1] ?? { action: 'cancel' as const }
    })
  }
  return { questions, prepare, client: forms }
}

export const order = (id = 'o-1') => ({ name: 'order', arguments: { id } })

type Kind = Principal['kind']
export const caller = (id: string, tenantId = 'acme', kind: Kind = 'person') => ({
  tenantId,
  principal: { id, kind },
})
/** An agent that acts for somebody. */
export const agentFor = (onBehalfOf: string, tenantId = 'acme') => ({
  tenantId,
  principal: { id: 'bot', kind: 'agent', onBehalfOf } as const,
})

/** A tool that needs approval, by a grant where one is given. */
export function bank(approval?: 'four-eyes') {
  const journal = memoryJournal()
  const paid: unknown[] = []
  const pay = defineTool({ ...orders, call: (args) => paid.push(args) })
  const plain = ToolRegistry.empty()
    .register(pay)
    .layer(new IdempotencyLayer(journal))
    .layer(new ApprovalLayer(parkForApproval))
  const registry = approval === undefined ? plain : bindManifest(plain, granting(approval))
  return { registry, journal, paid }
}

function granting(approval: string) {
  const grant = `{ ref: "tool://shop/order", description: Orders., approval: ${approval} }`
  return parseManifest(
    [
      'apiVersion: tallystick/v1',
      'kind: ToolManifest',
      'metadata: { name: m, version: "1" }',
      `spec: { tools: [${grant}] }`,
    ].join('\n'),
  )
}
