import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { PolicyLayer } from '../../../src/layers/policy-layer.js'
import { RetryLayer } from '../../../src/layers/retry-layer.js'
import type { ToolRegistry } from '../../../src/registry/tool-registry.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'
import { suspend } from '../../../src/tools/suspension.js'
import { observed, registryOf, rejection, tool } from '../../registry/tools.js'
import { idOf } from '../approval/bank.js'
import { bookTool, hotel } from './asking.js'

const book = async (registry: ToolRegistry, room = '1', context = {}) =>
  idOf(await registry.dispatch('hotel/book', { room }, context))

/** A body of a resumed call that comes to one thing after the other. */
function inTurn(...ends: readonly unknown[]): () => unknown {
  const left = [...ends]
  return () => {
    const end = left.shift()
    if (end instanceof Error) throw end
    return end
  }
}

const nothing = () => new ToolFailure('Closed.', { disposition: 'did-not-happen' })

describe('an answer to a suspended call', () => {
  it.each([false, 0, '', null, [], {}])('[EFF-07, G-060] may be %j', async (input) => {
    const { registry, log } = hotel()
    const id = await book(registry)
    expect(await registry.resume(id, input)).toMatchObject({ value: { room: '1', input } })
    expect(log).toEqual(['call 1', `resume 1 ${JSON.stringify(input)}`])
  })

  it.each([false, 0, '', null])(
    '[EFF-07] that is %j is the output without `resume`',
    async (input) => {
      const { registry, log } = hotel({ resume: undefined as never })
      expect(await registry.resume(await book(registry), input)).toEqual({
        ...{ status: 'output', value: input },
      })
      expect(log).toEqual(['call 1'])
    },
  )

  it.each([false, 0, '', null])('[EFF-07, G-053] that is %j is taken once', async (input) => {
    const { registry, journal } = hotel({ resume: inTurn(nothing(), 'booked') })
    const id = await book(registry)
    await rejection(registry.resume(id, input))
    expect(await journal.list()).toMatchObject([{ state: 'answered', answer: { value: input } }])
    expect(await rejection(registry.resume(id, input))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await registry.resume(id)).toMatchObject({ value: 'booked' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
  })

  it('[EFF-07, G-053] goes to the call that asked, in any order', async () => {
    const { registry, log } = hotel()
    const [first, second] = [await book(registry, '1'), await book(registry, '2')]
    expect(await registry.resume(second, 'Bob')).toMatchObject({
      value: { room: '2', input: 'Bob' },
    })
    expect(await registry.resume(first, 'Ann')).toMatchObject({
      value: { room: '1', input: 'Ann' },
    })
    expect(log).toEqual(['call 1', 'call 2', 'resume 2 "Bob"', 'resume 1 "Ann"'])
  })

  it('[EFF-07] that is refused is not recorded', async () => {
    const { registry, journal, log } = hotel({ schema: { type: 'string', minLength: 1 } })
    const id = await book(registry)
    for (const input of ['', 7, null, { name: 'Ann' }, () => 'Ann', NaN]) {
      expect(await rejection(registry.resume(id, input))).toMatchObject({
        ...{ code: 'INVALID_ANSWER', disposition: 'did-not-happen' },
      })
    }
    expect(await journal.list()).toMatchObject([{ state: 'parked' }])
    expect(log).toEqual(['call 1'])
  })

  it.each<[string, JsonSchema, unknown, unknown]>([
    [
      'unevaluatedProperties',
      { type: 'object', allOf: [{ properties: { name: {} } }], unevaluatedProperties: false },
      { name: 'Ann', room: 1 },
      { name: 'Ann' },
    ],
    [
      'dependentRequired',
      { dependentRequired: { card: ['zip'] } },
      { card: 'c' },
      { card: 'c', zip: 'z' },
    ],
    ['prefixItems', { prefixItems: [{ type: 'string' }], items: false }, ['Ann', 1], ['Ann']],
  ])('[EFF-07] is held to all of 2020-12: %s', async (_keyword, schema, wrong, right) => {
    const { registry } = hotel({ schema })
    const id = await book(registry)
    expect(await rejection(registry.resume(id, wrong))).toMatchObject({ code: 'INVALID_ANSWER' })
    expect(await registry.resume(id, right)).toMatchObject({ value: { input: right } })
  })

  it('[EFF-07] is named in no message', async () => {
    const { registry } = hotel({ schema: { enum: ['Ann'] } })
    const error = await rejection(registry.resume(await book(registry), 'hunter2'))
    expect([error.message, error.modelText].join()).not.toContain('hunter2')
  })

  it.each([undefined, null, 7, {}, '', 'x', 'f'.repeat(32)])(
    '[EFF-07] to what is no question, %j, is unknown',
    async (id) => {
      const { registry } = hotel()
      expect(await rejection(registry.resume(id as string, 1))).toMatchObject({
        ...{ code: 'UNKNOWN_SUSPENSION', disposition: 'did-not-happen' },
      })
    },
  )

  it('[EFF-07] that nobody has given yet lets nothing go on', async () => {
    const { registry, log } = hotel()
    const id = await book(registry)
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'INVALID_ANSWER' })
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-07] given with a context that is not valid is not recorded', async () => {
    const { registry, journal } = hotel()
    const id = await book(registry)
    expect(await rejection(registry.resume(id, 1, { tenantId: ' ' }))).toMatchObject({
      code: 'REFUSED',
    })
    expect(await journal.list()).toMatchObject([{ state: 'parked' }])
  })
})

describe('a call that goes on', () => {
  it('[EFF-07] may ask again and again, each time under another id and key', async () => {
    const keys: unknown[] = []
    const { registry } = hotel({
      resume({ room }, input, { idempotencyKey }) {
        keys.push(idempotencyKey)
        return input === 'done' ? room : suspend({ reason: 'And?', inputSchema: {} })
      },
    })
    const first = await book(registry)
    const second = idOf(await registry.resume(first, 'more'))
    const third = idOf(await registry.resume(second, 'more'))
    expect(await rejection(registry.resume(first, 'done'))).toMatchObject({
      code: 'UNKNOWN_SUSPENSION',
    })
    expect(await registry.resume(third, 'done')).toMatchObject({ value: '1' })
    expect([new Set([first, second, third]).size, new Set(keys).size]).toEqual([3, 3])
  })

  it('[EFF-07] is told the answer of its own question', async () => {
    const { registry, log } = hotel({
      resume({ room }, input) {
        log.push(`resume ${JSON.stringify(input)}`)
        return input === 2 ? room : suspend({ reason: 'And?', inputSchema: {} })
      },
    })
    await registry.resume(idOf(await registry.resume(await book(registry), 1)), 2)
    expect(log).toEqual(['call 1', 'resume 1', 'resume 2'])
  })

  it('[EFF-07] runs again, by `resume` alone, when nothing came of it', async () => {
    const { registry, log } = hotel({ resume: inTurn(nothing(), nothing(), 'booked') })
    const id = await book(registry)
    expect(await rejection(registry.resume(id, 'Ann'))).toMatchObject({ code: 'TOOL_FAILED' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'TOOL_FAILED' })
    expect(await registry.dispatch('hotel/book', { room: '1' })).toMatchObject({ value: 'booked' })
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-07] is retried with its answer, under one key', async () => {
    const keys: unknown[] = []
    const busy = { disposition: 'did-not-happen', retryable: true } as const
    const { registry } = hotel({
      resume: (_args, input, { idempotencyKey }) => {
        if (keys.push(idempotencyKey) < 3) throw new ToolFailure('Busy.', busy)
        return input
      },
    })
    const retried = registry.layer(new RetryLayer({ baseDelayMs: 1 }))
    expect(await retried.resume(await book(registry), 'Ann')).toMatchObject({ value: 'Ann' })
    expect(new Set(keys).size).toBe(1)
  })

  it('[EFF-01] is in doubt where it writes and nobody knows what came of it', async () => {
    const { registry, log } = hotel({ resume: inTurn(new Error('lost'), 'twice') })
    const id = await book(registry)
    expect(await rejection(registry.resume(id, 'Ann'))).toMatchObject({ disposition: 'in-doubt' })
    expect(await rejection(registry.resume(id))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await rejection(registry.dispatch('hotel/book', { room: '1' }))).toMatchObject({
      code: 'IN_DOUBT',
    })
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-01] goes on with its answer where it is idempotent, by the same call', async () => {
    const resume = inTurn(new Error('lost'), 'booked')
    const { registry, log } = hotel({ effect: 'idempotent', resume })
    await rejection(registry.resume(await book(registry), 'Ann'))
    expect(await registry.dispatch('hotel/book', { room: '1' })).toMatchObject({ value: 'booked' })
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-07] runs through the layers, which may refuse it; the answer is kept', async () => {
    const { registry, log } = hotel()
    const id = await book(registry)
    const closed = registry.layer(new PolicyLayer([], { otherwise: 'deny' }))
    expect(await rejection(closed.resume(id, 'Ann'))).toMatchObject({ code: 'REFUSED' })
    expect(log).toEqual(['call 1'])
    expect(await registry.resume(id)).toMatchObject({ value: { input: 'Ann' } })
  })

  it('[EFF-07] reads without a record until it asks, and goes on as any other', async () => {
    const { registry, journal, log } = hotel({ effect: 'read' })
    const id = await book(registry)
    expect(await journal.pending({ tenantId: 'default' })).toMatchObject([{ suspensionId: id }])
    expect(await registry.resume(id, 0)).toMatchObject({ value: { input: 0 } })
    expect(await rejection(registry.resume(id, 0))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(log).toEqual(['call 1', 'resume 1 0'])
  })

  it('[EFF-07] is one call: what comes of it answers the same call', async () => {
    const { registry } = hotel()
    await registry.resume(await book(registry, '1', { callId: 'c-1' }), 'Ann')
    expect(await registry.dispatch('hotel/book', { room: '1' })).toMatchObject({
      ...{ value: { input: 'Ann' }, deduplicatedFrom: 'c-1' },
    })
  })

  it('[EFF-07] ends in one event of each of its calls', async () => {
    const { registry } = hotel()
    const watched = observed(registry)
    await watched.registry.resume(await book(watched.registry), 'Ann')
    const ends = watched.events.map(({ type }) => type)
    expect(ends).toHaveLength(2)
  })
})

describe('what a body asks', () => {
  it.each([
    ['with a schema that is none', { type: 'strng' }],
    ['with a schema that refers to what is not there', { $ref: '#/$defs/nowhere' }],
    ['with a schema elsewhere', { $ref: 'https://example.com/schema.json' }],
  ])('[EFF-07] %s could never be answered, and is not parked', async (_how, schema) => {
    const { registry, journal } = hotel({ schema: schema as JsonSchema })
    const error = await rejection(registry.dispatch('hotel/book', { room: '1' }))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID' })
    expect(await journal.pending({ tenantId: 'default' })).toEqual([])
  })

  it('[EFF-07] is joined by the same call, whose body does not run again', async () => {
    const { registry, log } = hotel()
    const id = await book(registry)
    expect(await book(registry)).toBe(id)
    expect(log).toEqual(['call 1'])
  })

  it('[EFF-07] in a call nested in another parks that call; the outer body gets the outcome', async () => {
    const log: string[] = []
    const outer = tool({
      async call(_args, context) {
        const { status } = await context.dispatch('hotel/book', { room: '1' })
        return status
      },
    })
    const journal = memoryJournal()
    const registry = registryOf(outer, bookTool(log)).layer(new IdempotencyLayer(journal))
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'suspended' })
    const [question] = await journal.pending({ tenantId: 'default' })
    expect(await registry.resume(question?.suspensionId ?? '', 1)).toMatchObject({
      ...{ value: { room: '1', input: 1 } },
    })
    expect(log).toEqual(['call 1', 'resume 1 1'])
  })

  it('[EFF-07, G-036] in a batch lets only that call go on: its siblings do not run again', async () => {
    const sent: unknown[] = []
    const mail = tool({ name: 'mail', call: () => sent.push('mail') })
    const log: string[] = []
    const registry = registryOf(mail, bookTool(log)).layer(new IdempotencyLayer(memoryJournal()))
    const results = await registry.dispatchAll([
      { tool: 'shop/mail', input: {} },
      { tool: 'hotel/book', input: { room: '1' } },
    ])
    const [, asked] = results
    if (asked?.status !== 'fulfilled') throw new Error('not suspended')
    await registry.resume(idOf(asked.value), 'Ann')
    expect([sent, log]).toEqual([['mail'], ['call 1', 'resume 1 "Ann"']])
  })

  it.each([
    ['read', 'closed'],
    ['write', 'in-doubt'],
  ] as const)('[EFF-07] of a %s and nobody answers in time leaves it %s', async (effect, state) => {
    let nowMs = 0
    const journal = memoryJournal({ now: () => nowMs })
    const log: string[] = []
    const call = () => {
      log.push('call')
      return suspend({ reason: 'Who?', inputSchema: {}, expiresInMs: 1000 })
    }
    const registry = registryOf(bookTool(log, { effect, call })).layer(
      new IdempotencyLayer(journal),
    )
    const id = await book(registry)
    nowMs = 2000
    expect(await rejection(registry.resume(id, 1))).toMatchObject({ code: 'ALREADY_ANSWERED' })
    expect(await journal.list()).toMatchObject([{ state }])
    expect(log).toEqual(['call'])
  })
})
