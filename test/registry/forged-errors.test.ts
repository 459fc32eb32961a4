import { types } from 'node:util'
import { describe, expect, it, vi } from 'vitest'
import { ToolError } from '../../src/errors/tool-error.js'
import { isSuspension, suspend } from '../../src/tools/suspension.js'
import { layer, observed, passing, registryOf, rejection, settled, tool } from './tools.js'

const known = { code: 'REFUSED', disposition: 'did-not-happen', message: 'no' } as const
const brand = Symbol.for('tallystick.ToolError')

/** What a call fails with whose layer throws this after the body returned. */
function thrownAfter(make: () => unknown): Promise<ToolError> {
  const throwing = layer('throws', async (call, next) => {
    await next(call)
    throw make() as Error
  })
  const registry = registryOf(tool()).layer(throwing).layer(passing('outer'))
  return rejection(registry.dispatch('shop/order', {}))
}

/** What a call fails with whose layer throws this while the body runs. */
function thrownWhile(make: () => unknown, mutates: boolean): Promise<ToolError> {
  const throwing = layer('throws', async (call, next) => {
    void next(call)
    await settled()
    throw make() as Error
  })
  const running = tool({ mutates, call: () => new Promise(() => undefined) })
  return rejection(registryOf(running).layer(throwing).dispatch('shop/order', {}))
}

function throwingAt(...names: readonly string[]): ToolError {
  return new Proxy(new ToolError(known), {
    get(target, key, receiver) {
      if (names.includes(String(key))) throw new Error('boo')
      return Reflect.get(target, key, receiver) as unknown
    },
  })
}

function branded(fields: object): object {
  return Object.defineProperties<object>(
    { [brand]: true, ...known, callId: undefined, retryable: false, modelText: 'Forged.' },
    Object.getOwnPropertyDescriptors(fields),
  )
}

let reads = 0

const forged: readonly (readonly [string, () => unknown])[] = [
  ...['code', 'disposition', 'callId', 'toolId', 'retryable', 'message', 'modelText', 'issues'].map(
    (name): [string, () => unknown] => [`a Proxy whose ${name} throws`, () => throwingAt(name)],
  ),
  ['a Proxy of an error', () => new Proxy(new ToolError(known), {})],
  ['a plain object with the brand', () => branded({ issues: [], disposition: 'landed' })],
  ['an object without its fields', () => ({ [brand]: true, ...known })],
  ['what has the prototype only', () => Object.create(ToolError.prototype) as object],
  [
    'a changing getter',
    () =>
      branded({
        issues: [],
        get disposition() {
          return (reads += 1) < 4 ? 'landed' : 'did-not-happen'
        },
      }),
  ],
  ['an Error without fields', () => Object.assign(new Error('x'), { [brand]: true })],
  ['an error of an unknown code', () => new ToolError({ ...known, code: 'NOPE' as 'BUSY' })],
  [
    'an error whose issues are none',
    () => Object.assign(new Error('x'), branded({ issues: [{ path: 1 }] })),
  ],
  [
    'an error with a hole in its issues',
    () => Object.assign(new Error('x'), branded({ issues: [,] })),
  ],
  [
    'an error without a list of issues',
    () => Object.assign(new Error('x'), branded({ issues: '' })),
  ],
]

describe('a layer that throws', () => {
  it.each(forged)('%s after the body returned is LAYER_FAILED, landed', async (_kind, make) => {
    const error = await thrownAfter(make)
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'landed', retryable: false })
    expect([Object.isFrozen(error), types.isNativeError(error)]).toEqual([true, true])
  })

  it.each(forged)('%s while the body runs is in-doubt, but for a read', async (_kind, make) => {
    expect((await thrownWhile(make, false)).disposition).toBe('did-not-happen')
    expect((await thrownWhile(make, true)).disposition).toBe('in-doubt')
  })

  it('the error of another copy of the package is copied into one of this copy', async () => {
    vi.resetModules()
    const { ToolError: OtherError } = await import('../../src/errors/tool-error.js')
    const issues = [{ path: 'a', code: 'c', message: 'm' }]
    const other = new OtherError({ ...known, modelText: 'Own words.', issues, retryAfterMs: 5 })
    const error = await thrownAfter(() => other)
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'landed', issues })
    expect(error).toMatchObject({ modelText: 'Own words.', retryAfterMs: 5 })
    expect(Object.isFrozen(error)).toBe(true)
  })

  it('an error of a subclass that may change later hands on a copy of it', async () => {
    class Denied extends ToolError {
      note = 'mutable'
    }
    const denied = new Denied(known)
    const error = await thrownAfter(() => denied)
    Object.assign(denied, { code: 'BUSY' })
    expect(error).toMatchObject({
      code: 'REFUSED',
      disposition: 'landed',
      cause: { cause: denied },
    })
  })
})

describe('what fails outside of the stages', () => {
  it.each([
    ['in-doubt for a tool that mutates', true, 'in-doubt'],
    ['did-not-happen for a read', false, 'did-not-happen'],
  ])('while the body runs is LAYER_FAILED, %s', async (_kind, mutates, disposition) => {
    const dropping = layer('dropping', (call, next) => (void next(call), settled() as never))
    const registry = registryOf(tool({ mutates, call: () => new Promise(() => undefined) }))
    const nameless = registry.layer(dropping)
    Object.assign(dropping, { name: undefined })
    const error = await rejection(nameless.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition })
    expect(error.message).toContain('outside of its stages')
  })
})

describe('a ToolError', () => {
  it('cannot be changed by a sink before its caller has it', async () => {
    const body = (): never => {
      throw new Error('x')
    }
    const registry = registryOf(tool({ call: body })).observe((event) => {
      if (event.type !== 'terminal' || event.status !== 'failed') return
      Object.assign(event.error, { disposition: 'did-not-happen' })
    })
    const { registry: watched, events } = observed(registry)
    const error = await rejection(watched.dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
    expect(events).toMatchObject([{ error }])
  })

  it('is frozen with its issues and its tool, and has its stack', () => {
    const toolId = { server: 's', name: 'n', toString: () => 's/n' }
    const issues = [{ path: 'a', code: 'c', message: 'm' }]
    const error = new ToolError({ ...known, toolId, issues })
    const parts = [error, error.issues, error.issues[0], error.toolId]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true])
    expect(error.stack).toContain('forged-errors.test')
    expect(String(error.toolId)).toBe('s/n')
  })

  it.each([Number.NaN, -1, Infinity, '5', null])(
    'drops %s as the time to wait before the next try',
    (retryAfterMs) => {
      const error = new ToolError({ ...known, retryAfterMs: retryAfterMs as number })
      expect(error.retryAfterMs).toBeUndefined()
    },
  )
})

describe('a suspension', () => {
  const ask = { reason: 'Really?', inputSchema: { type: 'object' } } as const

  it('that a layer made itself is a frozen copy', async () => {
    const mine = { ...suspend(ask), inputSchema: { type: 'object', properties: {} }, id: 's-1' }
    const parking = layer('parks', () =>
      Promise.resolve({ status: 'suspended', suspension: mine } as never),
    )
    const outcome = await registryOf(tool()).layer(parking).dispatch('shop/order', {})
    const { suspension } = outcome as { readonly suspension: typeof mine }
    expect(suspension).toEqual(mine)
    expect(isSuspension(suspension)).toBe(true)
    const parts = [suspension, suspension.inputSchema, suspension.inputSchema.properties]
    expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true])
    expect(suspension.inputSchema).not.toBe(mine.inputSchema)
  })

  it.each([
    ['a function in its schema', { inputSchema: { type: () => 'object' } }],
    ['no schema', { inputSchema: undefined }],
    ['a reason that is no text', { reason: 7 }],
    ['an id that is no text', { id: 7 }],
    ['an expiry that is no duration', { expiresInMs: Number.NaN }],
  ])('that a layer made with %s is LAYER_FAILED', async (_kind, wrong) => {
    const suspension = { ...suspend(ask), id: 's-1', ...wrong }
    const parking = layer('parks', () =>
      Promise.resolve({ status: 'suspended', suspension } as never),
    )
    const error = await rejection(registryOf(tool()).layer(parking).dispatch('shop/order', {}))
    expect(error.code).toBe('LAYER_FAILED')
  })

  it('of a body that is not JSON is OUTPUT_INVALID', async () => {
    const call = (): unknown => suspend({ reason: 'x', inputSchema: { type: (() => 1) as never } })
    const error = await rejection(registryOf(tool({ call })).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
  })
})
