import { describe, expect, it } from 'vitest'

import { createMemoryRecords } from '../../../src/journal/store/memory-store.js'
import { describeRecordStore } from './contract/describe-record-store.js'

describeRecordStore('createMemoryRecords', () => {
  let nowMs = 1000
  const records = createMemoryRecords({ now: () => nowMs })
  return {
    open: () => records.open(),
    setNow: (ms) => {
      nowMs = ms
    },
  }
})

describe('createMemoryRecords', () => {
  it('takes the time of the system and says that it is in memory', async () => {
    const store = createMemoryRecords().open()
    const before = Date.now()
    expect(await store.transact((table) => table.nowMs)).toBeGreaterThanOrEqual(before)
    expect(store.name).toBe('memory')
  })

  it('shares nothing between two sets', async () => {
    const [first, second] = [createMemoryRecords().open(), createMemoryRecords().open()]
    await first.transact((table) => table.setLease('h', 1))
    expect(await second.transact((table) => table.findLease('h'))).toBeUndefined()
  })
})
