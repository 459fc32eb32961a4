import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { passing, registryOf, tool } from './tools.js'

const names = Array.from({ length: 8 }, (_, number) => `shop/t${number.toString()}`)
const parent = registryOf(
  ...names.map((name, number) => tool({ name: name.slice(5), mutates: number % 2 === 0 })),
)

function namesOf(registry: ToolRegistry): readonly string[] {
  return registry.ids().map(String)
}

/** A way to narrow, with the names it keeps. */
interface Narrowing {
  readonly keeps: ReadonlySet<string>
  readonly apply: (registry: ToolRegistry) => ToolRegistry
}

const subset = fc.subarray(names).map((kept) => new Set(kept))
const narrowing: fc.Arbitrary<Narrowing> = fc.oneof(
  subset.map((keeps) => ({
    keeps,
    // A narrowed registry may not hold all of them, and `restrictTo` is strict.
    apply: (registry: ToolRegistry) =>
      registry.restrictTo([...keeps].filter((name) => registry.find(name) !== undefined)),
  })),
  subset.map((keeps) => ({
    keeps,
    apply: (registry: ToolRegistry) => registry.filter(({ id }) => keeps.has(id.toString())),
  })),
  subset.map((keeps) => ({
    keeps,
    apply: (registry: ToolRegistry) => registry.select([...keeps].map((name) => `${name}?`)),
  })),
)

describe('the laws of restrictTo, filter and select', () => {
  it('a child holds what is kept of its parent and nothing else, and the parent stays as it is [REG-01, REG-03]', () => {
    fc.assert(
      fc.property(narrowing, ({ keeps, apply }) => {
        expect(namesOf(apply(parent))).toEqual(names.filter((name) => keeps.has(name)))
        expect(namesOf(parent)).toEqual(names)
      }),
    )
  })

  it('narrowing one after another is narrowing by what all of them keep, in any order [REG-03]', () => {
    fc.assert(
      fc.property(fc.array(narrowing, { maxLength: 4 }), (steps) => {
        const narrow = (list: readonly Narrowing[]): readonly string[] =>
          namesOf(list.reduce((registry, { apply }) => apply(registry), parent))
        const expected = names.filter((name) => steps.every(({ keeps }) => keeps.has(name)))
        expect(narrow(steps)).toEqual(expected)
        expect(narrow(steps.toReversed())).toEqual(expected)
      }),
    )
  })

  it('a child has the layers its parent had, and those added to either stay there [REG-03]', () => {
    fc.assert(
      fc.property(narrowing, fc.nat({ max: 3 }), ({ apply }, count) => {
        const layers = Array.from({ length: count }, (_, number) =>
          passing(`l${number.toString()}`),
        )
        const layered = layers.reduce((registry, each) => registry.layer(each), parent)
        const child = apply(layered)
        const before = layered.layerNames
        expect(child.layerNames).toEqual(before)
        expect(child.layer(passing('of the child')).layerNames).toHaveLength(count + 1)
        layered.layer(passing('of the parent'))
        expect([child.layerNames, layered.layerNames]).toEqual([before, before])
      }),
    )
  })

  it('no call through a child reaches what it does not hold [REG-03]', async () => {
    await fc.assert(
      fc.asyncProperty(narrowing, fc.constantFrom(...names), async ({ keeps, apply }, name) => {
        const ended = await apply(parent)
          .dispatch(name, {})
          .then(
            ({ status }) => status as string,
            (error: unknown) => (error as { code: string }).code,
          )
        expect(ended).toBe(keeps.has(name) ? 'output' : 'UNKNOWN_TOOL')
      }),
    )
  })
})
