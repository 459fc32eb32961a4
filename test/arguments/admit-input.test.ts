import { Allow, IsArray, IsInt, IsObject, IsOptional, IsString } from 'class-validator'
import { describe, expect, it } from 'vitest'

import { hydrated, issuesOf, refusalsOf } from './arguments-of.js'

class NoArguments {}

class OneText {
  @IsString() q!: string
}

class Free {
  @IsOptional() @IsObject() map?: Record<string, unknown>
  @IsOptional() @IsArray() list?: unknown[]
}

function nest(levels: number): unknown {
  let value: unknown = 1
  for (let level = 1; level < levels; level += 1) value = { a: value }
  return value
}

describe('admit, the input as a whole', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['an empty object', {}],
    ['the text of one', '{}'],
    ['an object without prototype', Object.create(null)],
  ])('takes %s for no arguments [ADM-01]', async (_name, input) => {
    expect(await refusalsOf(NoArguments, input)).toEqual([])
  })

  it.each([
    ['an array', [], ' notAnObject'],
    ['a number', 7, ' notAnObject'],
    ['a boolean', true, ' notAnObject'],
    ['the text of an array', '[1]', ' notAnObject'],
    ['the text of null', 'null', ' notAnObject'],
    ['a text that is not JSON', '{q:1}', ' notJson'],
    ['a function', () => 1, ' notJson'],
    ['a symbol', Symbol('x'), ' notJson'],
    ['a bigint', 1n, ' notJson'],
    ['a Date', new Date(), ' notJson'],
    ['a Map', new Map(), ' notJson'],
  ])('refuses %s [ADM-01]', async (_name, input, refusal) => {
    expect(await refusalsOf(OneText, input)).toEqual([refusal])
  })

  it('takes a JSON text for the object it holds [ADM-01]', async () => {
    const { instance } = await hydrated(OneText, '{"q":"x"}')
    expect(instance.q).toBe('x')
  })

  it('never aliases the object it was given [ADM-01]', async () => {
    const input = { map: { inner: { n: 1 } } }
    const { instance, json } = await hydrated(Free, input)
    input.map.inner.n = 2
    expect(instance.map).toEqual({ inner: { n: 1 } })
    expect(json).toEqual({ map: { inner: { n: 1 } } })
  })

  it('freezes the canonical arguments to the last level [ADM-01]', async () => {
    const { json, instance } = await hydrated(Free, { map: { inner: {} } })
    expect(Object.isFrozen((json['map'] as { inner: object }).inner)).toBe(true)
    expect(Object.isFrozen(instance.map)).toBe(false)
  })
})

describe('admit, only plain JSON data', () => {
  it.each([
    [
      'an own accessor',
      Object.defineProperty({}, 'q', { get: () => 'x', enumerable: true }),
      'q notJson',
    ],
    ['an instance of a class', { map: new OneText() }, 'map notJson'],
    ['a function deep inside', { map: { f: () => 1 } }, 'map.f notJson'],
    ['a symbol key', { map: { [Symbol('s')]: 1 } }, 'map notJson'],
    ['NaN', { map: { n: NaN } }, 'map.n notJson'],
    ['Infinity', { list: [1, Infinity] }, 'list[1] notJson'],
    ['a hole in an array', { list: [1, , 3] }, 'list[1] notJson'],
    ['undefined in an array', { list: [undefined] }, 'list[0] notJson'],
    ['an array with named members', { list: Object.assign([1], { x: 1 }) }, 'list notJson'],
  ])('refuses %s [ADM-01]', async (_name, input, refusal) => {
    expect(await refusalsOf(Free, input)).toContain(refusal)
  })

  it('refuses a cycle and takes an object that occurs twice [ADM-01]', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic['self'] = cyclic
    const twice = { n: 1 }
    expect(await refusalsOf(Free, { map: cyclic })).toEqual(['map.self notJson'])
    expect(await refusalsOf(Free, { map: { a: twice, b: twice } })).toEqual([])
  })

  it('counts an undefined member as absent [ADM-01]', async () => {
    expect(await refusalsOf(OneText, { q: undefined })).toEqual(['q required'])
  })

  it('refuses a Proxy that throws instead of throwing [ADM-01]', async () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('trap')
        },
      },
    )
    expect(await refusalsOf(Free, trap)).toEqual([' notJson'])
  })

  it('refuses a Proxy before it asks it anything, as a prototype too [ADM-01, ADM-03]', async () => {
    const asked: PropertyKey[] = []
    const traps = new Proxy({}, { get: (_, name) => void asked.push(name) })
    const inputs = [
      new Proxy({ q: 'x' }, traps),
      { q: new Proxy({}, traps) },
      { q: new Proxy([], traps) },
      Object.create(new Proxy(Object.create(null) as object, traps)) as object,
    ]
    for (const input of inputs)
      expect(await refusalsOf(OneText, input)).toEqual([expect.stringMatching(/notJson$/)])
    expect(asked).toEqual([])
  })
})

describe('admit, keys that reach the language', () => {
  it.each(['__proto__', 'constructor', 'prototype'])(
    'refuses %s and changes nothing [ADM-03]',
    async (key) => {
      const refusals = await refusalsOf(OneText, `{"q":"x","${key}":{"polluted":true}}`)
      expect(refusals).toEqual([`${key} forbiddenKey`])
      expect(Object.prototype).not.toHaveProperty('polluted')
    },
  )

  it.each(['hasOwnProperty', 'toString', 'valueOf', '__defineGetter__', 'call', 'isPrototypeOf'])(
    'refuses %s as any other unknown key [ADM-03]',
    async (key) => {
      expect(await refusalsOf(OneText, { q: 'x', [key]: 1 })).toEqual([`${key} unknownKey`])
    },
  )

  it('refuses constructor and prototype in untyped values, at any depth [ADM-03]', async () => {
    class Untyped {
      @IsArray() lines!: unknown[]
      @Allow() any!: unknown
    }
    const input = { lines: [{ constructor: {} }, [{ a: { prototype: 1 } }]], any: { prototype: 1 } }
    expect(await refusalsOf(Untyped, input)).toEqual([
      'lines[0].constructor forbiddenKey',
      'lines[1][0].a.prototype forbiddenKey',
      'any.prototype forbiddenKey',
    ])
  })

  it('refuses __proto__ in a free map and takes constructor there as data [ADM-03]', async () => {
    expect(await refusalsOf(Free, '{"map":{"__proto__":{}}}')).toEqual([
      'map.__proto__ forbiddenKey',
    ])
    const { instance } = await hydrated(Free, '{"map":{"constructor":{"prototype":1}}}')
    expect(Object.hasOwn(instance.map ?? {}, 'constructor')).toBe(true)
    expect(Object.getPrototypeOf(instance.map)).toBe(Object.prototype)
  })
})

describe('admit, limits', () => {
  const limits = { maxBytes: 40, maxDepth: 3, maxValues: 5 }

  it('counts the bytes of a text, not its characters [ADM-05]', async () => {
    const fits = JSON.stringify({ q: 'x'.repeat(32) })
    expect(await refusalsOf(OneText, fits, { limits })).toEqual([])
    const over = JSON.stringify({ q: 'é'.repeat(32) })
    expect(await refusalsOf(OneText, over, { limits })).toEqual([' tooLarge'])
  })

  it('takes the root as level 1 [ADM-05]', async () => {
    expect(await refusalsOf(Free, { map: { a: {} } }, { limits })).toEqual([])
    expect(await refusalsOf(Free, { map: { a: { b: {} } } }, { limits })).toEqual([' tooDeep'])
  })

  it('counts every value [ADM-05]', async () => {
    expect(await refusalsOf(Free, { list: [1, 2, 3] }, { limits })).toEqual([])
    expect(await refusalsOf(Free, { list: [1, 2, 3, 4] }, { limits })).toEqual([' tooManyValues'])
  })

  it.each([70, 50_000])('refuses %i levels without recursion [ADM-05]', async (levels) => {
    expect(await refusalsOf(Free, { map: nest(levels) })).toEqual([' tooDeep'])
  })

  it('refuses 100 000 unknown keys in a handful of issues [ADM-05]', async () => {
    const entries = Array.from({ length: 100_000 }, (_, index) => [`k${index.toString()}`, 1])
    expect(await refusalsOf(OneText, Object.fromEntries(entries))).toEqual([' tooManyValues'])
  })

  it('does not list what is no JSON before it refuses it [ADM-05]', async () => {
    const buffer = Buffer.alloc(50_000_000)
    expect(await refusalsOf(Free, { map: buffer })).toEqual(['map notJson'])
  })

  it('counts absent members and holes, which cost as much [ADM-05]', async () => {
    const empty = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`k${index.toString()}`, undefined]),
    )
    const list = Array.from({ length: 1000 }, () => empty)
    expect(await refusalsOf(Free, { list })).toEqual([' tooManyValues'])
    const holes = Array.from({ length: 20 }, () => new Array<unknown>(90_000))
    expect(await refusalsOf(Free, { list: holes })).toHaveLength(51)
  })

  it('keeps the default of a limit that is given as undefined [ADM-05]', async () => {
    const limits = { maxDepth: undefined } as unknown as { maxDepth: number }
    expect(await refusalsOf(Free, { map: nest(70) }, { limits })).toEqual([' tooDeep'])
  })

  it('shows 50 issues, then how many more there are [ADM-02]', async () => {
    const entries = Array.from({ length: 60 }, (_, index) => [`k${index.toString()}`, 1])
    const issues = await issuesOf(NoArguments, Object.fromEntries(entries))
    expect(issues).toHaveLength(51)
    expect(issues.at(-1)).toEqual({
      path: '',
      code: 'moreIssues',
      message: '10 more issues are not shown.',
    })
  })
})

describe('admit, a tool without arguments', () => {
  it('takes nothing and refuses a key by its name [DEF-10]', async () => {
    expect(await refusalsOf(NoArguments, {})).toEqual([])
    expect(await refusalsOf(NoArguments, { x: 1 })).toEqual(['x unknownKey'])
  })

  it('reads an integer written with an exponent as one [ADM-06]', async () => {
    class Count {
      @IsInt() n!: number
    }
    expect((await hydrated(Count, '{"n":1e3}')).instance.n).toBe(1000)
  })
})
