import { describe, expect, it } from 'vitest'

import { anthropicTools, type Turn } from '../../src/adapters/anthropic/index.js'
import { as, shop, watchedShop } from './shop.js'

const use = (name: string) => ({
  content: [{ type: 'tool_use', id: 'c1', name: `shop__${name}`, input: { item: 'pen' } }],
})

const idOf = ({ waiting }: Pick<Turn<unknown, unknown>, 'waiting'>) =>
  waiting[0]?.suspensionId ?? ''

/** A call that was answered and has gone on, and the turn from before that. */
async function sold(name: string) {
  const { registry, deeds } = shop()
  const { answer, goOn } = anthropicTools(registry)
  const kept = await answer(use(name), as('ada'))
  await goOn(kept, as('ada'), { [idOf(kept)]: true })
  return { kept, goOn, deeds, said: { [idOf(kept)]: true } }
}

describe('a kept turn that went on before', () => {
  it('gives what is on record to the same call [G-049]', async () => {
    const { kept, goOn, deeds, said } = await sold('order')
    expect((await goOn(kept, as('ada'), said)).calls).toMatchObject([
      { answer: { status: 'output', text: 'sold pen' } },
    ])
    expect(deeds).toEqual(['reserved pen', 'sold pen'])
  })

  it.each([
    ['another run', { ...as('ada'), runId: 'run-2' }, {}],
    ['no run', { principal: as('ada').principal }, {}],
    ['another call id', as('ada'), { callId: 'c9' }],
  ])('starts nothing under %s [G-049]', async (_, context, changes) => {
    const { kept, goOn, deeds, said } = await sold('order')
    const waiting = kept.waiting.map((call) => ({ ...call, ...changes }))
    const again = await goOn({ ...kept, waiting }, context, said)
    const error = { code: 'ALREADY_ANSWERED' }
    expect(again.calls).toMatchObject([{ answer: { status: 'failed', error } }])
    expect(deeds).toEqual(['reserved pen', 'sold pen'])
  })

  it('gives what is on record of a tool that names its effect, in any run', async () => {
    const { kept, goOn, deeds, said } = await sold('keyed')
    const again = await goOn(kept, { ...as('ada'), runId: 'run-2' }, said)
    expect(again.calls).toMatchObject([{ answer: { status: 'output', text: 'sold pen' } }])
    expect(deeds).toEqual(['reserved pen', 'sold pen'])
  })
})

it('says that a call was denied, whatever is answered after that', async () => {
  const { registry, journal, deeds } = watchedShop()
  const { answer, goOn } = anthropicTools(registry)
  const kept = await answer(use('order'), as('ada'))
  await journal.deny({ suspensionId: idOf(kept), tenantId: 'default', by: 'eve' })
  const turn = await goOn(kept, as('ada'), { [idOf(kept)]: true })
  expect(turn.calls).toMatchObject([{ answer: { error: { code: 'APPROVAL_DENIED' } } }])
  expect(deeds).toEqual([])
})

describe('a kept turn whose call asks something else by now', () => {
  const asked = async () => {
    const { registry, deeds } = shop()
    const { answer, goOn } = anthropicTools(registry)
    const kept = await answer(use('twice'), as('ada'))
    await registry.resume(idOf(kept), true, as('ada'))
    return { kept, goOn, deeds }
  }

  it('waits with the question that stands now', async () => {
    const { kept, goOn, deeds } = await asked()
    const turn = await goOn(kept, as('ada'))
    expect(turn.waiting).toMatchObject([{ index: 0, reason: 'Question 2, to IBAN 99?' }])
    const done = await goOn(turn, as('ada'), { [idOf(turn)]: true })
    expect(done.calls).toMatchObject([{ answer: { text: 'sold pen' } }])
    expect(deeds).toEqual(['reserved pen', 'sold pen'])
  })

  it.each([as('eve'), { ...as('eve'), runId: as('ada').runId }])(
    'shows nothing of it to somebody else, and claims nothing of the call',
    async (context) => {
      const { kept, goOn, deeds } = await asked()
      const turn = await goOn(kept, context)
      const error = { code: 'UNKNOWN_SUSPENSION', disposition: 'in-doubt' }
      expect(turn.calls).toMatchObject([{ answer: { error } }])
      expect(JSON.stringify(turn)).toContain('It is not known whether it took effect.')
      expect([JSON.stringify(turn.calls).includes('IBAN'), deeds]).toEqual([
        false,
        ['reserved pen'],
      ])
    },
  )
})

describe('what is no kept turn', () => {
  it.each(['length', -1, '__proto__', 0.5, 1, undefined])(
    'is refused before anything runs for the index %j',
    async (index) => {
      const { registry, deeds } = shop()
      const { answer, goOn } = anthropicTools(registry)
      const kept = await answer(use('order'), as('ada'))
      const waiting = [...kept.waiting, { ...kept.waiting[0], index }] as never
      const going = goOn({ ...kept, waiting }, as('ada'), { [idOf(kept)]: true })
      await expect(going).rejects.toMatchObject({ name: 'DefinitionError' })
      expect(deeds).toEqual(['reserved pen'])
    },
  )

  it.each([
    null,
    {},
    { results: null, waiting: [] },
    { results: [] },
    { results: [], waiting: [null] },
  ])('is refused: %j', async (turn) => {
    const { goOn } = anthropicTools(shop().registry)
    await expect(goOn(turn as never)).rejects.toThrow('Pass `results` and `waiting` of a turn')
  })
})
