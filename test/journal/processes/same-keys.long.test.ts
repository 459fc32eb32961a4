import { describe, expect, it } from 'vitest'

import { assertPaidOnce } from './assert-paid-once.js'
import { hammer } from './hammer.js'

describe('processes that make the same 500 calls', () => {
  it.each([2, 4])('[EFF-03] have 500 effects: %i processes', async (processes) => {
    const hammered = await hammer(processes, 500)
    expect(hammered.outcomes).toHaveLength(processes)
    assertPaidOnce(hammered, 500)
  })
})
