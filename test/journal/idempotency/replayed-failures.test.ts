import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import type { DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import { rejection } from '../../registry/tools.js'
import { bankOn, type Payment } from './two-processes.js'

const wait = { disposition: 'landed', retryable: true, retryAfterMs: 5 } as const

const failing: readonly [string, Partial<DefineToolOptions<Payment>>][] = [
  [
    'every issue of an output',
    { effect: 'write', outputSchema: { type: 'string' }, call: () => 1 },
  ],
  [
    'when to try again',
    {
      call() {
        throw new ToolFailure('No receipt yet.', wait)
      },
    },
  ],
]

describe('a failure that is told again from the journal', () => {
  it.each(failing)('says all that it said: %s', async (_what, options) => {
    const registry = bankOn(memoryJournal(), options)
    const fail = () => rejection(registry.dispatch('bank/pay', { id: 'a' }))
    const [first, again] = [await fail(), await fail()]
    expect(again.toJSON()).toEqual(first.toJSON())
    expect([first.issues.length > 0, first.retryable]).toContain(true)
  })
})
