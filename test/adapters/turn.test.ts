import { describe, expect, it } from 'vitest'

import type { Turn } from '../../src/adapters/openai/index.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { observed } from '../registry/tools.js'
import { bank, watchedBank } from './bank.js'
import { formats, said } from './formats.js'

const run = { runId: 'run-1' }
const idOf = ({ waiting }: Turn<unknown, unknown>) => waiting[0]?.suspensionId ?? ''

describe.each(formats)('a turn of $name', (format) => {
  const { open, script } = format
  const pay = { id: 'c1', name: 'bank__pay', args: { cents: 5 } }
  const read = { id: 'c2', name: 'bank__balance', args: {} }

  it('answers each call once, in the order of the calls [G-076]', async () => {
    const { registry } = bank()
    const turn = await open(registry).answer(script(read, pay))
    expect(Object.entries(said(format, turn))).toEqual([
      ['c2', 'EUR 5'],
      ['c1', '{"paid":5}'],
    ])
  })

  it('has nothing to say for an answer without calls', async () => {
    const turn = await open(bank().registry).answer(script())
    expect([turn.messages, turn.results, turn.waiting]).toEqual([[], [], []])
  })

  it.each([null, undefined, 3, {}, { content: 'text', tool_calls: null, output: null, parts: 3 }])(
    'finds no calls in %j',
    async (answer) => {
      expect((await open(bank().registry).answer(answer as never)).calls).toEqual([])
    },
  )

  it('answers a failed call with its modelText and leaves the others alone', async () => {
    const { registry, deeds } = bank()
    const wrong = { ...read, id: 'c3', args: { when: 'now' } }
    const texts = said(format, await open(registry).answer(script(wrong, pay)))
    expect(texts['c3']).toBe('The arguments were refused.\n- when is not an argument. Remove it.')
    expect(deeds).toEqual(['paid 5'])
  })

  it('shows nothing of an error that no author wrote for models [G-021, DIS-04]', async () => {
    const turn = await open(bank().registry).answer(
      script({ ...pay, name: 'bank__leak', args: {} }),
    )
    expect(JSON.stringify(turn.messages)).toContain('The tool failed unexpectedly.')
    expect(JSON.stringify(turn.messages)).not.toMatch(/postgres|p4ss|db\.internal/)
  })

  it.each([
    ...['bank/pay', 'tool://bank/pay', 'pay', 'Bank__pay', 'bank__pay ', 'ns:bank__pay', ''],
    ...['functions.bank__pay', 'default_api.bank__pay', 'toString', '__proto__'],
  ])('runs nothing for the name %j, and says so to the model [G-017, DIS-02]', async (name) => {
    const { registry, deeds } = bank()
    const turn = await open(registry).answer(script({ ...pay, name }))
    expect(said(format, turn)['c1']).toContain('There is no such tool.')
    expect(deeds).toEqual([])
  })

  it('names what is near among the tools of its registry only [G-017]', async () => {
    const view = bank().registry.restrictTo(['bank/balance'])
    const { answer } = open(view)
    const texts = said(format, await answer(script(pay, { ...read, name: 'bank__balanc' })))
    expect(texts).toEqual({
      c1: 'There is no such tool.',
      c2: 'There is no such tool. Did you mean "bank__balance"?',
    })
  })

  it('gives a call of one server to no tool of another [G-009]', async () => {
    const { registry, deeds } = bank()
    await open(registry).answer(script({ ...pay, name: 'hotel__pay' }))
    expect(deeds).toEqual([])
  })

  it.each([
    [null, ['null']],
    ['', ['empty-text']],
    [' ', ['empty-text']],
  ])('takes %j for no arguments, and records it', async (args, habits) => {
    const turn = await open(bank().registry).answer(script({ ...read, args }))
    expect(turn.calls[0]).toMatchObject({ answer: { status: 'output', text: 'EUR 5' } })
    expect(turn.calls[0]?.habits).toEqual(args === null ? ['null'] : habits)
  })

  it('takes arguments that are JSON in a text once too often, and records it', async () => {
    const args = JSON.stringify(JSON.stringify({ cents: 5 }))
    const sent = format.name === 'Anthropic' || format.name === 'Gemini' ? '{"cents":5}' : args
    const turn = await open(bank().registry).answer(script({ ...pay, args: sent }))
    expect(turn.calls[0]).toMatchObject({ habits: ['json-text'], answer: { text: '{"paid":5}' } })
  })

  it('records in the event of a call, too, how its arguments came', async () => {
    const { registry, events } = observed(bank().registry)
    await open(registry).answer(script({ ...read, args: '' }, pay))
    expect(events).toMatchObject([
      { tool: 'bank/balance', habits: ['empty-text'] },
      { tool: 'bank/pay', habits: [] },
    ])
  })

  it.each(['{"cents":', 'cents=5', '[5]'])('refuses the text %j for arguments', async (args) => {
    const { registry, deeds } = bank()
    const turn = await open(registry).answer(script({ ...pay, args }))
    expect(turn.calls[0]).toMatchObject({ answer: { error: { code: 'INVALID_ARGUMENTS' } } })
    expect(deeds).toEqual([])
  })

  it('pays once for a turn that comes twice, given its run and a journal [G-049]', async () => {
    const { registry, deeds } = bank(memoryJournal())
    const { answer } = open(registry)
    const first = await answer(script(pay, { ...pay, id: 'c9' }), run)
    const second = await answer(script(pay, { ...pay, id: 'c9' }), run)
    expect(said(format, second)).toEqual(said(format, first))
    expect(deeds).toEqual(['paid 5', 'paid 5'])
  })

  it('takes the same ids of another run for other calls', async () => {
    const { registry, deeds } = bank(memoryJournal())
    await open(registry).answer(script(pay), run)
    await open(registry).answer(script(pay), { runId: 'run-2' })
    expect(deeds).toEqual(['paid 5', 'paid 5'])
  })

  it('refuses the second of two calls with one id', async () => {
    const { registry, deeds } = bank()
    const turn = await open(registry).answer(script(pay, pay))
    expect(turn.calls.map(({ answer: { status } }) => status)).toEqual(['output', 'failed'])
    expect(deeds).toEqual(['paid 5'])
  })

  it('says that a call waits, and nothing of its question', async () => {
    const { registry, deeds } = watchedBank()
    const turn = await open(registry).answer(script(pay, read), run)
    expect(said(format, turn)['c1']).toBe(
      'This call has not run: it waits for a person to approve of it. Do not call again: that would be another call.',
    )
    expect(turn.waiting).toMatchObject([{ index: 0, name: 'bank__pay', kind: 'approval' }])
    expect(deeds).toEqual(['read'])
  })

  it('goes on with what was approved, and runs no sibling again [G-036]', async () => {
    const { registry, deeds, journal } = watchedBank()
    const { answer, goOn } = open(registry)
    const asked = await answer(script(read, pay), run)
    const suspensionId = idOf(asked)
    await journal.approve({ suspensionId, tenantId: 'default', by: 'ada' })
    const turn = await goOn(JSON.parse(JSON.stringify(asked)) as typeof asked, run)
    expect(said(format, turn)).toEqual({ c2: 'EUR 5', c1: '{"paid":5}' })
    expect(deeds).toEqual(['read', 'paid 5'])
  })

  it('answers a call that a person declined, and never runs it [G-060, G-076]', async () => {
    const { registry, deeds, journal } = watchedBank()
    const { answer, goOn } = open(registry)
    const asked = await answer(script(pay, { ...pay, id: 'c9' }), run)
    const suspensionId = idOf(asked)
    await journal.deny({ suspensionId, tenantId: 'default', by: 'ada' })
    const turn = await goOn(asked, run)
    expect(said(format, turn)['c1']).toBe('This call was not approved.')
    expect(turn.waiting.map(({ index }) => index)).toEqual([1])
    expect(deeds).toEqual([])
  })

  it.each([false, true])('takes the answer %j to a question [EFF-07, G-060]', async (value) => {
    const { registry, deeds } = bank(memoryJournal())
    const { answer, goOn } = open(registry)
    const asked = await answer(script({ id: 'c1', name: 'hotel__book', args: { room: 1 } }), run)
    const turn = await goOn(asked, run, { [idOf(asked)]: value })
    expect(said(format, turn)).toEqual({ c1: `room 1: ${value}` })
    expect(deeds).toEqual([`room 1: ${value}`])
  })

  it('answers two questions of one tool in any order, each its own [G-053]', async () => {
    const { registry } = bank(memoryJournal())
    const { answer, goOn } = open(registry)
    const book = (id: string, room: number) => ({ id, name: 'hotel__book', args: { room } })
    const asked = await answer(script(book('c1', 1), book('c2', 2)), run)
    const [first, second] = asked.waiting.map(({ suspensionId }) => suspensionId)
    const half = await goOn(asked, run, { [second ?? '']: true })
    expect(half.waiting.map(({ suspensionId }) => suspensionId)).toEqual([first])
    const whole = await goOn(half, run, { [first ?? '']: false })
    expect(said(format, whole)).toEqual({ c1: 'room 1: false', c2: 'room 2: true' })
  })

  it('waits on where an answer breaks its schema, and says why', async () => {
    const { registry, deeds } = bank(memoryJournal())
    const { answer, goOn } = open(registry)
    const asked = await answer(script({ id: 'c1', name: 'hotel__book', args: { room: 1 } }), run)
    const turn = await goOn(asked, run, { [idOf(asked)]: 'yes' })
    expect(turn.waiting[0]?.problem).toContain('The answer was refused.')
    expect(turn.results).toEqual(asked.results)
    expect(deeds).toEqual([])
  })

  it('gives what is on record where a call went on elsewhere [G-071]', async () => {
    const { registry, deeds, journal } = watchedBank()
    const { answer, goOn } = open(registry)
    const asked = await answer(script(pay), run)
    const suspensionId = idOf(asked)
    await journal.approve({ suspensionId, tenantId: 'default', by: 'ada' })
    await registry.resumeAnswered()
    expect(said(format, await goOn(asked, run))).toEqual({ c1: '{"paid":5}' })
    expect(deeds).toEqual(['paid 5'])
  })

  it('never runs other arguments than those that were approved of [G-044]', async () => {
    const { registry, deeds, journal } = watchedBank()
    const { answer, goOn } = open(registry)
    const asked = await answer(script(pay), run)
    const suspensionId = idOf(asked)
    await journal.approve({ suspensionId, tenantId: 'default', by: 'ada' })
    const swapped = await answer(script({ ...pay, args: { cents: 9000 } }), run)
    expect(swapped.calls[0]).toMatchObject({ answer: { error: { code: 'KEY_REUSED' } } })
    await goOn(asked, run)
    expect(deeds).toEqual(['paid 5'])
  })

  it('throws for a context that is none, and for a registry that keeps no calls', async () => {
    const { answer, goOn } = open(bank().registry)
    await expect(answer(script(), { runId: '' })).rejects.toThrow('runId')
    const waiting = { index: 0, name: 'x', suspensionId: 's', kind: 'answer', reason: '' } as const
    const turn = { results: ['x'], waiting: [{ ...waiting, inputSchema: {} }] }
    await expect(goOn(turn)).rejects.toThrow('no layer of the registry keeps suspended calls')
  })

  it('throws for answers that are none and for a question without an id, before anything goes on', async () => {
    const { registry, deeds } = bank()
    const { goOn } = open(registry)
    const none = { index: 0, name: 'x', kind: 'answer', reason: '', inputSchema: {} } as const
    const turn = { results: ['x'], waiting: [none as never] }
    await expect(goOn(turn, run)).rejects.toThrow('has no `suspensionId`')
    const empty = { results: [], waiting: [] }
    await expect(goOn(empty, run, null as never)).rejects.toThrow('`answers` is no object')
    expect(deeds).toEqual([])
  })
})
