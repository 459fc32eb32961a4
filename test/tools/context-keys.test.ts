import { describe, expect, it, vi } from 'vitest'

import { extensionKey } from '../../src/tools/extension-key.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import { registryOf, tool } from '../registry/tools.js'

const key = { kind: 'declared', value: 'k' } as const

describe('createContext, of the key that a trusted caller gives', () => {
  it.each(['k', 'x'.repeat(512)])('takes a text of at most 512 bytes [EFF-02]', (callerKey) => {
    expect(ToolContext.callerKeyOf(createContext({ callerKey }))).toBe(callerKey)
  })

  it.each([
    ['', 'is not a text with something in it'],
    [' ', 'is not a text with something in it'],
    [7, 'is not a text with something in it'],
    [['k'], 'is not a text with something in it'],
    ['x'.repeat(513), 'is longer than 512 bytes'],
    ['é'.repeat(257), 'is longer than 512 bytes'],
  ])('refuses any other: %j [EFF-02]', (callerKey, why) => {
    expect(() => createContext({ callerKey: callerKey as string })).toThrow(`callerKey ${why}`)
  })

  it('keeps it out of logs, and `with` keeps it', () => {
    const context = createContext({ callId: 'c', callerKey: 's3cret' })
    expect(JSON.stringify(context)).not.toContain('s3cret')
    const more = context.with(extensionKey<number>('n'), 1)
    expect(ToolContext.callerKeyOf(more)).toBe('s3cret')
  })
})

describe('ToolContext.deliveryOf', () => {
  it('is what the caller gave, both or nothing [EFF-02]', () => {
    const deliveries = [{ callId: 'c', runId: 'r' }, { callId: 'c' }, { runId: 'r' }, {}].map(
      (init) => ToolContext.deliveryOf(createContext(init)),
    )
    expect(deliveries).toEqual([{ callId: 'c', runId: 'r' }, undefined, undefined, undefined])
  })
})

describe('ToolContext.withKey', () => {
  it('gives a copy with what is given, and keeps the rest', () => {
    const context = createContext({ callerKey: 'mine' })
    const keyed = ToolContext.withKey(ToolContext.withKey(context, { key }), { token: 'ts1_a' })
    expect([ToolContext.keyOf(keyed), keyed.idempotencyKey]).toEqual([key, 'ts1_a'])
    expect([ToolContext.keyOf(context), context.idempotencyKey]).toEqual([undefined, undefined])
    expect(ToolContext.callerKeyOf(keyed)).toBe('mine')
  })

  it('is not inherited by children, and `with` keeps it [REG-09]', () => {
    const keyed = ToolContext.withKey(createContext(), { key, token: 'ts1_a' })
    expect(ToolContext.keyOf(keyed.with(extensionKey<number>('n'), 1))).toBe(key)
    expect(ToolContext.keyOf(keyed.child())).toBeUndefined()
    expect(keyed.child().idempotencyKey).toBeUndefined()
  })
})

describe('a context of another copy of the package', () => {
  async function seenOf(init: object): Promise<unknown> {
    vi.resetModules()
    const other = await import('../../src/tools/tool-context.js')
    const seen: unknown[] = []
    const looking = tool({
      call: (_args, context) => void seen.push(ToolContext.keyOf(context)?.value),
    })
    await registryOf(looking).dispatch('shop/order', {}, other.createContext(init))
    return seen[0]
  }

  it.each([
    [{ callerKey: 'k' }, 'k'],
    [{ callId: 'c', runId: 'r' }, ['r', 'c']],
    [{ runId: 'r' }, undefined],
  ])('keeps its caller’s key, and its delivery: %j [EFF-02, REG-09]', async (init, value) => {
    expect(await seenOf(init)).toEqual(value)
  })
})
