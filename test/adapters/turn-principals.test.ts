import { describe, expect, it } from 'vitest'

import { anthropicTools, type Turn } from '../../src/adapters/anthropic/index.js'
import type { TurnContext } from '../../src/adapters/turn/answer-calls.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import type { Journal } from '../../src/journal/journals/journal.js'
import { as, shop, watchedShop, type Shop } from './shop.js'

const use = (name: string) => ({
  content: [{ type: 'tool_use', id: 'c1', name: `shop__${name}`, input: { item: 'pen' } }],
})

const idOf = ({ waiting }: Pick<Turn<unknown, unknown>, 'waiting'>) =>
  waiting[0]?.suspensionId ?? ''

const ada = as('ada')
const others: readonly (readonly [string, TurnContext])[] = [
  ['another person', { ...as('eve'), runId: ada.runId }],
  ['an agent of the same id', as('ada', { kind: 'agent' })],
  ['whom it acts for', as('ada', { onBehalfOf: 'eve' })],
  ['nobody', { runId: ada.runId }],
  ['another tenant', { ...ada, tenantId: 'south' }],
]

const approve = (journal: Journal, suspensionId: string) =>
  journal.approve({ suspensionId, tenantId: 'default', by: 'boss' })

describe.each(others)('a kept turn in the hands of %s', (_, other) => {
  it('answers no question of it', async () => {
    const { registry, deeds, journal } = shop()
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use('order'), ada)
    const turn = await goOn(kept, other, { [idOf(kept)]: true })
    const error = { code: 'UNKNOWN_SUSPENSION', disposition: 'in-doubt' }
    expect(turn.calls).toMatchObject([{ answer: { status: 'failed', error } }])
    expect(deeds).toEqual(['reserved pen'])
    expect(await journal.pending({ tenantId: 'default' })).toHaveLength(1)
  })

  it.each(['order', 'gift'])('runs nothing that was approved of: %s', async (name) => {
    const { registry, deeds, journal } = watchedShop()
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use(name), ada)
    await approve(journal, idOf(kept))
    const turn = await goOn(kept, other)
    expect(turn.calls).toMatchObject([{ answer: { error: { code: 'UNKNOWN_SUSPENSION' } } }])
    expect(deeds).toEqual([])
  })

  it.each(['order', 'keyed'])('shows no output of what went on: %s', async (name) => {
    const { registry } = shop()
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use(name), ada)
    await goOn(kept, ada, { [idOf(kept)]: true })
    expect(JSON.stringify((await goOn(kept, other)).messages)).not.toContain('sold')
  })

  it('leaves its question to whom it was asked', async () => {
    const { registry, deeds } = shop()
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use('order'), ada)
    await goOn(kept, other, { [idOf(kept)]: true })
    const turn = await goOn(kept, ada, { [idOf(kept)]: true })
    expect(turn.calls).toMatchObject([{ answer: { text: 'sold pen' } }])
    expect(deeds).toEqual(['reserved pen', 'sold pen'])
  })
})

describe('a call that meets the question of another with the same key', () => {
  const eve = as('eve')
  const met = async (name: string, { registry }: Shop) => {
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use(name), ada)
    return { answer, goOn, kept, turn: await answer(use(name), eve) }
  }

  it('waits, and is not shown the question', async () => {
    const { turn } = await met('keyed', shop())
    const reason = 'Whoever made this call first is asked.'
    expect(turn.waiting).toMatchObject([{ kind: 'answer', reason, inputSchema: { not: {} } }])
    expect(JSON.stringify(turn)).not.toContain('IBAN')
  })

  it('waits on whatever is answered, and says why', async () => {
    const own = shop()
    const { goOn, turn } = await met('keyed', own)
    const again = await goOn(turn, eve, { [idOf(turn)]: true })
    const problem = 'Nobody but whoever made this call first can answer here.'
    expect(again.waiting).toMatchObject([{ problem }])
    expect([again.results, (await goOn(turn, eve)).waiting]).toEqual([turn.results, turn.waiting])
    expect(own.deeds).toEqual(['reserved pen'])
  })

  it('is not shown it by the turn of another either', async () => {
    const { goOn, kept } = await met('keyed', shop())
    expect(JSON.stringify(kept)).toContain('IBAN')
    const { waiting } = await goOn(kept, eve)
    expect(waiting).toMatchObject([{ inputSchema: { not: {} } }])
    expect(JSON.stringify(waiting)).not.toContain('IBAN')
  })

  it('learns the outcome by calling again, as it reads', async () => {
    const own = watchedShop()
    const { answer, goOn, kept, turn } = await met('gift', own)
    await approve(own.journal, idOf(kept))
    await goOn(kept, ada)
    expect((await goOn(turn, eve)).calls).toMatchObject([
      { answer: { text: expect.stringContaining('Call again with the same arguments') as string } },
    ])
    expect((await answer(use('gift'), eve)).calls).toMatchObject([{ answer: { text: 'gave pen' } }])
    expect(own.deeds).toEqual(['gave pen'])
  })
})

it('says that nothing could be recorded where it cannot be found out whose a question is', async () => {
  const journal = memoryJournal()
  const { registry } = shop(journal)
  const { answer, goOn } = anthropicTools(registry)
  const kept = await answer(use('order'), ada)
  await journal.close()
  const turn = await goOn(kept, ada, { [idOf(kept)]: true })
  expect(turn.calls).toMatchObject([{ answer: { error: { code: 'JOURNAL_UNAVAILABLE' } } }])
})
