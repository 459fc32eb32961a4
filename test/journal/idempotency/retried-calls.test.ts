import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import type { DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { RetryLayer } from '../../../src/layers/retry-layer.js'
import { TimeoutLayer } from '../../../src/layers/timeout-layer.js'
import { rejection } from '../../registry/tools.js'
import { bankOn, type Payment } from './two-processes.js'

const busy = () => new ToolFailure('Busy.', { disposition: 'did-not-happen', retryable: true })

/** A registry that tries again, at once, what took too long or says that it may be tried again. */
function retrying(options: Partial<DefineToolOptions<Payment>>, timeoutMs = 5000) {
  const journal = memoryJournal()
  const registry = bankOn(journal, options)
    .layer(new TimeoutLayer({ timeoutMs }))
    .layer(new RetryLayer({ baseDelayMs: 0 }))
  return { journal, pay: () => registry.dispatch('bank/pay', { id: 'a' }) }
}

describe('the attempts of one call', () => {
  it.each(['write', 'idempotent'] as const)(
    '[EFF-05] have one record and one key, although nothing names the effect of a tool of effect %s',
    async (effect) => {
      const keys: unknown[] = []
      const { journal, pay } = retrying({
        ...{ effect, idempotencyKey: undefined },
        call(_payment, { idempotencyKey }) {
          keys.push(idempotencyKey)
          if (keys.length < 3) throw busy()
          return 'paid'
        },
      })
      expect(await pay()).toEqual({ status: 'output', value: 'paid' })
      expect(keys).toEqual([keys[0], keys[0], keys[0]])
      expect(await journal.list()).toMatchObject([{ state: 'settled', attempt: 3 }])
    },
  )

  it('wait for one that took too long, and go on from what it came to', async () => {
    let runs = 0
    const { pay } = retrying({ call: () => sleep(30, (runs += 1)) }, 20)
    expect(await pay()).toMatchObject({ status: 'output', value: 1 })
    expect(runs).toBe(1)
  })

  it('run again where one that took too long has failed meanwhile', async () => {
    let runs = 0
    const { pay } = retrying(
      {
        async call() {
          if ((runs += 1) > 1) return 'paid'
          await sleep(30)
          throw new Error('connection lost')
        },
      },
      20,
    )
    expect(await pay()).toMatchObject({ status: 'output', value: 'paid' })
    expect(runs).toBe(2)
  })

  it('time out where none of them ends, and say so', async () => {
    const { pay } = retrying({ call: () => sleep(500) }, 10)
    expect(await rejection(pay())).toMatchObject({ code: 'TIMED_OUT', disposition: 'in-doubt' })
  })
})
