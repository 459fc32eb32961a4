import { describe, expect, it } from 'vitest'

import { keyToken, type CallKey } from '../../src/tools/call-key.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import type { ToolContextInit } from '../../src/tools/context-init.js'
import type { DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { registryOf, rejection, tool } from './tools.js'

const inputSchema = { type: 'object', properties: { claim: { type: 'string' } } } as const

interface Seen {
  key?: CallKey | undefined
  token?: string | undefined
  current?: string | undefined
}

/** A paying tool that records what its body saw. */
function paying(options: Partial<DefineToolOptions> = {}): {
  readonly seen: Seen
  readonly pay: (input: unknown, context?: ToolContextInit) => Promise<unknown>
} {
  const seen: Seen = {}
  const call = (_args: unknown, context: ToolContext): void => {
    seen.key = ToolContext.keyOf(context)
    seen.token = context.idempotencyKey
    seen.current = ToolContext.current().idempotencyKey
  }
  const registry = registryOf(tool({ name: 'pay', inputSchema, call, ...options }))
  return { seen, pay: (input, context) => registry.dispatch('shop/pay', input, context) }
}

const declared = { idempotencyKey: 'claim' } as const

describe('the key of a call', () => {
  it('is what the tool declares, and its token of phase 0 is handed to the body [EFF-02]', async () => {
    const { seen, pay } = paying(declared)
    await pay({ claim: 'C-1' }, { tenantId: 'acme' })
    const toolId = { server: 'shop', name: 'pay' }
    const token = keyToken({ tenantId: 'acme', toolId, value: 'C-1', phase: 0 })
    expect(seen).toEqual({ key: { kind: 'declared', value: 'C-1' }, token, current: token })
  })

  it('refuses a call whose arguments give none of the declared one [EFF-02]', async () => {
    const { seen, pay } = paying(declared)
    const error = await rejection(pay({}, { callerKey: 'mine' }))
    expect(error).toMatchObject({
      code: 'MISSING_IDEMPOTENCY_KEY',
      disposition: 'did-not-happen',
    })
    expect(seen).toEqual({})
  })
})

describe('createContext with a caller key', () => {
  it('starts children with none', () => {
    const child = createContext({ callerKey: 'mine' }).child()
    expect(ToolContext.callerKeyOf(child)).toBeUndefined()
  })
})
