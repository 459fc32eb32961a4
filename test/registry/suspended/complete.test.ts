import { describe, expect, it } from 'vitest'

import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { bindManifest } from '../../../src/manifest/bind-manifest.js'
import type { ManifestGrant } from '../../../src/manifest/manifest.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { JsonObject } from '../../../src/schema/json.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import { suspend } from '../../../src/tools/suspension.js'
import type { ToolDefinition } from '../../../src/tools/tool-definition.js'
import { rejection } from '../tools.js'

const receipt = {
  type: 'object',
  properties: { claim: { type: 'string' }, receipt: { type: 'string' } },
  required: ['claim', 'receipt'],
} as const

const courier: ToolContextInit = {
  tenantId: 'acme',
  principal: { id: 'courier', kind: 'service' },
}

const pay = defineTool<{ claim: string }>({
  ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'claim' },
  inputSchema: {
    type: 'object',
    properties: { claim: { type: 'string' } },
    required: ['claim'],
  },
  outputSchema: receipt,
  call: () => suspend({ reason: 'Paid by the bank.', inputSchema: receipt, external: true }),
})

/** A call of `bank/pay` that waits for word from outside. */
async function openCall(
  grant: Partial<ManifestGrant> = {},
  tool: ToolDefinition = pay,
  input: JsonObject = { claim: 'c-1' },
) {
  const completions = { trust: ['courier'], requireEqual: ['claim'] }
  const registry = bindManifest(
    ToolRegistry.empty().register(tool).layer(new IdempotencyLayer(memoryJournal())),
    {
      apiVersion: 'tallystick/v1',
      kind: 'ToolManifest',
      metadata: { name: 'bank', version: '1.0.0' },
      spec: {
        tools: [{ ref: 'tool://bank/pay', description: 'Pays.', completions, ...grant }],
      },
    },
    { mode: 'warn', report: () => undefined },
  )
  const call = () => registry.dispatch('bank/pay', input, { tenantId: 'acme' })
  const outcome = await call()
  const id = outcome.status === 'suspended' ? (outcome.suspension.id ?? '') : ''
  return { registry, call, id }
}

const done = { tool: 'bank/pay', output: { claim: 'c-1', receipt: 'r-9' } }

describe('ToolRegistry.complete', () => {
  it('[EFF-10] settles the call on the word of a trusted performer, once', async () => {
    const { registry, call, id } = await openCall()
    expect(await registry.complete(id, done, courier)).toEqual({
      status: 'output',
      value: done.output,
    })
    expect(await call()).toMatchObject({ status: 'output', value: done.output })
    expect(await rejection(registry.complete(id, done, courier))).toMatchObject({
      code: 'ALREADY_ANSWERED',
    })
  })

  it.each([
    ['nobody', { tenantId: 'acme' }, 'REFUSED'],
    [
      'somebody the grant does not list',
      { ...courier, principal: { id: 'mallory', kind: 'service' } },
      'REFUSED',
    ],
    ['another tenant', { ...courier, tenantId: 'other' }, 'UNKNOWN_SUSPENSION'],
  ] as const)('[EFF-10] believes no word of %s', async (_who, context, code) => {
    const { registry, call, id } = await openCall()
    const error = await rejection(registry.complete(id, done, context))
    expect(error).toMatchObject({ code, disposition: 'did-not-happen' })
    expect(await call()).toMatchObject({ status: 'suspended', suspension: { id } })
  })

  it.each([
    ['another tool', { ...done, tool: 'bank/refund' }, /another tool/],
    ['nothing', null as never, /another tool/],
    ['an output that breaks its schema', { ...done, output: { claim: 'c-1' } }, /receipt/],
    [
      'another call',
      { ...done, output: { ...done.output, claim: 'c-2' } },
      /"claim" must be there and equal/,
    ],
    ['what is no JSON', { ...done, output: () => 'r-9' }, /a function/],
  ])('[EFF-10] records no word of %s', async (_what, said, why) => {
    const { registry, call, id } = await openCall()
    const error = await rejection(registry.complete(id, said, courier))
    expect(error).toMatchObject({ code: 'INVALID_ANSWER', disposition: 'did-not-happen' })
    expect(error.message).toMatch(why)
    expect(await call()).toMatchObject({ status: 'suspended' })
  })

  it('[EFF-10] wants what is required equal to be in the arguments', async () => {
    const { registry, id } = await openCall({
      completions: { trust: ['courier'], requireEqual: ['invoice'] },
    })
    const error = await rejection(registry.complete(id, done, courier))
    expect(error.message).toMatch(/"invoice" must be there and equal/)
  })

  it('[EFF-10] knows no length of a list as a member of it', async () => {
    const lines = { type: 'array', items: { type: 'string' } } as const
    const listed = { type: 'object', properties: { lines }, required: ['lines'] } as const
    const { registry, id } = await openCall(
      { completions: { trust: ['courier'], requireEqual: ['lines.length'] } },
      defineTool<{ lines: string[] }>({
        ...{ server: 'bank', name: 'pay', description: 'Pays.' },
        inputSchema: listed,
        call: () => suspend({ reason: 'Paid by the bank.', inputSchema: listed, external: true }),
      }),
      { lines: ['a'] },
    )
    const said = { tool: 'bank/pay', output: { lines: ['b'] } }
    const error = await rejection(registry.complete(id, said, courier))
    expect(error.message).toMatch(/"lines\.length" must be there and equal/)
  })

  it('[EFF-10] is no way round a question that somebody has to answer', async () => {
    const { registry, id } = await openCall()
    const error = await rejection(registry.resume(id, done.output, courier))
    expect(error).toMatchObject({ code: 'INVALID_ANSWER' })
    expect(error.message).toMatch(/registry\.complete/)
  })
})
