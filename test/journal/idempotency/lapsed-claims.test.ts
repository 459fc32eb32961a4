import { describe, expect, it, vi } from 'vitest'

import type { Journal } from '../../../src/journal/journals/journal.js'
import { rejection } from '../../registry/tools.js'
import { bankOn, twoProcesses } from './two-processes.js'

const payment = { id: 'a' }

/** A journal on which whatever is about to start has lapsed. */
function standingStill(journal: Journal): Journal {
  vi.spyOn(journal, 'confirm').mockResolvedValue(false)
  return journal
}

describe('an attempt whose claim lapsed before its body started', () => {
  it('frees what is still its own, for nothing has happened', async () => {
    const { first, second } = twoProcesses()
    const call = vi.fn(() => 'paid')
    const error = await rejection(
      bankOn(standingStill(first), { call, effect: 'write' }).dispatch('bank/pay', payment),
    )
    expect(error).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    expect(call).not.toHaveBeenCalled()
    expect(await second.list()).toMatchObject([{ state: 'closed', closedFor: 'did-not-happen' }])
    expect(await bankOn(second).dispatch('bank/pay', payment)).toMatchObject({ value: 'paid' })
  })

  it('is told what became of what another took and settled', async () => {
    const { clock, first, second } = twoProcesses()
    const call = vi.fn(() => 'twice')
    const other = bankOn(second)
    const slow = bankOn(first, { call })
    vi.spyOn(first, 'confirm').mockImplementation(async () => {
      clock.nowMs += 1000
      await other.dispatch('bank/pay', payment)
      return false
    })
    expect(await slow.dispatch('bank/pay', payment)).toMatchObject({ value: 'paid' })
    expect(call).not.toHaveBeenCalled()
  })

  it('is in doubt where another took it and has not settled it', async () => {
    const { clock, first, second } = twoProcesses()
    const lost = () => Promise.reject(new Error('lost'))
    const other = bankOn(second, { call: lost })
    vi.spyOn(first, 'confirm').mockImplementation(async () => {
      clock.nowMs += 1000
      await rejection(other.dispatch('bank/pay', payment))
      return false
    })
    const error = await rejection(bankOn(first).dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'IN_DOUBT', disposition: 'in-doubt' })
  })
})
