import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import {
  layerRank,
  layerRanks,
  type LayerRank,
  type ToolLayer,
} from '../../src/tools/tool-layer.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, passing, registryOf, rejection, tool } from './tools.js'

/** A layer that has a place among the layers of this package. */
function ranked(rank: LayerRank, name: string = rank): ToolLayer {
  return { ...passing(name), [layerRank]: rank }
}

const numbered = { type: 'object', properties: { n: { type: 'integer' } } } as const
const shop = registryOf(tool({ inputSchema: numbered }))

type Disguise = (args: object) => never

/** Arguments that read as those that were sealed in one way, and as others in another. */
const disguises: readonly (readonly [string, Disguise])[] = [
  [
    'a hidden toJSON',
    (args) => Object.defineProperty({ n: 99 }, 'toJSON', { value: () => args }) as never,
  ],
  [
    'a proxy',
    (args) => {
      const value = { value: 99, enumerable: true, configurable: true, writable: true }
      return new Proxy(args, { getOwnPropertyDescriptor: () => value }) as never
    },
  ],
]

/** A layer that puts another number into the arguments. */
function renumbering(n: unknown): ToolLayer {
  return layer('renumbering', (call, next) => next({ ...call, arguments: { n } as never }))
}

describe('the order of layers', () => {
  it('takes the layers of this package in the documented order [REG-02]', () => {
    const all = layerRanks
      .toReversed()
      .reduce<ToolRegistry>((to, rank) => to.layer(ranked(rank)), shop)
    expect(all.layerNames).toEqual(layerRanks.toReversed())
  })

  it('names both layers where one is registered inside-out, and what to do [REG-02]', () => {
    const policed = shop.layer(ranked('policy'))
    expect(problemsOf(() => policed.layer(ranked('retry')))).toEqual([
      {
        subject: 'layer "retry"',
        message: 'it belongs inside layer "policy", and would stand outside it.',
        fix: 'Register "retry" before "policy": the last registered is the outermost.',
      },
    ])
  })

  it('is right exactly when each of this package stands outside or beside those before it [REG-02]', () => {
    const someRanks = fc.array(fc.constantFrom(...layerRanks), { maxLength: 6 })
    fc.assert(
      fc.property(someRanks, (ranks) => {
        const places = ranks.map((rank) => layerRanks.indexOf(rank))
        const isRight = places.every((place, at) => places.slice(0, at).every((p) => place <= p))
        const register = (): unknown =>
          ranks.reduce((to, rank, at) => to.layer(ranked(rank, `${rank} ${at.toString()}`)), shop)
        if (isRight) expect(register).not.toThrow()
        else expect(register).toThrow(DefinitionError)
      }),
    )
  })

  it('lets layers of others stand anywhere', () => {
    const mixed = shop.layer(passing('a')).layer(ranked('scope')).layer(passing('b'))
    expect(mixed.layer(ranked('telemetry')).layer(passing('c')).layerNames).toHaveLength(5)
  })
})

describe('arguments inside a layer that sealed them', () => {
  it.each(['approval', 'idempotency'] as const)('cannot be changed: %s', async (rank) => {
    const sealed = shop.layer(renumbering(2)).layer(ranked(rank))
    const error = await rejection(sealed.dispatch('shop/order', { n: 1 }))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toContain(`it changed the arguments inside layer "${rank}"`)
    expect(error.message).toContain('layer "renumbering"')
  })

  it.each(disguises)('cannot be changed in disguise: %s', async (what, disguise) => {
    const changing = layer('changing', (call, next) =>
      next({ ...call, arguments: disguise({ ...call.arguments }) }),
    )
    const ran: unknown[] = []
    const ordering = registryOf(tool({ inputSchema: numbered, call: (args) => ran.push(args) }))
    const sealed = ordering.layer(changing).layer(ranked('idempotency'))
    const error = await rejection(sealed.dispatch('shop/order', { n: 1 }))
    // A Proxy is no plain data, whoever sends it.
    const code = what === 'a proxy' ? 'INVALID_ARGUMENTS' : 'LAYER_FAILED'
    expect(error).toMatchObject({ code, disposition: 'did-not-happen' })
    expect(ran).toEqual([])
  })

  it('may be copied as they are', async () => {
    const sealed = shop.layer(renumbering(1)).layer(ranked('approval'))
    await expect(sealed.dispatch('shop/order', { n: 1 })).resolves.toMatchObject({ value: 'done' })
  })

  it('may be changed outside of it, and are admitted again', async () => {
    const open = shop.layer(ranked('approval')).layer(renumbering('two'))
    const error = await rejection(open.dispatch('shop/order', { n: 1 }))
    expect(error.code).toBe('INVALID_ARGUMENTS')
  })

  it('are not sealed by the other layers of this package', async () => {
    const open = shop.layer(renumbering(2)).layer(ranked('retry')).layer(ranked('policy'))
    await expect(open.dispatch('shop/order', { n: 1 })).resolves.toMatchObject({ value: 'done' })
  })
})
