import { expect, it } from 'vitest'

import { JournalFault } from '../../../../src/journal/store/record-store.js'
import { sampleRecord } from '../sample-record.js'
import { idsOf, type StoresNow } from './stores.js'

/** A key has one record that is not closed, and any number that are. */
export function describeKeys(stores: StoresNow): void {
  const holder = (): Promise<string | undefined> =>
    stores().seen((table) => table.findByKey('k')?.id)

  it('find their record in every state but closed', async () => {
    await stores().putAll(sampleRecord('a', { keyDigest: 'k', state: 'settled' }))
    expect(await holder()).toBe('a')
    await stores().putAll(sampleRecord('a', { keyDigest: 'k', state: 'closed' }))
    expect(await holder()).toBeUndefined()
  })

  it('go on to another record once the first is closed', async () => {
    await stores().putAll(
      sampleRecord('a', { keyDigest: 'k' }),
      sampleRecord('a', { keyDigest: 'k', state: 'closed' }),
      sampleRecord('b', { keyDigest: 'k' }),
      sampleRecord('c', { keyDigest: 'k', state: 'closed' }),
    )
    expect(await holder()).toBe('b')
    await stores().first.transact((table) => table.delete('a'))
    expect(await holder()).toBe('b')
  })

  it('are not asked of a record', async () => {
    await stores().putAll(sampleRecord('a'), sampleRecord('b'))
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('a b')
  })

  describeRefusals(stores)
}

function describeRefusals(stores: StoresNow): void {
  it('refuse a second record that is not closed', async () => {
    await stores().putAll(sampleRecord('a', { keyDigest: 'k' }))
    const second = stores().putAll(sampleRecord('b', { keyDigest: 'k', state: 'settled' }))
    await expect(second).rejects.toThrow(JournalFault)
    await expect(second).rejects.toThrow(/another record that is not closed has this key\./)
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('a')
  })

  it('refuse a closed record that opens again when another one has its key', async () => {
    await stores().putAll(
      sampleRecord('a', { keyDigest: 'k', state: 'closed' }),
      sampleRecord('b', { keyDigest: 'k' }),
    )
    const opened = stores().putAll(sampleRecord('a', { keyDigest: 'k' }))
    await expect(opened).rejects.toThrow(JournalFault)
    expect(await stores().seen((table) => table.findByKey('k')?.id)).toBe('b')
  })

  it('leave a transaction usable that was refused a record', async () => {
    await stores().putAll(sampleRecord('a', { keyDigest: 'k' }))
    await stores().first.transact((table) => {
      expect(() => table.put(sampleRecord('b', { keyDigest: 'k' }))).toThrow(JournalFault)
      table.put(sampleRecord('c'))
    })
    expect(idsOf(await stores().seen((table) => table.list({})))).toBe('a c')
  })
}
