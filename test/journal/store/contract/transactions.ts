import { expect, it } from 'vitest'

import { JournalFault, type RecordTable } from '../../../../src/journal/store/record-store.js'
import { deniedRecord, parkedRecord, sampleRecord } from '../sample-record.js'
import { denialQuery } from './lookups.js'
import { idsOf, type StoresNow } from './stores.js'

const failure = new Error('the work failed')

/** Changes everything a table can change, then throws. */
function changeAllAndThrow(table: RecordTable): never {
  table.put({ ...parkedRecord('a', 's2'), keyDigest: 'k2' })
  table.delete('b')
  table.put(sampleRecord('c', { keyDigest: 'k' }))
  table.put(deniedRecord('d', { call: { callId: 'call-9' } }))
  table.setLease('h', 9000)
  table.dropLease('g')
  throw failure
}

/** All that `changeAllAndThrow` touches. */
function lookAtAll(table: RecordTable): unknown {
  return [
    table.list({}),
    [table.findByKey('k')?.id, table.findByKey('k2')],
    [table.findBySuspension('s')?.id, table.findBySuspension('s2')],
    [table.findLease('g'), table.findLease('h'), table.findDenied(denialQuery)],
  ]
}

/** A transaction is kept whole or not at all. */
export function describeUndo(stores: StoresNow): void {
  it('undo everything, and throw what the work threw', async () => {
    const parked = { ...parkedRecord('a', 's'), keyDigest: 'k' }
    await stores().putAll(parked, sampleRecord('b'))
    await stores().first.transact((table) => table.setLease('g', 100))
    const before = await stores().seen(lookAtAll)
    await expect(stores().first.transact(changeAllAndThrow)).rejects.toBe(failure)
    expect(await stores().seen(lookAtAll)).toEqual(before)
    expect(await stores().first.transact(lookAtAll)).toEqual(before)
  })

  it('leave the store usable', async () => {
    await expect(stores().first.transact(changeAllAndThrow)).rejects.toBe(failure)
    await stores().putAll(sampleRecord('a'))
    expect(await stores().seen((table) => table.find('a')?.id)).toBe('a')
  })

  it('undo nothing of others that were asked for at the same time', async () => {
    const { first } = stores()
    const ends = await Promise.allSettled([
      first.transact((table) => table.put(sampleRecord('e'))),
      first.transact(changeAllAndThrow),
      first.transact((table) => {
        table.put(sampleRecord('f'))
        return [table.find('e')?.id, table.find('a'), table.findByKey('k'), table.findLease('h')]
      }),
    ])
    expect(ends).toEqual([
      { status: 'fulfilled', value: undefined },
      { status: 'rejected', reason: failure },
      { status: 'fulfilled', value: ['e', undefined, undefined, undefined] },
    ])
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('e f')
  })
}

/** Transactions come one after the other, and end. */
export function describeOrder(stores: StoresNow): void {
  it('run alone, each store its own in the order they were asked for', async () => {
    await stores().putAll(sampleRecord('a', { attempt: 0 }))
    const order: number[] = []
    const add = (n: number): Promise<void> =>
      (n % 2 === 0 ? stores().first : stores().second).transact((table) => {
        order.push(n)
        const attempt = (table.find('a')?.attempt ?? 0) + 1
        table.put(sampleRecord('a', { attempt }))
      })
    await Promise.all(Array.from({ length: 40 }, (_, n) => add(n)))
    expect(await stores().seen((table) => table.find('a')?.attempt)).toBe(40)
    const ofFirst = order.filter((n) => n % 2 === 0)
    expect(ofFirst).toEqual(ofFirst.toSorted((first, second) => first - second))
  })

  it('come after the one they were asked for in', async () => {
    let inner: Promise<unknown> | undefined
    await stores().first.transact((table) => {
      inner = stores().first.transact((later) => later.find('a')?.id)
      table.put(sampleRecord('a'))
    })
    expect(await inner).toBe('a')
  })

  describeEnds(stores)
}

function describeEnds(stores: StoresNow): void {
  it('see what they changed themselves before', async () => {
    const found = await stores().first.transact((table) => {
      table.put(sampleRecord('a', { keyDigest: 'k' }))
      table.setLease('h', 1)
      return [table.find('a')?.id, table.findByKey('k')?.id, table.findLease('h')]
    })
    expect(found).toEqual(['a', 'a', 1])
  })

  it.each([
    ['find', (table: RecordTable) => table.find('a')],
    ['list', (table: RecordTable) => table.list({})],
    ['put', (table: RecordTable) => table.put(sampleRecord('a'))],
    ['delete', (table: RecordTable) => table.delete('a')],
    ['setLease', (table: RecordTable) => table.setLease('h', 1)],
    ['dropLease', (table: RecordTable) => table.dropLease('h')],
  ])('lend their table only while they run: %s', async (_, use) => {
    const table = await stores().first.transact((lent) => lent)
    expect(() => use(table)).toThrow(JournalFault)
    expect(() => use(table)).toThrow(/this transaction is over\./)
  })

  it('are refused once the store is closed, but end when asked for before', async () => {
    const { first } = stores()
    const before = stores().putAll(sampleRecord('a'))
    const closing = [first.close(), first.close()]
    await expect(first.transact(() => 1)).rejects.toThrow(/journal was closed\. Open it again/)
    await Promise.all([before, ...closing])
    expect(await stores().seen((table) => table.find('a')?.id)).toBe('a')
  })
}
