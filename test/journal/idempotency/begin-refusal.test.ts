import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'

import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { suspend } from '../../../src/tools/suspension.js'
import { idOf } from '../approval/bank.js'
import { rejection } from '../../registry/tools.js'
import { bankOn } from './two-processes.js'

const payment = { id: 'a' }
const hostileId = 'c-1\u001b[31m\nFAKE LOG LINE'
const question = { reason: 'How?', inputSchema: { type: 'string' } } as const

describe('what a call is told that may not begin', () => {
  it('names the call that runs so that nothing in its id is a line of its own', async () => {
    const registry = bankOn(memoryJournal(), { call: () => new Promise(() => undefined) })
    void registry.dispatch('bank/pay', payment, { callId: hostileId })
    await turn()
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'IN_FLIGHT' })
    expect(error.message).toContain('call "c-1\\u001b[31m\\u000aFAKE LOG LINE"')
  })

  it('names the call whose result was pruned so, too', async () => {
    const journal = memoryJournal()
    const registry = bankOn(journal)
    await registry.dispatch('bank/pay', payment, { callId: hostileId })
    await journal.prune({ olderThanMs: 0 })
    const error = await rejection(registry.dispatch('bank/pay', payment))
    expect(error).toMatchObject({ code: 'ALREADY_DONE' })
    expect(error.message).toContain('call "c-1\\u001b[31m\\u000aFAKE LOG LINE"')
  })

  it('advises nobody to deny the question of a body whose tool has changed', async () => {
    const journal = memoryJournal()
    const registry = bankOn(journal, { call: () => suspend(question) })
    const suspensionId = idOf(await registry.dispatch('bank/pay', payment))
    const changed = bankOn(journal, { outputSchema: { type: 'string' } })
    const early = await rejection(changed.resume(suspensionId, 'cash'))
    await journal.answer({ suspensionId, tenantId: 'default', value: 'cash' })
    const late = await rejection(changed.dispatch('bank/pay', payment))
    for (const error of [early, late]) {
      expect(error).toMatchObject({ code: 'CONTRACT_CHANGED' })
      expect(error.message).toMatch(/where the tool is as it was/)
    }
  })
})
