import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { RetryLayer } from '../../../src/layers/retry-layer.js'
import { ScopedToolLayer } from '../../../src/layers/scoped-tool-layer.js'
import { registryOf, tool } from '../../registry/tools.js'

/** A keyed tool inside a scope, and how often that was entered. */
function scoped(call: () => unknown) {
  let entered = 0
  const wrap = (_context: unknown, run: () => Promise<unknown>) => {
    entered += 1
    return run()
  }
  const keyed = tool({ idempotencyKey: () => 'k', call })
  const registry = registryOf(keyed)
    .layer(new ScopedToolLayer({ wrap }))
    .layer(new IdempotencyLayer(memoryJournal()))
    .layer(new RetryLayer({ baseDelayMs: 1 }))
  return { dispatch: () => registry.dispatch('shop/order', {}), entered: () => entered }
}

describe('a scope inside a journal', () => {
  it('[REG-08] is entered once for each attempt', async () => {
    let attempts = 0
    const { dispatch, entered } = scoped(() => {
      const busy = { disposition: 'did-not-happen', retryable: true } as const
      if (++attempts < 3) throw new ToolFailure('Busy.', busy)
      return 'done'
    })
    expect(await dispatch()).toMatchObject({ value: 'done' })
    expect(entered()).toBe(3)
  })

  it('[REG-08] is not entered for an answer from the journal', async () => {
    const { dispatch, entered } = scoped(() => 'done')
    await dispatch()
    expect(await dispatch()).toHaveProperty('deduplicatedFrom')
    expect(entered()).toBe(1)
  })
})
