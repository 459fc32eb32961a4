import { describe, expect, it } from 'vitest'

import { connect, eras, textOf } from './connect.js'
import { agentFor, answering, bank, caller, order, shop, type Answer } from './waiting-tools.js'

describe.each(eras)('a call that another principal made first, to a %s client', (era) => {
  const others = [
    ['another person', caller('ann'), caller('eve')],
    ['a service of the same id', caller('ann'), caller('ann', 'acme', 'service')],
    ['nobody', caller('ann'), { tenantId: 'acme' }],
    ['the same agent for another', agentFor('ann'), agentFor('eve')],
  ] as const

  it.each(others)('asks nothing of %s, and does not say what it asks', async (_, first, other) => {
    const { registry, journal } = shop()
    await (await connect(registry, { serve: { caller: first } })).client.callTool(order())
    const person = answering({ action: 'accept', content: { size: 9 } })
    const { client } = await connect(registry, { era, serve: { caller: other }, ...person })
    const text = textOf(await client.callTool(order()))
    expect(text).toMatch(/^Waiting for an answer, which nobody but who made this call first/)
    expect([person.questions, text.includes('Which size?')]).toEqual([[], false])
    expect(await journal.pending({ tenantId: 'acme' })).toHaveLength(1)
  })

  it.each(others)('cannot be approved there by %s', async (_, first, other) => {
    const { registry, journal, paid } = bank()
    await (await connect(registry, { serve: { caller: first } })).client.callTool(order())
    const person = answering({ action: 'accept', content: { approve: true } } as unknown as Answer)
    const serve = { approvals: 'client', journal, caller: other } as const
    const { client } = await connect(registry, { era, serve, ...person })
    expect(textOf(await client.callTool(order()))).toContain('which cannot be given here')
    expect([person.questions, paid]).toEqual([[], []])
  })
})
