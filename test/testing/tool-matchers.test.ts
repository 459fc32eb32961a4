import { describe, expect, it } from 'vitest'

import { toolHarness } from '../../src/testing/harness/tool-harness.js'
import { toolMatchers, type ToolMatchers } from '../../src/testing/matchers/tool-matchers.js'
import { Bank, paint, Pay, whoAmI } from './ledger-tools.js'

expect.extend(toolMatchers)

declare module 'vitest' {
  interface Matchers<T> extends ToolMatchers {}
}

function harnessOf() {
  return toolHarness({ tools: [Pay, whoAmI, paint], overrides: [[Bank, new Bank()]] })
}

const payment = { invoice: 'INV-7', cents: 5 }

/** What a matcher that fails says. */
async function messageOf(matching: Promise<void>): Promise<string> {
  const error: unknown = await matching.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return error instanceof Error ? error.message.replace(/\u001b\[\d+m/g, '') : 'it passed'
}

describe('toHaveOutcome', () => {
  it('takes a promise of a call, an outcome, a result of callAll and a function', async () => {
    const harness = harnessOf()
    const expected = { status: 'output', value: 'default/nobody' } as const
    await expect(harness.call('bank/who')).toHaveOutcome(expected)
    await expect(await harness.call('bank/who')).toHaveOutcome(expected)
    const [result] = await harness.callAll([{ tool: 'bank/who', input: {} }])
    await expect(result).toHaveOutcome(expected)
    await expect(() => harness.call('bank/who')).toHaveOutcome(expected)
  })

  it('compares the parts that are named, with asymmetric matchers in them', async () => {
    const { call } = toCalls()
    await expect(call('bank/paint')).toHaveOutcome({ status: 'suspended' })
    const suspension: unknown = expect.objectContaining({ reason: 'Which colour?' })
    await expect(call('bank/paint')).toHaveOutcome({ suspension })
    await expect(call('bank/who')).not.toHaveOutcome({ status: 'suspended' })
    await expect(call('bank/who')).not.toHaveOutcome({ value: 'acme/nobody' })
  })

  it('says what came instead', async () => {
    const { call } = toCalls()
    const message = await messageOf(
      expect(call('bank/pay', { cents: 0 })).toHaveOutcome({ value: 1 }),
    )
    expect(message).toMatch(
      /^Expected an outcome with [^]*"value": 1[^]*\.\nThere came INVALID_ARGUMENTS, did-not-happen: /,
    )
    expect(message).toContain('min at "cents": cents must not be less than 1')
    expect(await messageOf(expect(7).toHaveOutcome({}))).toContain(
      'neither an outcome nor a ToolError: 7',
    )
  })
})

describe('toBeRefusedWith', () => {
  it('takes a promise of a call, an error, a result of callAll and a function', async () => {
    const harness = harnessOf()
    const error: unknown = await harness.call('bank/none').catch((thrown: unknown) => thrown)
    const [result] = await harness.callAll([{ tool: 'bank/none', input: {} }])
    for (const received of [
      harness.call('bank/none'),
      error,
      result,
      () => harness.call('bank/none'),
    ]) {
      await expect(received).toBeRefusedWith('UNKNOWN_TOOL')
    }
  })

  it('finds an issue by its path and its rule, in one issue', async () => {
    const refused = () => toCalls().call('bank/pay', { invoice: '', cents: 0 })
    await expect(refused).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'cents' })
    await expect(refused).toBeRefusedWith('INVALID_ARGUMENTS', { path: 'cents', rule: 'min' })
    await expect(refused).not.toBeRefusedWith('INVALID_ARGUMENTS', {
      path: 'cents',
      rule: 'isLength',
    })
    await expect(refused).not.toBeRefusedWith('INVALID_ARGUMENTS', { path: 'account' })
  })

  it('compares what else of the error is named', async () => {
    const refused = () => toCalls().call('bank/none')
    const modelText: unknown = expect.stringContaining('no tool')
    await expect(refused).not.toBeRefusedWith('UNKNOWN_TOOL', { disposition: 'landed' })
    await expect(refused).not.toBeRefusedWith('UNKNOWN_TOOL', { modelText: 'no' })
    await expect(refused).not.toBeRefusedWith('UNKNOWN_TOOL', { modelText, retryable: true })
    await expect(refused).toBeRefusedWith('UNKNOWN_TOOL', { retryable: false })
  })

  it('says what came instead, and what was not to come', async () => {
    const { call } = toCalls()
    const outcome = expect(call('bank/pay', payment)).toBeRefusedWith('REFUSED', { path: 'a' })
    expect(await messageOf(outcome)).toMatch(
      /^Expected REFUSED with [^]*"path": "a"[^]*\.\nThere came an outcome: [^]*"receipt 1"/,
    )
    const not = expect(call('bank/none')).not.toBeRefusedWith('UNKNOWN_TOOL')
    expect(await messageOf(not)).toMatch(
      /^Expected anything but UNKNOWN_TOOL\.\nThere came UNKNOWN_TOOL, /,
    )
  })
})

function toCalls() {
  const harness = harnessOf()
  return { call: (ref: string, input?: unknown) => harness.call(ref, input) }
}
