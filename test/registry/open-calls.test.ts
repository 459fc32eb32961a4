import { describe, expect, it } from 'vitest'

import { OpenCalls } from '../../src/registry/call/open-calls.js'
import { later } from '../mcp/server/connect.js'

const untilCancelled = ({ signal }: AbortController) =>
  new Promise<string>((resolve) => {
    signal.addEventListener('abort', () => resolve('cancelled'))
  })

describe('OpenCalls.drain', () => {
  it('lets no call begin while it waits, and says that it did not happen', async () => {
    const calls = new OpenCalls()
    const running = later<string>()
    const first = calls.run(() => running.promise)
    const drained = calls.drain(1000)
    await expect(calls.run(() => Promise.resolve('late'))).rejects.toMatchObject({
      ...{ code: 'CANCELLED', disposition: 'did-not-happen' },
    })
    running.resolve('done')
    expect([await first, await drained]).toEqual(['done', true])
  })

  it('cancels what takes longer than it waits', async () => {
    const calls = new OpenCalls()
    const running = calls.run(untilCancelled)
    expect([await calls.drain(0), await running]).toEqual([false, 'cancelled'])
  })

  it('of some calls leaves the others alone', async () => {
    const all = new OpenCalls()
    const [some, others] = [new OpenCalls(all), new OpenCalls(all)]
    await some.drain(0)
    await expect(some.run(() => Promise.resolve(0))).rejects.toMatchObject({ code: 'CANCELLED' })
    expect(await others.run(() => Promise.resolve('runs'))).toBe('runs')
  })

  it('of all calls cancels each, whatever it is among', async () => {
    const all = new OpenCalls()
    const running = new OpenCalls(all).run(untilCancelled)
    expect([await all.drain(0), await running]).toEqual([false, 'cancelled'])
  })
})
