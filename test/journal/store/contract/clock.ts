import { expect, it } from 'vitest'

import { sampleRecord } from '../sample-record.js'
import type { StoresNow } from './stores.js'

const hourMs = 60 * 60 * 1000

/** One clock judges all. */
export function describeClock(stores: StoresNow): void {
  const nowSeen = (): Promise<number> => stores().seen((table) => table.nowMs)

  it('is the one that was given', async () => {
    stores().setNow(123_456)
    expect(await nowSeen()).toBe(123_456)
  })

  it.each([Number.NaN, Infinity, -Infinity])('is refused where it tells %d', async (noTime) => {
    stores().setNow(noTime)
    await expect(nowSeen()).rejects.toThrow(/its clock tells no time/)
    stores().setNow(1000)
    expect(await nowSeen()).toBe(1000)
  })

  it('does not run backwards below the newest record', async () => {
    await stores().putAll(sampleRecord('a', { changedAtMs: 5000 }))
    stores().setNow(5000 - hourMs)
    expect(await nowSeen()).toBe(5000)
  })

  it('is not held to a record from a far future', async () => {
    await stores().putAll(sampleRecord('a', { changedAtMs: 5000 + hourMs + 1 }))
    stores().setNow(5000)
    expect(await nowSeen()).toBe(5000)
  })

  it('is not held to a record that was undone', async () => {
    const undone = stores().first.transact((table) => {
      table.put(sampleRecord('a', { changedAtMs: 5000 }))
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    stores().setNow(4000)
    expect(await nowSeen()).toBe(4000)
  })
}
