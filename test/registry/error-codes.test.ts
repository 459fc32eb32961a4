import { describe, expect, it } from 'vitest'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { suspend } from '../../src/tools/suspension.js'
import { layer, registryOf, rejection, tool } from './tools.js'

type Case = readonly [string, string, string, () => Promise<unknown>]

const strict = tool({ inputSchema: { properties: { qty: { type: 'integer' } } } })

function failing(thrown: unknown, options: object = {}): ToolRegistry {
  const call = (): never => {
    throw thrown
  }
  return registryOf(tool({ call, ...options }))
}

function dispatched(registry: ToolRegistry, context = {}): Promise<unknown> {
  return registry.dispatch('shop/order', {}, context)
}

const cases: readonly Case[] = [
  ['UNKNOWN_TOOL', 'did-not-happen', 'an unknown name', () => registryOf().dispatch('a/b', {})],
  [
    'INVALID_ARGUMENTS',
    'did-not-happen',
    'refused arguments',
    () => registryOf(strict).dispatch('shop/order', { qty: 'x' }),
  ],
  [
    'REFUSED',
    'did-not-happen',
    'a context that is not valid',
    () => dispatched(registryOf(tool()), { tenantId: ' ' }),
  ],
  [
    'UNAVAILABLE',
    'did-not-happen',
    'an instance that cannot be made',
    () =>
      dispatched(
        registryOf({ ...tool(), prepare: () => Promise.reject(new Error('no database')) }),
      ),
  ],
  [
    'UNREACHABLE',
    'did-not-happen',
    'a preparation that says so',
    () =>
      dispatched(
        registryOf({
          ...tool(),
          prepare() {
            const fields = { code: 'UNREACHABLE', disposition: 'did-not-happen' } as const
            throw new ToolError({ ...fields, message: 'no route', retryable: true })
          },
        }),
      ),
  ],
  [
    'CANCELLED',
    'did-not-happen',
    'a signal that fired before',
    () => dispatched(registryOf(tool()), { signal: AbortSignal.abort() }),
  ],
  [
    'TIMED_OUT',
    'did-not-happen',
    'a deadline in the past',
    () => dispatched(registryOf(tool()), { deadline: new Date(1) }),
  ],
  ['TOOL_FAILED', 'in-doubt', 'a plain Error', () => dispatched(failing(new Error('x')))],
  [
    'TOOL_FAILED',
    'did-not-happen',
    'a plain Error of a read',
    () => dispatched(failing(new Error('x'), { mutates: false })),
  ],
  [
    'TOOL_FAILED',
    'did-not-happen',
    'a failure that says so',
    () => dispatched(failing(new ToolFailure('no money', { disposition: 'did-not-happen' }))),
  ],
  [
    'TOOL_FAILED',
    'landed',
    'a failure after the effect',
    () => dispatched(failing(new ToolFailure('paid twice', { disposition: 'landed' }))),
  ],
  [
    'OUTPUT_INVALID',
    'landed',
    'an output that is not JSON',
    () => dispatched(registryOf(tool({ call: () => 1n }))),
  ],
  [
    'OUTPUT_INVALID',
    'landed',
    'an output that breaks its schema',
    () => dispatched(registryOf(tool({ outputSchema: { type: 'string' }, call: () => 7 }))),
  ],
  [
    'UNSUSPENDABLE',
    'in-doubt',
    'a suspension that nothing parks',
    () => dispatched(registryOf(tool({ call: () => suspend({ reason: 'ask', inputSchema: {} }) }))),
  ],
  [
    'LAYER_FAILED',
    'did-not-happen',
    'a layer that throws before the body',
    () =>
      dispatched(
        registryOf(tool()).layer(
          layer('bad', () => {
            throw new TypeError('oops')
          }),
        ),
      ),
  ],
  [
    'LAYER_FAILED',
    'landed',
    'a layer that throws after the body',
    () =>
      dispatched(
        registryOf(tool()).layer(
          layer('bad', async (call, next) => {
            await next(call)
            throw new TypeError('oops')
          }),
        ),
      ),
  ],
]

describe('ToolRegistry.dispatch in failure', () => {
  it.each(cases)('ends in %s, %s, for %s [DIS-03]', async (code, disposition, _case, run) => {
    expect(await rejection(run())).toMatchObject({ code, disposition })
  })

  it('keeps code, tool and call id through layers that rethrow [DIS-03]', async () => {
    const rethrowing = layer('rethrows', async (call, next) => {
      try {
        return await next(call)
      } catch (error) {
        throw error as Error
      }
    })
    const registry = failing(new Error('x')).layer(rethrowing)
    const error = await rejection(registry.dispatch('shop/order', {}, { callId: 'c-1' }))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', callId: 'c-1' })
    expect(error.toJSON()).toMatchObject({ code: 'TOOL_FAILED', tool: 'shop/order', issues: [] })
  })

  it('fills in the tool and the call id of an error that a layer throws without them', async () => {
    const refusing = layer('policy', () => {
      throw new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message: 'no' })
    })
    const error = await rejection(dispatched(registryOf(tool()).layer(refusing), { callId: 'c-2' }))
    expect(error).toMatchObject({ code: 'REFUSED', callId: 'c-2', message: 'no' })
    expect(String(error.toolId)).toBe('shop/order')
  })

  it('keeps what went wrong with the tool itself as the cause', async () => {
    const broken = new Error('this class has no schema')
    const registry = registryOf({
      ...tool(),
      admit() {
        throw broken
      },
    })
    const error = await rejection(dispatched(registry))
    expect(error).toMatchObject({ code: 'UNAVAILABLE', cause: broken })
    expect(error.modelText).toBe(
      `The tool is not available. Reference: ${String(error.reference)}.`,
    )
  })

  it.each([
    [
      'a throwing getter',
      {
        get qty(): number {
          throw new Error('boom')
        },
      },
    ],
    [
      'a Proxy that throws',
      new Proxy(
        {},
        {
          ownKeys() {
            throw new Error('boom')
          },
        },
      ),
    ],
    ['a revoked Proxy', revokedProxy()],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
  ])('rejects with a ToolError for an input that is %s', async (_kind, input) => {
    const error = await rejection(registryOf(strict).dispatch('shop/order', input))
    expect(error.disposition).toBe('did-not-happen')
  })
})

function revokedProxy(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}
