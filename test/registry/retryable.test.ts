import { describe, expect, it } from 'vitest'
import { errorCodes, type ToolErrorCode } from '../../src/errors/error-codes.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure, type ToolFailureOptions } from '../../src/errors/tool-failure.js'
import { effects, type Effect } from '../../src/tools/effect.js'
import { repeatsNext } from '../../src/tools/tool-layer.js'
import { layer, registryOf, rejection, tool } from './tools.js'

function thrower(thrown: unknown): () => never {
  return () => {
    throw thrown
  }
}

async function failureOf(effect: Effect, call: () => unknown, context = {}): Promise<ToolError> {
  return rejection(registryOf(tool({ effect, call })).dispatch('shop/order', {}, context))
}

describe('ToolError.retryable', () => {
  it.each([
    ['read', true],
    ['idempotent', true],
    ['write', false],
  ] as const)(
    'of a %s that failed unforeseen or timed out is %s [DIS-08c]',
    async (effect, expected) => {
      const failed = await failureOf(effect, thrower(new Error('x')))
      const timedOut = await failureOf(effect, () => 1, { deadline: new Date(1) })
      expect([failed.retryable, timedOut.retryable]).toEqual([expected, expected])
    },
  )

  it.each(effects)('of a declared failure of a %s is as declared [DIS-08c]', async (effect) => {
    const declared: readonly ToolFailureOptions[] = [
      { retryable: true, disposition: 'did-not-happen', retryAfterMs: 50 },
      { retryable: false, disposition: 'did-not-happen' },
      {},
    ]
    for (const options of declared) {
      const error = await failureOf(effect, () => thrower(new ToolFailure('x', options))())
      expect(error.retryable).toBe(options.retryable ?? false)
      expect(error.retryAfterMs).toBe(options.retryAfterMs)
    }
  })

  it.each([Number.NaN, -1, Infinity])(
    'of a declared failure has no waiting time of %s',
    async (retryAfterMs) => {
      const failure = new ToolFailure('x', { retryable: true, retryAfterMs })
      expect((await failureOf('read', thrower(failure))).retryAfterMs).toBeUndefined()
    },
  )

  const answers = (Object.keys(errorCodes) as ToolErrorCode[]).filter(
    (code) => errorCodes[code].retry === 'never',
  )

  it.each(answers)('is false for %s even when a layer says otherwise [DIS-08c]', async (code) => {
    const disposition = 'did-not-happen'
    const eager = layer('eager', () => {
      throw new ToolError({ code, disposition, message: 'x', retryable: true })
    })
    const registry = registryOf(tool({ effect: 'read' })).layer(eager)
    expect(await rejection(registry.dispatch('shop/order', {}))).toMatchObject({
      code,
      retryable: false,
    })
  })

  it.each([
    ['idempotent', true],
    ['write', false],
  ] as const)(
    'of a %s whose earlier attempt is in doubt is %s, whatever the last one declares',
    async (effect, expected) => {
      const failures = [
        new Error('unforeseen'),
        new ToolFailure('x', { disposition: 'did-not-happen', retryable: true }),
      ]
      const twice = {
        ...layer('twice', (call, next) => next(call).catch(() => next(call))),
        [repeatsNext]: true as const,
      }
      const call = (): never => thrower(failures.shift())()
      const registry = registryOf(tool({ effect, call })).layer(twice)
      const error = await rejection(registry.dispatch('shop/order', {}))
      expect(error).toMatchObject({ disposition: 'in-doubt', retryable: expected })
    },
  )

  it('is false for refused arguments and invalid outputs', async () => {
    const strict = tool({ effect: 'read', inputSchema: {}, call: () => 1n })
    const refused = await rejection(registryOf(strict).dispatch('shop/order', { a: 1 }))
    const invalid = await rejection(registryOf(strict).dispatch('shop/order', {}))
    expect([refused.retryable, invalid.retryable]).toEqual([false, false])
  })
})
