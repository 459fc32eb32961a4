import { describe, expect, it } from 'vitest'

import { ToolFailure } from '../../../src/errors/tool-failure.js'
import { IdempotencyLayer } from '../../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../../src/journal/journals/memory-journal.js'
import { defineTool, type DefineToolOptions } from '../../../src/registry/define/define-tool.js'
import type { JsonValue } from '../../../src/schema/json.js'
import type { ToolContextInit } from '../../../src/tools/context-init.js'
import { registryOf, rejection } from '../../registry/tools.js'

type Args = Readonly<Record<string, JsonValue>>

/** A tool that counts its bodies and notes the keys they were handed. */
function till(options: Partial<DefineToolOptions<Args>> = {}) {
  const keys: (string | undefined)[] = []
  const properties = {
    id: { type: ['string', 'number'] },
    ids: { type: 'array', items: { type: 'string' } },
    amount: { type: 'number', default: 1 },
    note: { type: 'object', properties: { to: { type: 'string' }, by: { type: 'string' } } },
  } as const
  const pay = (name: string) =>
    defineTool<Args>({
      ...{
        server: 'bank',
        name,
        description: 'Pays.',
        inputSchema: { type: 'object', properties },
      },
      call: (_args, { idempotencyKey }) => keys.push(idempotencyKey),
      ...options,
    })
  const journal = memoryJournal()
  const registry = registryOf(pay('pay'), pay('refund')).layer(new IdempotencyLayer(journal))
  const call = (args: Args, context: ToolContextInit = {}, tool = 'bank/pay') =>
    registry.dispatch(tool, args, context)
  return { call, keys, journal }
}

const byId = { idempotencyKey: 'id' } as const

describe('two calls that are one', () => {
  it.each<[string, Args, Args]>([
    ['the order of their keys', { id: 'a', amount: 2 }, { amount: 2, id: 'a' }],
    ['a default that one spells out', { id: 'a' }, { id: 'a', amount: 1 }],
    [
      'how a number is written',
      { id: 'a', amount: 1 },
      JSON.parse('{"id":"a","amount":1.0}') as Args,
    ],
    [
      'the order of keys further in',
      { id: 'a', note: { to: 'x', by: 'y' } },
      { id: 'a', note: { by: 'y', to: 'x' } },
    ],
  ])('[EFF-06] are so whatever %s', async (_what, first, second) => {
    const { call, keys } = till(byId)
    await call(first, { callId: 'c-1' })
    expect(await call(second)).toMatchObject({ value: 1, deduplicatedFrom: 'c-1' })
    expect(keys).toHaveLength(1)
  })

  it('[EFF-02] are so for one caller who names the effect, where the tool does not', async () => {
    const { call, keys } = till()
    const of = (id: string): ToolContextInit => ({
      ...{ callerKey: 'k', principal: { id, kind: 'service' } },
    })
    await call({ id: 'a' }, of('ann'))
    expect(await call({ id: 'a' }, of('ann'))).toHaveProperty('deduplicatedFrom')
    expect(await call({ id: 'a' }, of('bob'))).not.toHaveProperty('deduplicatedFrom')
    expect(new Set(keys).size).toBe(2)
  })

  it('[EFF-02] are so where one call of a model is delivered twice, and only within its run', async () => {
    const { call, keys } = till()
    await call({ id: 'a' }, { callId: 'c-1', runId: 'r-1' })
    const again = await call({ id: 'a' }, { callId: 'c-1', runId: 'r-1' })
    expect(again).toMatchObject({ deduplicatedFrom: 'c-1' })
    await call({ id: 'a' }, { callId: 'c-1', runId: 'r-2' })
    await call({ id: 'a' }, { callId: 'c-1' })
    await call({ id: 'a' }, { callId: 'c-1' })
    expect(keys).toHaveLength(4)
  })
})

describe('two calls that are not one', () => {
  it.each<[string, Args, Args]>([
    ['a composed letter and its parts', { id: '\u00e9' }, { id: 'e\u0301' }],
    ['a number and its text', { id: 1 }, { id: '1' }],
    ['a text and one with U+0000', { id: 'a' }, { id: 'a\u0000' }],
    ['a letter and its capital', { id: 'a' }, { id: 'A' }],
    ['a text and one with a space', { id: 'a' }, { id: 'a ' }],
  ])('[EFF-02] have keys that are %s', async (_what, first, second) => {
    const { call, keys } = till(byId)
    await call(first)
    expect(await call(second)).not.toHaveProperty('deduplicatedFrom')
    expect(new Set(keys).size).toBe(2)
  })

  it('[EFF-02] have lists for keys whose parts do not run into each other', async () => {
    const { call, keys } = till({ idempotencyKey: ({ ids }) => ids as readonly string[] })
    for (const ids of [['a', 'b'], ['ab'], ['a,b'], ['b', 'a'], ['["a","b"]']]) {
      expect(await call({ ids })).not.toHaveProperty('deduplicatedFrom')
    }
    expect(new Set(keys).size).toBe(5)
  })

  it('[EFF-02] are of two tenants, here and where the effect is done', async () => {
    const { call, keys } = till(byId)
    await call({ id: 'a' }, { tenantId: 'acme' })
    const other = await call({ id: 'a' }, { tenantId: 'other' })
    expect(other).not.toHaveProperty('deduplicatedFrom')
    expect(new Set(keys).size).toBe(2)
  })

  it('[EFF-02] are of two tools', async () => {
    const { call, keys } = till(byId)
    await call({ id: 'a' })
    expect(await call({ id: 'a' }, {}, 'bank/refund')).not.toHaveProperty('deduplicatedFrom')
    expect(new Set(keys).size).toBe(2)
  })

  it('[EFF-02] name no effect: each has a key of its own, the same over its attempts alone', async () => {
    const { call, keys, journal } = till()
    await call({ id: 'a' })
    await call({ id: 'a' })
    expect(new Set(keys).size).toBe(2)
    expect(keys).toEqual([expect.stringMatching(/^ts1_/), expect.stringMatching(/^ts1_/)])
    expect(await journal.list()).toHaveLength(2)
  })
})

describe('one key for two effects', () => {
  it.each([
    ['that is settled', () => 'paid'],
    ['that is in doubt', () => Promise.reject(new Error('lost'))],
  ])('[EFF-02] is refused, also one %s', async (_state, body) => {
    let calls = 0
    const { call } = till({
      ...byId,
      call: () => {
        calls += 1
        return body()
      },
    })
    await call({ id: 'a', amount: 10 }).catch(() => undefined)
    const error = await rejection(call({ id: 'a', amount: 20 }))
    expect(error).toMatchObject({ code: 'KEY_REUSED', disposition: 'did-not-happen' })
    expect(error.message).not.toMatch(/\b10\b/)
    expect(calls).toBe(1)
  })

  it('[EFF-02] is nothing to a call whose first one did not happen', async () => {
    const failures = [new ToolFailure('Closed.', { disposition: 'did-not-happen' })]
    const { call } = till({
      ...byId,
      call: () => {
        const failure = failures.pop()
        if (failure !== undefined) throw failure
        return 'paid'
      },
    })
    await rejection(call({ id: 'a', amount: 10 }))
    expect(await call({ id: 'a', amount: 20 })).toMatchObject({ value: 'paid' })
  })

  it.each([{}, { id: '' }])('[EFF-02] never degrades to none: %j has no body run', async (args) => {
    const { call, keys, journal } = till(byId)
    const error = await rejection(call(args, { callerKey: 'k', runId: 'r', callId: 'c' }))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY' })
    expect([keys, await journal.list()]).toEqual([[], []])
  })
})

describe('what comes of a key', () => {
  it('[EFF-01] that failed and landed is told again as the same error', async () => {
    let calls = 0
    const { call } = till({
      ...byId,
      call: () => {
        calls += 1
        throw new ToolFailure('Paid, but the receipt is lost.', { disposition: 'landed' })
      },
    })
    const [first, again] = [await rejection(call({ id: 'a' })), await rejection(call({ id: 'a' }))]
    const told = { code: 'TOOL_FAILED', disposition: 'landed', modelText: first.modelText }
    expect([again, calls]).toMatchObject([told, 1])
  })

  it.each([
    ['write', 'settled', 1],
    ['idempotent', 'in-doubt', 2],
  ] as const)('[EFF-01] of a %s whose output is none is %s', async (effect, state, runs) => {
    let calls = 0
    const { call, journal } = till({
      ...{ ...byId, effect, outputSchema: { type: 'string' } },
      call: () => (calls += 1),
    })
    expect(await rejection(call({ id: 'a' }))).toMatchObject({ code: 'OUTPUT_INVALID' })
    expect(await journal.list()).toMatchObject([{ state }])
    expect(await rejection(call({ id: 'a' }))).toMatchObject({ code: 'OUTPUT_INVALID' })
    expect(calls).toBe(runs)
  })
})
