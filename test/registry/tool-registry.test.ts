import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolRegistry } from '../../src/registry/tool-registry.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import { layer, observed, passing, registryOf, rejection, tool } from './tools.js'

const letters = ['a', 'b', 'c', 'd', 'e'] as const
const shop = registryOf(...letters.map((name) => tool({ name }))).layer(passing('kept'))

function names(registry: ToolRegistry): string[] {
  return registry.ids().map(String)
}

function problemsOf(run: () => unknown): DefinitionError['problems'] {
  try {
    run()
  } catch (error) {
    if (DefinitionError.is(error)) return error.problems
    throw error
  }
  throw new Error('it did not throw')
}

describe('ToolRegistry', () => {
  it('lists its tools sorted by id, in whatever order they came [REG-01]', () => {
    const registry = registryOf(
      tool({ server: 'b', name: 'a' }),
      tool({ server: 'a', name: 'z' }),
      tool({ server: 'a', name: 'b' }),
    )
    expect(names(registry)).toEqual(['a/b', 'a/z', 'b/a'])
    expect(registry.descriptors().map(({ id }) => id)).toEqual(['a/b', 'a/z', 'b/a'])
  })

  it('is not changed by what is made of it [REG-01]', () => {
    const before = names(shop)
    const more = shop.register(tool({ name: 'more' })).layer(passing('more'))
    const fewer = shop.restrictTo(['shop/a']).filter(() => false)
    expect(names(more)).toHaveLength(6)
    expect(names(fewer)).toEqual([])
    expect(names(shop)).toEqual(before)
    expect(shop.layerNames).toEqual(['kept'])
  })

  it('cannot be changed through what it lists [REG-01]', () => {
    expect(Object.isFrozen(shop.ids())).toBe(true)
    expect(Object.isFrozen(shop.descriptors())).toBe(true)
    expect(Object.isFrozen(shop.layerNames)).toBe(true)
    expect(Object.isFrozen(shop)).toBe(true)
  })

  it('describes a tool as plain JSON', () => {
    const [descriptor] = registryOf(tool({ title: 'Order' })).descriptors()
    const inputSchema = { type: 'object', properties: {}, additionalProperties: false }
    expect(JSON.parse(JSON.stringify(descriptor))).toEqual({
      ...{ id: 'shop/order', wireName: 'shop__order', title: 'Order', description: 'Orders.' },
      ...{ effect: 'write', mutates: true, inputSchema, source: 'builtin' },
    })
  })

  it('finds by three spellings and by id, and gets or throws', () => {
    const definition = shop.get('shop/a')
    for (const ref of ['shop__a', 'shop/a', 'tool://shop/a', definition.id]) {
      expect(shop.find(ref)).toBe(definition)
    }
    expect(shop.find('a')).toBeUndefined()
    expect(() => shop.get('shop/f')).toThrow(expect.objectContaining({ code: 'UNKNOWN_TOOL' }))
  })
})

describe('ToolRegistry.register', () => {
  it('names both owners of an id or a wire name, all at once, and registers nothing [DEF-06]', () => {
    const problems = problemsOf(() =>
      shop.register(
        tool({ name: 'fine' }),
        tool({ name: 'a' }),
        tool({ name: 'x.y', wireName: 'taken' }),
        tool({ name: 'z', wireName: 'taken' }),
      ),
    )
    expect(problems.map(({ subject }) => subject)).toEqual(['shop/a', '"taken"'])
    expect(problems[0]?.message).toBe('2 tools have this id: defineTool and defineTool.')
    expect(problems[1]?.message).toContain('shop/x.y (defineTool) and shop/z (defineTool)')
    expect(shop.find('shop/fine')).toBeUndefined()
  })

  it.each([
    ['a class', class Order {}],
    ['nothing', undefined],
    ['an object', { id: 'shop/order' }],
  ])('refuses %s', (_kind, value) => {
    const [problem] = problemsOf(() => shop.register(value as never))
    expect(problem?.fix).toContain('defineTool')
  })

  it.each([
    ['id', { id: null }],
    ['id', { id: { server: 1, name: 'x', reference: String } }],
    ['id', { id: { server: 's', name: 'x', reference: String, toString: (): string => 'other' } }],
    ['wireName', { wireName: 7 }],
    ['effect', { effect: 'maybe' }],
    ['mutates', { mutates: undefined }],
    ['mutates', { effect: 'write', mutates: false }],
    ['description', { description: undefined }],
    ['groups', { groups: null }],
    ['admit', { admit: 'x' }],
    ['prepare', { prepare: undefined }],
    ['checkOutput', { checkOutput: {} }],
    ['source', { source: 'elsewhere' }],
  ])('names `%s` when a definition has none that is sound', (member, wrong) => {
    const [problem] = problemsOf(() => shop.register({ ...tool(), ...wrong } as never))
    expect(problem?.message).toContain(`no tool definition: \`${member}\` missing`)
  })

  it('names every member of a definition that throws when it is read', () => {
    const { proxy, revoke } = Proxy.revocable(tool(), {})
    revoke()
    const [problem] = problemsOf(() => shop.register(proxy))
    expect(problem?.message).toContain('`id`, `wireName`')
  })

  it('refuses a wire name that models cannot emit', () => {
    const [problem] = problemsOf(() => shop.register({ ...tool(), wireName: 'a b' }))
    expect(problem?.message).toContain('"a b"')
  })
})

describe('ToolRegistry.restrictTo', () => {
  it('names every unknown tool in one error, in the given order, with near ones [REG-03]', () => {
    const refs = ['shop/zzz', 'shop/a', 'shop/B', 'shop/zzz', 'zebra']
    const problems = problemsOf(() => shop.restrictTo(refs))
    expect(problems.map(({ subject }) => subject)).toEqual(['"shop/zzz"', '"shop/B"', '"zebra"'])
    expect(problems[1]?.fix).toContain('Did you mean "shop/b"')
  })

  it('takes each spelling, and repeats count once [REG-03]', () => {
    const { id } = shop.get('shop/c')
    const refs = ['shop__b', 'shop/b', 'tool://shop/b', id, 'shop/c']
    expect(names(shop.restrictTo(refs))).toEqual(['shop/b', 'shop/c'])
  })

  it('gives an empty registry for an empty list [REG-03]', () => {
    expect(names(shop.restrictTo([]))).toEqual([])
  })

  it('refuses what is no list', () => {
    expect(() => shop.restrictTo('shop/a' as never)).toThrow('Pass a list')
  })

  it('keeps layers, sinks and options, and a layer of the child stays with it [REG-03]', async () => {
    const { registry, events } = observed(shop)
    const child = registry.restrictTo(['shop/a'])
    const grandchild = child.layer(passing('own'))
    await grandchild.dispatch('shop/a', {})
    expect(events).toHaveLength(1)
    expect(child.layerNames).toEqual(['kept'])
    expect(grandchild.layerNames).toEqual(['kept', 'own'])
  })

  it('never lets a child reach more than its parent [REG-03]', async () => {
    const subset = fc.subarray([...letters])
    const step = fc.record({ isFilter: fc.boolean(), kept: subset })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 5 }), async (steps) => {
        let registry = shop
        for (const { isFilter, kept } of steps) {
          const before = new Set(names(registry))
          registry = isFilter
            ? registry.filter(({ id }) => kept.some((name) => name === id.name))
            : registry.restrictTo(registry.ids().filter(({ name }) => kept.some((k) => k === name)))
          expect(names(registry).every((name) => before.has(name))).toBe(true)
        }
        const gone = letters.filter((name) => registry.find(`shop/${name}`) === undefined)
        for (const name of gone) {
          const error = await rejection(registry.dispatch(`shop/${name}`, {}))
          expect(error.code).toBe('UNKNOWN_TOOL')
        }
      }),
    )
  })

  it('holds for nested calls, whichever registry the outer tool came from [REG-03]', async () => {
    const curious = tool({ name: 'curious', call: (_args, c) => c.dispatch('shop/a', {}) })
    const narrowed = shop.register(curious).restrictTo(['shop/curious'])
    const error = await rejection(narrowed.dispatch('shop/curious', {}))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', cause: { code: 'UNKNOWN_TOOL' } })
  })

  it('is what a registry injected into a tool resolves to [REG-03]', async () => {
    const found: unknown[] = []
    const looking = tool({
      name: 'looking',
      call: (_args, c) => void found.push(ToolRegistry.findOfCall(c)),
    })
    const narrowed = shop.register(looking).restrictTo(['shop/looking'])
    await narrowed.dispatch('shop/looking', {})
    expect(found).toEqual([narrowed])
    expect(ToolRegistry.findOfCall(createContext())).toBeUndefined()
  })
})

describe('ToolRegistry.fingerprint', () => {
  const one = tool({ name: 'one', description: 'One.' })
  const two = tool({ name: 'two', mutates: false })

  it('does not depend on order or layers [REG-11]', () => {
    const fingerprint = registryOf(one, two).fingerprint()
    expect(registryOf(two, one).layer(passing('x')).fingerprint()).toBe(fingerprint)
    expect(fingerprint).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['id', tool({ name: 'other', description: 'One.' })],
    ['description', tool({ name: 'one', description: 'Changed.' })],
    ['effect', tool({ name: 'one', description: 'One.', effect: 'idempotent' })],
    [
      'input schema',
      tool({ name: 'one', description: 'One.', inputSchema: { properties: { a: {} } } }),
    ],
    ['output schema', tool({ name: 'one', description: 'One.', outputSchema: { type: 'string' } })],
  ])('changes with the %s [REG-11]', (_part, changed) => {
    expect(registryOf(changed, two).fingerprint()).not.toBe(registryOf(one, two).fingerprint())
  })

  it('does not change with the title, the groups or the body [REG-11]', () => {
    const call = (): string => 'other'
    const same = tool({ name: 'one', description: 'One.', title: 'T', groups: ['g'], call })
    expect(registryOf(same, two).fingerprint()).toBe(registryOf(one, two).fingerprint())
  })
})

describe('ToolRegistry.verify', () => {
  const broken = (subject: string): ReturnType<typeof tool> => ({
    ...tool({ name: subject }),
    get inputSchema(): never {
      throw new DefinitionError([{ subject, message: 'no schema.', fix: 'Fix it.' }])
    },
    get outputSchema(): never {
      throw new Error('boom')
    },
  })

  it('throws the problems of all schemas of all tools at once', () => {
    const problems = problemsOf(() => {
      registryOf(broken('x'), tool(), broken('y')).verify()
    })
    expect(problems.map(({ subject }) => subject)).toEqual(['x', 'shop/x', 'y', 'shop/y'])
  })

  it('is silent when every schema can be made', () => {
    expect(() => {
      shop.verify()
    }).not.toThrow()
  })
})

describe('ToolContext.current', () => {
  const current = tool({ name: 'current', call: async () => ToolContext.current().tenantId })

  it('is the context of the call, in its body and its layers [REG-09]', async () => {
    const seen: unknown[] = []
    const looking = layer(
      'looks',
      (call, next) => (seen.push(ToolContext.current().callId), next(call)),
    )
    const registry = registryOf(current).layer(looking)
    const outcome = await registry.dispatch('shop/current', {}, { tenantId: 'acme', callId: 'c' })
    expect(outcome).toMatchObject({ value: 'acme' })
    expect(seen).toEqual(['c'])
  })

  it('throws with the fix outside a call and where it is switched off [REG-09]', async () => {
    expect(() => ToolContext.current()).toThrow('there is no call here.')
    const registry = ToolRegistry.create({ definitions: [current], ambientContext: false })
    const error = await rejection(registry.layer(passing('x')).dispatch('shop/current', {}))
    expect(error.cause).toMatchObject({ name: 'DefinitionError' })
    expect(String(error.cause)).toContain('ambientContext: false')
  })
})
