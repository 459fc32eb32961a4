import { describe, expect, it } from 'vitest'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { layer, observed, registryOf, rejection, tool } from './tools.js'

const secret = 'postgres://u:p4ss@db.internal/x'

function secretError(): Error {
  return new Error(`connect ${secret} failed`, { cause: new Error(secret) })
}

const thrownValues: readonly (readonly [string, unknown])[] = [
  ['an Error', secretError()],
  ['an Error with a cause', new Error('outer', { cause: secretError() })],
  ['an AggregateError', new AggregateError([secretError()], secret)],
  ['a text', secret],
  ['an object', { token: secret }],
  ['undefined', undefined],
  ['null', null],
  [
    'a Proxy that throws',
    new Proxy(
      {},
      {
        get() {
          throw new Error(secret)
        },
      },
    ),
  ],
  ['a failure of another shape', Object.assign(new ToolFailure(secret), { modelText: { secret } })],
]

describe('ToolError.modelText', () => {
  it.each(thrownValues)(
    'is a fixed sentence with a reference when a body throws %s [DIS-04]',
    async (_kind, thrown) => {
      const call = (): never => {
        throw thrown
      }
      const { registry, events } = observed(registryOf(tool({ call })))
      const error = await rejection(registry.dispatch('shop/order', {}))
      const { reference } = error
      expect(reference).toMatch(/^[0-9a-f]{12}$/)
      const doubt = 'It is not known whether it took effect.'
      const sentence = `The tool failed unexpectedly. ${doubt} Reference: ${String(reference)}.`
      expect(error.modelText).toBe(sentence)
      expect(JSON.stringify(error) + error.message).not.toContain('p4ss')
      expect(events).toMatchObject([{ reference, error }])
      expect(Object.is(error.cause, thrown)).toBe(true)
    },
  )

  it('is what a ToolFailure says, to the letter [DIS-04]', async () => {
    const call = (): never => {
      throw new ToolFailure('Card declined.\n', { cause: secretError() })
    }
    const error = await rejection(registryOf(tool({ call })).dispatch('shop/order', {}))
    expect(error.modelText).toBe('Card declined.\n')
    expect(error.reference).toBeUndefined()
  })

  it('is a constant sentence where a ToolFailure says nothing [DIS-04]', async () => {
    const blank = tool({
      call: () => Promise.reject(new ToolFailure(' ', { disposition: 'landed' })),
    })
    const error = await rejection(registryOf(blank).dispatch('shop/order', {}))
    expect(error).toMatchObject({
      disposition: 'landed',
      modelText: 'The tool failed unexpectedly. It took effect.',
    })
  })

  it('escapes in the log what a ToolFailure may hold of the input [DIS-04]', async () => {
    const odd = tool({ call: () => Promise.reject(new ToolFailure('no \u202e account')) })
    const error = await rejection(registryOf(odd).dispatch('shop/order', {}))
    expect(error.modelText).toBe('no \u202e account')
    expect(error.message).toContain('no \\u202e account')
  })

  it('is not that of something which only looks like a ToolFailure [DIS-04]', async () => {
    const forged = Object.assign(new ToolFailure('secret'), { retryable: 'yes' })
    const odd = tool({ call: () => Promise.reject(forged) })
    const error = await rejection(registryOf(odd).dispatch('shop/order', {}))
    expect(error.modelText).not.toContain('secret')
    expect(error.retryable).toBe(false)
  })

  it('says nothing of what a layer threw, an instance needs or an output holds [DIS-04]', async () => {
    const thrower = (): never => {
      throw secretError()
    }
    const registries = [
      registryOf(tool()).layer(layer('bad', thrower)),
      registryOf({ ...tool(), prepare: thrower }),
      registryOf(tool({ call: () => ({ secret, n: 1n }) })),
      registryOf(tool({ outputSchema: { const: 1 }, call: () => secret })),
      registryOf({ ...tool(), checkOutput: thrower }),
    ]
    for (const registry of registries) {
      const error = await rejection(registry.dispatch('shop/order', {}))
      expect(JSON.stringify(error) + error.message).not.toContain('p4ss')
      expect(error.modelText).toContain(`Reference: ${String(error.reference)}.`)
    }
  })

  it('lists the issues of refused arguments and never the received value [DIS-04]', async () => {
    const strict = tool({ inputSchema: { properties: { password: { maxLength: 3 } } } })
    const error = await rejection(
      registryOf(strict).dispatch('shop/order', { password: 'hunter2' }),
    )
    expect(error.modelText).toMatch(/^The arguments were refused\.\n- .*password.*at most 3/)
    expect(JSON.stringify(error) + error.message).not.toContain('hunter2')
  })
})
