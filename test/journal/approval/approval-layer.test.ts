import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../../src/journal/approval/approval-layer.js'
import { parkForApproval, type Approver } from '../../../src/journal/approval/approver.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { defineTool } from '../../../src/registry/define/define-tool.js'
import { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'

function bank(approver: Approver) {
  const paid: unknown[] = []
  const journal = memoryJournal()
  const pay = defineTool<{ id: string; amount: number }>({
    ...{ server: 'bank', name: 'pay', description: 'Pays.', idempotencyKey: 'id' },
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' }, amount: { type: 'integer' } },
      required: ['id', 'amount'],
    },
    call: (args) => paid.push(args),
  })
  const registry = ToolRegistry.empty()
    .register(pay)
    .layer(new IdempotencyLayer(journal))
    .layer(new ApprovalLayer(approver))
  return { registry, journal, paid }
}

function idOf(outcome: ToolOutcome): string {
  return outcome.status === 'suspended' ? (outcome.suspension.id ?? '') : ''
}

describe('ApprovalLayer', () => {
  it('runs what a person approved, once, and answers it from the journal without asking', async () => {
    let asked = 0
    const { registry, paid } = bank(() => {
      asked += 1
      return { decision: 'approve', decidedBy: 'ann' }
    })
    const pay = () => registry.dispatch('bank/pay', { id: 'a', amount: 1 })
    expect(await pay()).toEqual({ status: 'output', value: 1 })
    expect(await pay()).toMatchObject({ value: 1, deduplicatedFrom: expect.any(String) as string })
    expect([asked, paid]).toEqual([1, [{ id: 'a', amount: 1 }]])
  })

  it('refuses what a person denied, and frees its key', async () => {
    const said = ['deny', 'approve'] as const
    let turn = 0
    const { registry, paid } = bank(() => ({ decision: said[turn++] ?? 'deny', decidedBy: 'ann' }))
    const pay = () => registry.dispatch('bank/pay', { id: 'a', amount: 1 })
    await expect(pay()).rejects.toMatchObject({ code: 'APPROVAL_DENIED' })
    expect(paid).toEqual([])
    expect(await pay()).toMatchObject({ status: 'output' })
  })

  it('parks a call until somebody decides elsewhere, and asks nobody again meanwhile', async () => {
    const { registry, journal, paid } = bank(parkForApproval)
    const pay = () => registry.dispatch('bank/pay', { id: 'a', amount: 1 })
    const parked = idOf(await pay())
    expect(idOf(await pay())).toBe(parked)
    await expect(registry.resume(parked, { decision: 'approve' })).rejects.toMatchObject({
      code: 'INVALID_ANSWER',
    })
    await expect(registry.resume(parked)).rejects.toMatchObject({ code: 'INVALID_ANSWER' })
    expect(paid).toEqual([])
    await journal.approve({ suspensionId: parked, tenantId: 'default', by: 'ann' })
    expect(await registry.resumeAnswered()).toMatchObject([
      { suspensionId: parked, tool: 'bank/pay', result: { status: 'fulfilled' } },
    ])
    expect(paid).toEqual([{ id: 'a', amount: 1 }])
  })

  it('runs what a person wrote in the place of what was proposed', async () => {
    const { registry, paid } = bank(() => ({
      decision: 'edit',
      decidedBy: 'ann',
      arguments: { id: 'b', amount: 2 },
    }))
    expect(await registry.dispatch('bank/pay', { id: 'a', amount: 1 })).toMatchObject({ value: 1 })
    expect(paid).toEqual([{ id: 'b', amount: 2 }])
  })
})

describe('what a caller is told of a call that waits for approval', () => {
  it('is what it waits for, and not why somebody is asked', async () => {
    const { registry, journal } = bank(parkForApproval)
    const outcome = await registry.dispatch('bank/pay', { id: 'a', amount: 1 })
    expect(outcome).toMatchObject({
      status: 'suspended',
      suspension: {
        kind: 'approval',
        reason: 'A person has to approve this call before it runs.',
      },
    })
    const [asked] = await journal.pending({ tenantId: 'default' })
    expect(asked).toMatchObject({ reason: 'layer approval asks for it' })
  })
})
