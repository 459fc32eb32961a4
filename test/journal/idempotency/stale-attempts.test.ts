import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import type { ToolOutcome } from '../../../src/tools/outcome.js'
import { rejection } from '../../registry/tools.js'
import { bankOn, openGate, twoProcesses } from './two-processes.js'

const payment = { id: 'a' }
const nothing = () => new ToolFailure('Closed.', { disposition: 'did-not-happen' })
const landed = () => new ToolFailure('No receipt.', { disposition: 'landed' })

const unknown = () => new Error('connection lost')

/** A call that fails once another process has taken it over, which `then` lets come to something. */
async function overtaken(failure: () => unknown, takeOver: () => unknown) {
  const { clock, first, second } = twoProcesses()
  const gate = openGate()
  const running = bankOn(first, { call: () => gate.opened }).dispatch('bank/pay', payment)
  await turn()
  clock.nowMs += 1000
  await bankOn(second, { call: takeOver })
    .dispatch('bank/pay', payment)
    .catch(() => undefined)
  gate.fail(failure())
  const records = () => second.list()
  return { running, records }
}

describe('an attempt that fails when its record is of another', () => {
  it.each([
    ['nothing happened', nothing],
    ['it landed', landed],
    ['nobody knows', unknown],
  ])('[EFF-04] row 20: is told what settled the record, where %s', async (_what, failure) => {
    const { running, records } = await overtaken(failure, () => 'paid')
    const outcome: ToolOutcome = await running
    expect(outcome).toMatchObject({ status: 'output', value: 'paid' })
    expect(await records()).toMatchObject([
      { state: 'settled', attempt: 2, late: [{ attempt: 1 }] },
    ])
  })

  it.each([
    ['nothing happened', nothing],
    ['it landed', landed],
    ['nobody knows', unknown],
  ])('[EFF-04] row 20: is in doubt where %s and the record is open', async (_what, failure) => {
    const lost = (): never => {
      throw new Error('lost')
    }
    const error = await rejection((await overtaken(failure, lost)).running)
    expect(error).toMatchObject({ code: 'IN_DOUBT' })
  })

  it('keeps its own words where only time has put the record in doubt', async () => {
    const { clock, first, second } = twoProcesses()
    const gate = openGate()
    const registry = bankOn(first, { effect: 'write', call: () => gate.opened })
    const running = rejection(registry.dispatch('bank/pay', payment))
    await turn()
    clock.nowMs += 1000
    expect(await second.list()).toMatchObject([{ state: 'in-doubt' }])
    gate.fail(new Error('connection lost'))
    expect(await running).toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
  })
})
