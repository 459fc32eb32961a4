import { describe, expect, it } from 'vitest'

import { assertPaidOnce } from './assert-paid-once.js'
import { hammer } from './hammer.js'

describe('two processes on one journal file', () => {
  it('[EFF-03] run the body of each key once, and both are told what came of it', async () => {
    const hammered = await hammer(2, 40)
    expect(hammered.outcomes).toHaveLength(2)
    assertPaidOnce(hammered, 40)
  }, 120_000)
})
