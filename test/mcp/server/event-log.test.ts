import { describe, expect, it } from 'vitest'

import { EventLog } from '../../../src/mcp/server/http/event-log.js'

const message = (id: number, words = 'x') => ({ jsonrpc: '2.0' as const, id, result: { words } })

async function replayed(log: EventLog, lastEventId: string) {
  const ids: unknown[] = []
  const send = (_: string, sent: object) => Promise.resolve(void ids.push(Reflect.get(sent, 'id')))
  const stream = await log.replayEventsAfter(lastEventId, { send })
  return { stream, ids }
}

describe('EventLog', () => {
  it('gives what one stream was sent after an event, in order', async () => {
    const log = new EventLog()
    const first = await log.storeEvent('a', message(1))
    for (const id of [2, 3]) await log.storeEvent('a', message(id))
    await log.storeEvent('b', message(4))
    expect(await replayed(log, first)).toEqual({ stream: 'a', ids: [2, 3] })
    expect(await log.getStreamIdForEventId(first)).toBe('a')
  })

  it.each([
    ['events', { maxEvents: 2, maxBytes: 1e6 }, 'x'],
    ['bytes', { maxEvents: 100, maxBytes: 1000 }, 'x'.repeat(400)],
  ])('forgets the oldest of too many %s, and says so', async (_, limits, words) => {
    const log = new EventLog(limits)
    const [first = '', second = '', third = ''] = await Promise.all(
      [1, 2, 3].map((id) => log.storeEvent('a', message(id, words))),
    )
    const known = await Promise.all(
      [first, second, third].map((id) => log.getStreamIdForEventId(id)),
    )
    expect(known).toEqual([undefined, 'a', 'a'])
  })
})
