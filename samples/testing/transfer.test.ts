// #region setup
import fc from 'fast-check'
import { ToolFailure } from 'tallystick'
import {
  createFakeApprover,
  toolHarness,
  toolMatchers,
  type ToolMatchers,
} from 'tallystick/testing'
import { arbitraryArguments } from 'tallystick/testing/properties'
import { expect, it, vi } from 'vitest'

import { Bank, createContainer, Transfer } from './transfer.js'

expect.extend(toolMatchers)

declare module 'vitest' {
  interface Matchers<T> extends ToolMatchers {}
}

const money = { from: 'A-1', to: 'A-2', amountCents: 1250, reference: 'INV-7' }

/** The tool, with a bank that always pays. */
function withBank() {
  const bank = { transfer: vi.fn(async () => 'receipt') }
  return { bank, harness: toolHarness({ tools: [Transfer], overrides: [[Bank, bank]] }) }
}
// #endregion setup

// #region calls
it('pays', async () => {
  const { harness, bank } = withBank()
  await expect(harness.call('ledger/transfer', money)).toHaveOutcome({ value: 'receipt' })
  expect(bank.transfer).toHaveBeenCalledWith('A-1', 'A-2', 1250)
})

it('pays one reference once', async () => {
  const { harness, bank } = withBank()
  const calls = [money, money].map((input) => ({ tool: 'ledger/transfer', input }))
  for (const result of await harness.callAll(calls)) {
    await expect(result).toHaveOutcome({ status: 'output' })
  }
  expect(bank.transfer).toHaveBeenCalledTimes(1)
})

it('refuses an amount that is none', async () => {
  const { harness } = withBank()
  const call = harness.call('ledger/transfer', { ...money, amountCents: 0 })
  await expect(call).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'amountCents', rule: 'min' })
})
// #endregion calls

// #region container
it('is not sure that it paid when the bank does not answer', async () => {
  const bank = { transfer: () => Promise.reject(new Error('timeout')) }
  const harness = toolHarness({ container: createContainer(), overrides: [[Bank, bank]] })
  const call = harness.call('ledger/transfer', money)
  await expect(call).toBeRefusedWith('TOOL_FAILED', { disposition: 'in-doubt' })
})
// #endregion container

// #region approval
it('waits for somebody who says yes', async () => {
  const bank = { transfer: vi.fn(async () => 'receipt') }
  const approval = { when: 'mutates', expiresInMs: 3_600_000 } as const
  const harness = toolHarness({ tools: [Transfer], overrides: [[Bank, bank]], approval })

  const waiting = await harness.call('ledger/transfer', money)
  expect(await harness.pending()).toMatchObject([{ tool: 'ledger/transfer', arguments: money }])
  expect(bank.transfer).not.toHaveBeenCalled()
  await expect(harness.approve(waiting, { by: 'ada' })).toHaveOutcome({ value: 'receipt' })

  const late = await harness.call('ledger/transfer', { ...money, reference: 'INV-8' })
  await harness.clock.advance(3_600_000)
  expect(await harness.pending()).toEqual([])
  await expect(harness.approve(late)).rejects.toThrow('the journal refused it')
})

it('does not pay what somebody denies', async () => {
  const approver = createFakeApprover('approve')
  approver.decide({ decision: 'deny', decidedBy: 'ada', reason: 'not this one' })
  const overrides = [[Bank, { transfer: async () => 'receipt' }]] as const
  const approval = { when: 'mutates' } as const
  const harness = toolHarness({ tools: [Transfer], overrides, approver, approval })
  await expect(harness.call('ledger/transfer', money)).toBeRefusedWith('APPROVAL_DENIED')
  const other = harness.call('ledger/transfer', { ...money, reference: 'INV-8' })
  await expect(other).toHaveOutcome({ status: 'output' })
  expect(approver.proposals.map(({ arguments: { reference } }) => reference)).toEqual([
    ...['INV-7', 'INV-8'],
  ])
})
// #endregion approval

// #region clock
it('is tried again after a while when the bank was busy', async () => {
  const busy = new ToolFailure('Busy.', { disposition: 'did-not-happen', retryable: true })
  const bank = { transfer: vi.fn().mockRejectedValueOnce(busy).mockResolvedValue('receipt') }
  const harness = toolHarness({
    tools: [Transfer],
    overrides: [[Bank, bank]],
    layers: { retry: { baseDelayMs: 60_000, maxDelayMs: 60_000, random: () => 1 } },
  })
  const call = harness.call('ledger/transfer', money)
  await harness.clock.advance(59_999)
  expect(bank.transfer).toHaveBeenCalledTimes(1)
  await harness.clock.advance(1)
  await expect(call).toHaveOutcome({ value: 'receipt' })
})
// #endregion clock

// #region mcp
it('is what an MCP client sees and calls', async () => {
  const { harness } = withBank()
  const client = await harness.mcpClient()
  expect((await client.listTools()).map(({ name }) => name)).toEqual(['transfer'])
  expect(await client.callTool('transfer', money)).toMatchObject({
    isError: false,
    text: 'receipt',
  })
  await harness.close()
})
// #endregion mcp

// #region property
it('takes whatever its arguments allow', async () => {
  const property = fc.asyncProperty(arbitraryArguments(Transfer), async (input) => {
    const { harness } = withBank()
    await expect(harness.call('ledger/transfer', input)).toHaveOutcome({ status: 'output' })
  })
  await fc.assert(property, { numRuns: 50 })
})
// #endregion property
