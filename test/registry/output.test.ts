import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { suspend } from '../../src/tools/suspension.js'
import { registryOf, rejection, tool } from './tools.js'

async function outputOf(returned: unknown): Promise<unknown> {
  const outcome = await registryOf(tool({ call: () => returned })).dispatch('shop/order', {})
  return outcome.status === 'output' ? outcome.value : outcome
}

function cycle(): object {
  const owner: { self?: object } = {}
  owner.self = owner
  return { owner }
}

function nested(depth: number): unknown {
  let value: unknown = 'bottom'
  for (let level = 0; level < depth; level += 1) value = [value]
  return value
}

const secret = 'p4ss'

describe('an output that JSON cannot carry', () => {
  it.each([
    ['a BigInt', { a: { b: 1n } }, 'a.b'],
    ['a cycle', cycle(), 'owner.self'],
    ['a function', { rows: [1, () => secret] }, 'rows[1]'],
    ['a symbol', { a: Symbol(secret) }, 'a'],
    ['NaN', { a: NaN }, 'a'],
    ['Infinity', [Infinity], '[0]'],
    ['a Map', { m: new Map([[secret, 1]]) }, 'm'],
    ['a Set', { s: new Set([secret]) }, 's'],
    ['a Promise', { rows: [Promise.resolve(secret)] }, 'rows[0]'],
    ['a typed array', { bytes: new Uint8Array(8) }, 'bytes'],
    ['a Buffer', { bytes: Buffer.from(secret) }, 'bytes'],
    ['an ArrayBuffer', { bytes: new ArrayBuffer(8) }, 'bytes'],
    ['an Error', { failure: new Error(secret) }, 'failure'],
    ['a RegExp', { pattern: /p4ss/ }, 'pattern'],
    ['an invalid Date', { at: new Date(NaN) }, 'at'],
    [
      'a throwing toJSON',
      {
        a: {
          toJSON: () => {
            throw new Error(secret)
          },
        },
      },
      'a',
    ],
    [
      'a throwing getter',
      {
        a: {
          get b(): string {
            throw new Error(secret)
          },
        },
      },
      'a.b',
    ],
    ['a toJSON that gives a BigInt', { a: { toJSON: () => 1n } }, 'a'],
    ['an odd key', { 'x y': 1n }, '["x y"]'],
    ['a boxed BigInt', { a: Object(1n) }, 'a'],
  ])('is OUTPUT_INVALID, landed, for %s [DIS-06]', async (_kind, returned, path) => {
    const error = await rejection(outputOf(returned))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
    expect(error.issues).toMatchObject([{ code: 'notJson', path }])
    expect(error.message).toContain(` at ${path}.`)
    expect(error.message + JSON.stringify(error)).not.toContain(secret)
    expect(error.modelText).toMatch(/^The tool ran, but its result cannot be shown\. Reference: /)
  })

  it('may be nested 1000 levels deep, and no deeper [DIS-06]', async () => {
    expect(await outputOf(nested(1000))).toEqual(nested(1000))
    expect(await rejection(outputOf(nested(1001)))).toMatchObject({ code: 'OUTPUT_INVALID' })
    expect(await rejection(outputOf(nested(100_000)))).toMatchObject({ code: 'OUTPUT_INVALID' })
  })

  it('covers a suspension that throws when it is read', async () => {
    const suspension = suspend({ reason: 'ask', inputSchema: {} })
    const hostile = Object.create(suspension, {
      reason: {
        get() {
          throw new Error(secret)
        },
      },
    }) as object
    const error = await rejection(outputOf(hostile))
    expect(error).toMatchObject({ code: 'OUTPUT_INVALID', disposition: 'landed' })
  })

  it('that makes itself anew for ever ends too', async () => {
    const endless = { toJSON: (): object => ({ again: endless }) }
    expect(await rejection(outputOf(endless))).toMatchObject({ code: 'OUTPUT_INVALID' })
  })
})

describe('an output as JSON', () => {
  it.each([
    ['undefined as null', undefined, null],
    ['null as null', null, null],
    ['a Date as its ISO text', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
    ['no undefined members', { a: undefined, b: 1 }, { b: 1 }],
    ['undefined elements as null', [undefined, 1], [null, 1]],
    ['holes as null', Array(2), [null, null]],
    ['what toJSON gives', { a: new URL('http://x.test/') }, { a: 'http://x.test/' }],
    ['what toJSON gives for its key', { k: { toJSON: (key: string) => key } }, { k: 'k' }],
    ['a Date that toJSON gives', { toJSON: () => new Date(0) }, '1970-01-01T00:00:00.000Z'],
    [
      'the fields of a class',
      new (class {
        a = 1
        readonly #b = 2
        c() {
          return this.#b
        }
      })(),
      { a: 1 },
    ],
    ['boxed primitives as what they hold', [Object(1), Object('a')], [1, 'a']],
    ['negative zero as zero', -0, 0],
    ['no symbol keys', { [Symbol('s')]: 1, a: 1 }, { a: 1 }],
    ['a lone surrogate as it is', '\uD800', '\uD800'],
  ])('has %s [DIS-06]', async (_kind, returned, expected) => {
    expect(await outputOf(returned)).toStrictEqual(expected)
  })

  it('may hold one object twice', async () => {
    const shared = { a: 1 }
    expect(await outputOf([shared, shared])).toEqual([shared, shared])
  })

  it('keeps an own __proto__ a member and harms nothing [DIS-06]', async () => {
    const value = (await outputOf(JSON.parse('{"__proto__":{"admin":true}}'))) as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(JSON.stringify(value)).toBe('{"__proto__":{"admin":true}}')
  })

  it('shares nothing with what the body returned', async () => {
    const returned = { rows: [{ a: 1 }] }
    const value = (await outputOf(returned)) as typeof returned
    expect(value).toEqual(returned)
    expect(value.rows[0]).not.toBe(returned.rows[0])
  })

  it('has exactly the keys status and value', async () => {
    const outcome = await registryOf(tool()).dispatch('shop/order', {})
    expect(Object.keys(outcome)).toEqual(['status', 'value'])
    expect(Object.isFrozen(outcome)).toBe(true)
  })

  it('is what JSON.stringify reads, for every JSON value [DIS-06]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        expect(JSON.stringify(await outputOf(value))).toBe(JSON.stringify(value))
      }),
    )
  })

  it('is checked against the declared output schema as JSON', async () => {
    const outputSchema = { type: 'object', properties: { at: { type: 'string' } } } as const
    const dated = tool({ outputSchema, call: () => ({ at: new Date(0) }) })
    expect((await registryOf(dated).dispatch('shop/order', {})).status).toBe('output')
    const wrong = tool({ outputSchema, call: () => ({ at: 7 }) })
    const error = await rejection(registryOf(wrong).dispatch('shop/order', {}))
    expect(error.issues).toMatchObject([{ path: 'at', code: 'type' }])
  })
})
