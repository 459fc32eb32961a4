import { expect, it } from 'vitest'

import { parkedRecord, sampleRecord } from '../sample-record.js'
import { idsOf, type StoresNow } from './stores.js'

/** Records are kept whole, replaced whole and shared by every store. */
export function describeRecords(stores: StoresNow): void {
  it('are given back as they were put, to every store', async () => {
    const record = sampleRecord('a', {
      holder: { holderId: 'h', processId: 7 },
      result: { status: 'output', value: { list: [1, null, 'x', 0.1, -1e300] } },
      late: [{ attempt: 1, atMs: 3, verb: 'settle' }],
    })
    await stores().putAll(record)
    expect(await stores().seen((table) => table.find('a'))).toEqual(record)
    expect(await stores().first.transact((table) => table.find('a'))).toEqual(record)
  })

  it('that were never put are not found', async () => {
    const found = await stores().seen((table) => [
      table.find('a'),
      table.findByKey('a'),
      table.findBySuspension('a'),
    ])
    expect(found).toEqual([undefined, undefined, undefined])
  })

  it('replace the one with the same id', async () => {
    const settled = sampleRecord('a', { state: 'settled', attempt: 2 })
    await stores().putAll(sampleRecord('a'), settled)
    expect(await stores().seen((table) => table.list({}))).toEqual([settled])
  })

  describeRemoval(stores)
}

function describeRemoval(stores: StoresNow): void {
  it('are taken away with all they were found by', async () => {
    await stores().putAll({ ...parkedRecord('a', 's'), keyDigest: 'k' })
    await stores().first.transact((table) => {
      table.delete('a')
      table.delete('never there')
    })
    const found = await stores().seen((table) => [
      table.find('a'),
      table.findByKey('k'),
      table.findBySuspension('s'),
      ...table.list({}),
    ])
    expect(found).toEqual([undefined, undefined, undefined])
  })

  it('are found by their suspension as long as they have that question', async () => {
    await stores().putAll(parkedRecord('a', 's1'), parkedRecord('b', 's2'))
    expect(await stores().seen((table) => table.findBySuspension('s2')?.id)).toBe('b')
    await stores().putAll(parkedRecord('b', 's3'))
    expect(await stores().seen((table) => table.findBySuspension('s2'))).toBeUndefined()
    expect(await stores().seen((table) => table.findBySuspension('s3')?.id)).toBe('b')
  })

  it('share no object with who puts or reads them', async () => {
    const list = ['x']
    await stores().putAll(sampleRecord('a', { result: { status: 'output', value: { list } } }))
    list.push('changed')
    const found = await stores().first.transact((table) => table.find('a'))
    expect(found?.result).toEqual({ status: 'output', value: { list: ['x'] } })
    expect(Object.isFrozen(found) && Object.isFrozen(found?.call.arguments)).toBe(true)
  })
}

/** Leases stand by themselves, one a holder. */
export function describeLeases(stores: StoresNow): void {
  const both = (): Promise<unknown> =>
    stores().seen((table) => [table.findLease('h1'), table.findLease('h2')])

  it('are kept, renewed and dropped by holder', async () => {
    expect(await both()).toEqual([undefined, undefined])
    await stores().first.transact((table) => {
      table.setLease('h1', 5000)
      table.setLease('h2', 6000)
      table.setLease('h1', 7000)
    })
    expect(await both()).toEqual([7000, 6000])
    await stores().first.transact((table) => {
      table.dropLease('h1')
      table.dropLease('never there')
    })
    expect(await both()).toEqual([undefined, 6000])
  })

  it('are no records', async () => {
    await stores().first.transact((table) => table.setLease('h1', 5000))
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('')
  })
}
