import { describe, expect, it } from 'vitest'

import type { DefineToolOptions } from '../../src/registry/define/define-tool.js'
import { keyToken, tokenOfKey, type CallKey } from '../../src/tools/call-key.js'
import type { ToolContextInit } from '../../src/tools/context-init.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'
import { layerRank } from '../../src/tools/tool-layer.js'
import { layer, registryOf, rejection, tool } from './tools.js'

const inputSchema = {
  type: 'object',
  properties: { claim: {}, payment: {}, note: {} },
} as const

interface Seen {
  key?: CallKey | undefined
  token?: string | undefined
  current?: string | undefined
}

interface Paying {
  /** What the body saw, once for each run. */
  readonly seen: readonly Seen[]
  readonly pay: (input: unknown, context?: ToolContext | ToolContextInit) => Promise<unknown>
}

const paid: Partial<DefineToolOptions> = { name: 'pay', inputSchema }

/** A paying tool, behind layers of which the last is the outermost. */
function paying(options: Partial<DefineToolOptions> = {}, ...layers: ToolLayer[]): Paying {
  const seen: Seen[] = []
  const call = (_args: unknown, context: ToolContext): void => {
    const key = ToolContext.keyOf(context)
    const current = ToolContext.current().idempotencyKey
    seen.push({ key, token: context.idempotencyKey, current })
  }
  const registry = layers.reduce(
    (to, each) => to.layer(each),
    registryOf(tool({ ...paid, call, ...options })),
  )
  return { seen, pay: (input, context) => registry.dispatch('shop/pay', input, context) }
}

const toolId = { server: 'shop', name: 'pay' }
const declared = { idempotencyKey: 'claim' } as const

function tokenOf(value: CallKey['value'], tenantId = 'default'): string {
  return keyToken({ tenantId, toolId, value, phase: 0 })
}

/** A layer of a rank, of this package. */
function ranked(rank: 'approval' | 'idempotency', handle: ToolLayer['handle']): ToolLayer {
  return { name: rank, [layerRank]: rank, handle }
}

/** A layer that pays another claim. */
const redirecting = layer('redirecting', (call, next) =>
  next({ ...call, arguments: { claim: 'C-2' } }),
)

describe('the key of a call', () => {
  it.each([
    ['a path', 'payment.claim'],
    ['a pointer', '/payment/claim'],
    ['a function', (args: { payment?: { claim: string } }) => args.payment?.claim ?? ''],
  ])('is what the tool declares by %s, and the body has its token [EFF-02]', async (_by, key) => {
    const { seen, pay } = paying({ idempotencyKey: key as 'claim' })
    await pay({ payment: { claim: 'C-1' } }, { tenantId: 'acme' })
    const token = tokenOf('C-1', 'acme')
    expect(seen).toEqual([{ key: { kind: 'declared', value: 'C-1' }, token, current: token }])
  })

  it('is another one downstream for each tenant [EFF-02]', async () => {
    const { seen, pay } = paying(declared)
    await pay({ claim: 'C-1' }, { tenantId: 'acme' })
    await pay({ claim: 'C-1' }, { tenantId: 'zeta' })
    expect(seen[0]?.token).not.toBe(seen[1]?.token)
  })

  it('is the same for a number, however it is spelled [EFF-02]', async () => {
    const { seen, pay } = paying(declared)
    await pay('{"claim": -0}')
    await pay('{"claim": 0.0e3}')
    expect(seen.map(({ token }) => token)).toEqual([tokenOf(0), tokenOf(0)])
  })

  it('is that of a trusted caller where the tool declares none, each principal’s own [EFF-02]', async () => {
    const { seen, pay } = paying()
    const principal = { id: 'ann', kind: 'person' } as const
    await pay({}, { callerKey: 'k', callId: 'c', runId: 'r', principal })
    const key = { kind: 'caller', value: 'k' } as const
    const token = tokenOfKey({ tenantId: 'default', principal, toolId, key, phase: 0 })
    expect(seen).toEqual([{ key, token, current: token }])
  })

  it('is not that of the caller where the tool declares one [EFF-02]', async () => {
    const { seen, pay } = paying(declared)
    await pay({ claim: 'C-1' }, { callerKey: 'k' })
    expect(seen).toMatchObject([{ key: { kind: 'declared' }, token: tokenOf('C-1') }])
  })

  it('is the delivery where the caller gave its call id and run, and then there is no token [EFF-02]', async () => {
    const { seen, pay } = paying()
    await pay({}, { callId: 'c-1', runId: 'r-1' })
    const key = { kind: 'delivery', value: ['r-1', 'c-1'] }
    expect(seen).toEqual([{ key, token: undefined, current: undefined }])
  })

  it.each([{}, { callId: 'c-1' }, { runId: 'r-1' }])(
    'is none for a caller that gave only %j [EFF-02]',
    async (context) => {
      const { seen, pay } = paying()
      await pay({}, context)
      expect(seen).toEqual([{ key: undefined, token: undefined, current: undefined }])
    },
  )

  it('is none for a read, whatever it declares and its caller gave [EFF-02]', async () => {
    const { seen, pay } = paying({ ...declared, mutates: false })
    await pay({}, { callerKey: 'k', callId: 'c', runId: 'r' })
    expect(seen).toEqual([{ key: undefined, token: undefined, current: undefined }])
  })

  it('is none for a nested call, which starts with no key of its caller [EFF-02, REG-09]', async () => {
    const seen: Seen[] = []
    const inner = tool({
      name: 'inner',
      call: (_args, context) => {
        seen.push({ key: ToolContext.keyOf(context), token: context.idempotencyKey })
      },
    })
    const outer = tool({
      ...{ ...paid, ...declared, name: 'outer' },
      call: async (_args, context) => (await context.dispatch('shop/inner', {})).status,
    })
    const context = { callerKey: 'k', callId: 'c', runId: 'r' }
    await registryOf(outer, inner).dispatch('shop/outer', { claim: 'C-1' }, context)
    expect(seen).toEqual([{ key: undefined, token: undefined }])
  })

  it('is seen by layers, and stays on what they make of the context [EFF-02]', async () => {
    const tokens: (string | undefined)[] = []
    const watching = layer('watching', (call, next) => {
      tokens.push(call.context.idempotencyKey, ToolContext.current().idempotencyKey)
      return next({ ...call, context: call.context.with({ name: 'x' }, 1) })
    })
    const { seen, pay } = paying(declared, watching)
    await pay({ claim: 'C-1' })
    expect([...tokens, seen[0]?.token]).toEqual(Array(3).fill(tokenOf('C-1')))
  })

  it('is read again when a layer outside approval changed the arguments [EFF-02]', async () => {
    const { seen, pay } = paying(declared, redirecting)
    await pay({ claim: 'C-1' })
    const token = tokenOf('C-2')
    expect(seen).toEqual([{ key: { kind: 'declared', value: 'C-2' }, token, current: token }])
  })

  it('must be in the arguments that a layer changed too [EFF-02]', async () => {
    const forgetting = layer('forgetting', (call, next) =>
      next({ ...call, arguments: { note: 'x' } }),
    )
    const { seen, pay } = paying(declared, forgetting)
    const error = await rejection(pay({ claim: 'C-1' }))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', disposition: 'did-not-happen' })
    expect(seen).toEqual([])
  })

  it('keeps the token of a layer further out where a layer passes on equal arguments', async () => {
    const copying = layer('copying', (call, next) =>
      next({ ...call, arguments: { ...call.arguments } }),
    )
    const handing = ranked('idempotency', (call, next) =>
      next({ ...call, context: ToolContext.withKey(call.context, { token: 'ts1_mine' }) }),
    )
    const { seen, pay } = paying(declared, copying, handing)
    await pay({ claim: 'C-1' })
    expect(seen).toMatchObject([{ key: { value: 'C-1' }, token: 'ts1_mine', current: 'ts1_mine' }])
  })

  it('is handed to the body where nothing enforces it', async () => {
    const { seen, pay } = paying(declared)
    await pay({ claim: 'C-1' })
    await pay({ claim: 'C-1' })
    expect(seen).toHaveLength(2)
  })
})

describe('a call without the key that its tool declares', () => {
  it.each([
    ['nothing', 'claim', { note: 1 }, '"claim" is not in the arguments, which has "note"'],
    ['no arguments', 'claim', {}, '"claim" is not in the arguments, which is empty'],
    [
      'nothing below',
      'payment.claim.id',
      { payment: { claim: { no: 1, of: 2 } } },
      '"id" is not in "payment.claim", which has "no", "of"',
    ],
    [
      'an end on the way',
      '/claim/id',
      { claim: 'C-1' },
      '"id" is not in "claim", which has no members',
    ],
    ['no such item', '/claim/2', { claim: [1, 2] }, '"2" is not in "claim", which is a list of 2'],
    ['no index', 'claim.first', { claim: [1] }, '"first" is not in "claim", which is a list of 1'],
    [
      'no inherited member',
      'claim.toString',
      { claim: { id: 1 } },
      '"toString" is not in "claim", which has "id"',
    ],
    ['no length', 'claim.length', { claim: [1] }, '"length" is not in "claim"'],
    ['an empty text', 'claim', { claim: '' }, 'what it leads to is an empty text'],
    ['null', 'claim', { claim: null }, 'what it leads to is null'],
    ['a truth value', 'claim', { claim: true }, 'what it leads to is a boolean'],
    ['an object', 'claim', { claim: { id: 1 } }, 'what it leads to is an object'],
    ['a list', 'claim', { claim: ['C-1'] }, 'what it leads to is a list'],
    ['too long a text', 'claim', { claim: 'x'.repeat(513) }, 'is longer than 512 bytes'],
  ])('is refused where its path finds %s [EFF-02]', async (_what, path, input, where) => {
    const { seen, pay } = paying({ idempotencyKey: path })
    const error = await rejection(pay(input, { callerKey: 'k' }))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', disposition: 'did-not-happen' })
    expect(error.message).toContain(`shop/pay: its idempotency key "${path}"`)
    expect(error.message).toContain(where)
    expect(seen).toEqual([])
  })

  it('names what is there and shows no value, not to a model either [EFF-02]', async () => {
    const secrets = Object.fromEntries(
      Array.from({ length: 30 }, (_, index) => [`n${index.toString()}`, 's3cret']),
    )
    const error = await rejection(
      paying({ idempotencyKey: 'payment.id' }).pay({ payment: secrets }),
    )
    expect(error.message).toContain('"n9" and 20 more')
    expect(error.message).not.toContain('s3cret')
    expect(error.modelText).toBe('The arguments do not name the effect of this call.')
    expect(error.retryable).toBe(false)
  })

  it.each([
    ['undefined', () => undefined],
    ['null', () => null],
    ['an empty text', () => ''],
    ['no finite number', () => Number.NaN],
    ['a promise', () => Promise.resolve('C-1')],
    ['a list whose part 1 is undefined', () => ['a', undefined]],
    ['an object', () => new Date()],
  ])('is refused where its function returns what is %s [EFF-02]', async (what, compute) => {
    const { seen, pay } = paying({ idempotencyKey: compute as () => string })
    const error = await rejection(pay({}))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', disposition: 'did-not-happen' })
    expect(error.message).toContain(`what it returned is ${what}. It may read the arguments and`)
    expect(seen).toEqual([])
  })

  it('is refused where its function throws, which stays the operator’s [EFF-02]', async () => {
    const cause = new Error('s3cret')
    const compute = (): never => {
      throw cause
    }
    const error = await rejection(paying({ idempotencyKey: compute }).pay({}))
    expect(error).toMatchObject({ code: 'MISSING_IDEMPOTENCY_KEY', cause })
    expect(error.message).toContain('it threw. It may read the arguments and nothing else')
    expect(error.message).not.toContain('s3cret')
  })

  it('leaves no rejection behind that nobody looks at [EFF-02]', async () => {
    const unhandled: unknown[] = []
    const listen = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', listen)
    const late = (): Promise<string> => Promise.reject(new Error('late'))
    await rejection(paying({ idempotencyKey: late as never }).pay({}))
    await rejection(paying({ idempotencyKey: (() => ['a', late()]) as never }).pay({}))
    await new Promise((resolve) => setTimeout(resolve, 5))
    process.off('unhandledRejection', listen)
    expect(unhandled).toEqual([])
  })
})

describe('the function of a key', () => {
  it('runs once for each call and its layers, on frozen arguments and in no call [EFF-02]', async () => {
    const runs: boolean[] = []
    const compute = (args: object): string => {
      expect(() => ToolContext.current()).toThrow(/there is no call here/)
      runs.push(Object.isFrozen(args))
      return 'k'
    }
    const passing = layer('passing', (call, next) => next({ ...call }))
    await paying({ idempotencyKey: compute }, passing).pay({})
    expect(runs).toEqual([true])
  })

  it('does not run for arguments that are refused, nor for a read [EFF-02]', async () => {
    const compute = (): never => expect.unreachable()
    const required = { ...inputSchema, required: ['claim'] }
    const refused = paying({ idempotencyKey: compute, inputSchema: required })
    expect((await rejection(refused.pay({}))).code).toBe('INVALID_ARGUMENTS')
    await paying({ idempotencyKey: compute, mutates: false }).pay({})
  })
})

describe('a context with keys', () => {
  it('gives its child none, and no delivery [EFF-02, REG-09]', () => {
    const child = createContext({ callerKey: 'k', callId: 'c', runId: 'r' }).child()
    expect(ToolContext.callerKeyOf(child)).toBeUndefined()
    expect(ToolContext.deliveryOf(child)).toBeUndefined()
  })
})
