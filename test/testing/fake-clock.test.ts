import { describe, expect, it } from 'vitest'

import { createFakeClock } from '../../src/testing/harness/fake-clock.js'

const never = new AbortController().signal

describe('createFakeClock', () => {
  it('stands still until it is moved', async () => {
    const clock = createFakeClock(1000)
    let isAwake = false
    void clock.sleep(10, never).then(() => (isAwake = true))
    await clock.advance(9)
    expect([clock.now(), isAwake, clock.waiting]).toEqual([1009, false, 1])
    await clock.advance(1)
    expect([clock.now(), isAwake, clock.waiting]).toEqual([1010, true, 0])
  })

  it('wakes everybody at their own time, and lets run what that leads to before the next', async () => {
    const clock = createFakeClock(0)
    const woken: number[] = []
    const sleep = (ms: number) => clock.sleep(ms, never).then(() => woken.push(clock.now()))
    void sleep(30)
    void sleep(10).then(() => sleep(10))
    await clock.advance(100)
    expect([woken, clock.now()]).toEqual([[10, 20, 30], 100])
  })

  it('ends a sleep with the reason of its signal, and forgets it', async () => {
    const clock = createFakeClock()
    const stop = new AbortController()
    const sleeping = clock.sleep(10, stop.signal)
    stop.abort('enough')
    await expect(sleeping).rejects.toBe('enough')
    await expect(clock.sleep(10, AbortSignal.abort('before'))).rejects.toBe('before')
    expect(clock.waiting).toBe(0)
  })

  it('begins at the time of now, so that no deadline is past, and hands on its time alone', () => {
    const before = Date.now()
    const { now } = createFakeClock()
    expect(now()).toBeGreaterThanOrEqual(before)
  })
})
