import { describe, expect, it } from 'vitest'

import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import { registryOf, rejection, tool } from './tools.js'

const inputSchema = { type: 'object', properties: { claim: {} } } as const
const paid = { name: 'pay', inputSchema }
const declared = { idempotencyKey: 'claim' } as const

describe('a definition that a host made', () => {
  const made = (changes: Partial<ToolDefinition>): ToolDefinition => ({
    ...tool({ ...paid, ...declared }),
    ...changes,
  })

  it.each([
    ['reads no key although it declares one', { status: 'none' }, 'MISSING_IDEMPOTENCY_KEY'],
    ['reads a key that is none', { status: 'key', value: '' }, 'MISSING_IDEMPOTENCY_KEY'],
    ['reads something else', { status: 'maybe' }, 'UNAVAILABLE'],
    ['reads nothing', undefined, 'UNAVAILABLE'],
  ] as const)('never runs without its key: it %s [EFF-02]', async (_what, reading, code) => {
    const definition = made({ readKey: () => reading as never })
    const error = await rejection(registryOf(definition).dispatch('shop/pay', { claim: 'C' }))
    expect(error).toMatchObject({ code, disposition: 'did-not-happen' })
  })

  it('is unavailable where it throws instead of reading', async () => {
    const readKey = (): never => {
      throw new Error('boo')
    }
    const error = await rejection(
      registryOf(made({ readKey })).dispatch('shop/pay', { claim: 'C' }),
    )
    expect(error).toMatchObject({ code: 'UNAVAILABLE', disposition: 'did-not-happen' })
  })

  it.each([
    ['`readKey`', { readKey: undefined }],
    ['`keyRule`', { keyRule: { kind: 'path', path: '' } }],
    ['`keyRule`', { keyRule: { kind: 'other' } }],
    ['`keyRule`', { keyRule: null }],
  ])('is refused with a wrong %s', (member, changes) => {
    expect(() => registryOf(made(changes as never))).toThrow(member)
  })
})
