import { describe, expect, it } from 'vitest'

import { systemClock } from '../../src/layers/layer-clock.js'

describe('systemClock', () => {
  it('tells the time', () => {
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000)
  })

  it.each([0, 1])('sleeps for %d ms', async (ms) => {
    await expect(systemClock.sleep(ms, new AbortController().signal)).resolves.toBeUndefined()
  })

  it('does not wake at once from a sleep that is longer than a timer counts', async () => {
    const stop = new AbortController()
    const sleeping = systemClock.sleep(2 ** 31 + 5, stop.signal)
    await systemClock.sleep(20, new AbortController().signal)
    stop.abort('stopped')
    await expect(sleeping).rejects.toBe('stopped')
  })

  it('does not sleep for a signal that has fired', async () => {
    await expect(systemClock.sleep(2 ** 30, AbortSignal.abort('before'))).rejects.toBe('before')
  })
})
