import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { grantedDefinition } from '../../src/registry/define/granted-definition.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import type { JsonSchema } from '../../src/schema/json-schema.js'
import type { ToolGrant, ToolGrants } from '../../src/tools/tool-grants.js'
import { layer, observed, registryOf, rejection, tool } from './tools.js'

const free: ToolGrant = {
  ...{ approval: 'none', needsClaim: false, digest: 'reviewed' },
  completions: { trust: [], requireEqual: [] },
}

/** Grants that a test changes while the registry is bound to them. */
class Grants implements ToolGrants {
  readonly granted: Map<string, ToolGrant>

  constructor(granted: Readonly<Record<string, ToolGrant>>) {
    this.granted = new Map(Object.entries(granted))
  }

  findGrant(id: { toString(): string }): ToolGrant | undefined {
    return this.granted.get(id.toString())
  }

  getAgentEntries(agent: string): readonly string[] {
    if (agent === 'triage') return ['shop/order', 'shop/gone?']
    throw new DefinitionError([{ subject: agent, message: 'there is no such agent.', fix: '' }])
  }
}

const order = tool()
const refund = tool({ name: 'refund' })

function bound(
  granted: Readonly<Record<string, ToolGrant>>,
  registry = registryOf(order, refund),
): { readonly registry: ToolRegistry; readonly grants: Grants } {
  const grants = new Grants(granted)
  const definitions = registry.definitions.filter(({ id }) => grants.findGrant(id) !== undefined)
  return { registry: registry.bind(grants, definitions), grants }
}

describe('dispatch on a registry that is bound to grants', () => {
  it('runs what is granted', async () => {
    const { registry } = bound({ 'shop/order': free })
    await expect(registry.dispatch('shop/order', {})).resolves.toMatchObject({ value: 'done' })
  })

  it('refuses what is not, and the body does not run', async () => {
    let runs = 0
    const counted = tool({ name: 'counted', call: () => (runs += 1) })
    const { registry } = bound({ 'shop/order': free }, registryOf(order, counted))
    const error = await rejection(registry.dispatch('shop/counted', {}))
    expect(error).toMatchObject({ code: 'NOT_GRANTED', disposition: 'did-not-happen' })
    expect(runs).toBe(0)
  })

  it('tells a model of a tool that is not granted what it tells of one that is not there [DIS-02]', async () => {
    const { registry } = bound({ 'shop/order': free })
    const withheld = await rejection(registry.dispatch('shop/refund', {}))
    const absent = await rejection(registryOf(order).dispatch('shop/refund', {}))
    expect(withheld.modelText).toBe(absent.modelText)
  })

  it('never proposes a tool that is not granted', async () => {
    const { registry } = bound({ 'shop/order': free })
    const error = await rejection(registry.dispatch('shop/refunds', {}))
    expect(error.modelText).not.toContain('refund')
  })

  it('refuses what was registered after binding', async () => {
    const { registry } = bound({ 'shop/order': free }, registryOf(order))
    const more = registry.register(refund)
    const error = await rejection(more.dispatch('shop/refund', {}))
    expect(error.code).toBe('NOT_GRANTED')
  })

  it('refuses another tool that came under the id of a granted one', async () => {
    const { registry } = bound({ 'shop/order': free })
    const evil = tool({ description: 'Not reviewed.', call: () => 'evil ran' })
    const swapped = registry.filter(() => false).register(evil)
    const error = await rejection(swapped.dispatch('shop/order', {}))
    expect(error.code).toBe('NOT_GRANTED')
    expect(swapped.descriptors()).toEqual([])
  })

  it('reports a refused call once, with its tool', async () => {
    const { registry } = bound({ 'shop/order': free })
    const { registry: seen, events } = observed(registry)
    await rejection(seen.dispatch('shop/refund', {}))
    expect(events).toMatchObject([{ tool: 'shop/refund', code: 'NOT_GRANTED' }])
  })

  it('shows models what is granted and nothing else', () => {
    const { registry } = bound({ 'shop/refund': free })
    expect(registry.descriptors().map(({ id }) => id)).toEqual(['shop/refund'])
  })

  it('lets every narrowed view see at once that a grant was withdrawn', async () => {
    const { registry, grants } = bound({ 'shop/order': free })
    const narrow = registry.restrictTo(['shop/order'])
    grants.granted.clear()
    const error = await rejection(narrow.dispatch('shop/order', {}))
    expect(error.code).toBe('NOT_GRANTED')
    expect(narrow.descriptors()).toEqual([])
  })

  it('lets no body start when the grant is withdrawn while a layer waits', async () => {
    const { registry, grants } = bound({ 'shop/order': free })
    const slow = registry.layer(
      layer('slow', async (call, next) => {
        await Promise.resolve()
        grants.granted.clear()
        return next(call)
      }),
    )
    const error = await rejection(slow.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'NOT_GRANTED', disposition: 'did-not-happen' })
  })

  it('holds nested calls to the same grants', async () => {
    const outer = tool({
      name: 'outer',
      call: async (_args, context) => (await context.dispatch('shop/refund', {})).status,
    })
    const { registry } = bound({ 'shop/outer': free }, registryOf(outer, refund))
    const error = await rejection(registry.dispatch('shop/outer', {}))
    expect(error.cause).toMatchObject({ code: 'NOT_GRANTED' })
  })
})

describe('the innermost stage of a call whose grant asks for more', () => {
  it.each([
    [
      'approval',
      { ...free, approval: 'required' },
      /its grant \(required\) asks for approval, .* Register an ApprovalLayer\.$/,
    ],
    [
      'four eyes',
      { ...free, approval: 'four-eyes' },
      /its grant \(four-eyes\) asks for approval, .* Register an ApprovalLayer\.$/,
    ],
    [
      'a key',
      { ...free, needsClaim: true },
      /asks for an idempotency key, .* Register an IdempotencyLayer\.$/,
    ],
  ] as const)(
    'refuses a call without it, whatever the layers say: %s',
    async (_what, grant, why) => {
      let runs = 0
      const pay = tool({ name: 'pay', call: () => (runs += 1) })
      const { registry } = bound({ 'shop/pay': grant }, registryOf(pay))
      const waved = registry.layer(layer('approval', (call, next) => next(call)))
      const error = await rejection(waved.dispatch('shop/pay', {}))
      expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
      expect(error.message).toMatch(why)
      expect(error.modelText).toBe('This call is not permitted.')
      expect(runs).toBe(0)
    },
  )
})

describe('grantedDefinition', () => {
  const read = tool({ name: 'read', mutates: false, call: () => Promise.reject(new Error('x')) })
  const facts = { title: 'Reviewed', description: 'Reviewed words.', effect: 'write' } as const

  it('has the reviewed words and effect, and everything else of the tool', () => {
    expect(grantedDefinition(read, facts)).toMatchObject({
      ...facts,
      mutates: true,
      wireName: 'shop__read',
      inputSchema: read.inputSchema,
    })
  })

  it('makes a failed read in doubt where it was granted as a write', async () => {
    const grants = new Grants({ 'shop/read': free })
    const registry = registryOf(read).bind(grants, [grantedDefinition(read, facts)])
    const before = await rejection(registryOf(read).dispatch('shop/read', {}))
    const after = await rejection(registry.dispatch('shop/read', {}))
    expect([before.disposition, before.retryable]).toEqual(['did-not-happen', true])
    expect([after.disposition, after.retryable]).toEqual(['in-doubt', false])
  })

  it('keeps its own frozen copy of the schemas', () => {
    const inputSchema: { type: 'object'; properties: Record<string, JsonSchema> } = {
      type: 'object',
      properties: {},
    }
    const hostMade = { ...read, inputSchema }
    const granted = grantedDefinition(hostMade, facts)
    inputSchema.properties['later'] = {}
    expect(granted.inputSchema).toEqual({ type: 'object', properties: {} })
    expect(Object.isFrozen(granted.inputSchema.properties)).toBe(true)
  })
})

describe('ToolRegistry.forAgent', () => {
  it('gives the tools of the agent that the registry holds', () => {
    const { registry } = bound({ 'shop/order': free, 'shop/refund': free })
    expect(registry.forAgent('triage').ids().map(String)).toEqual(['shop/order'])
  })

  it('never grows a narrowed registry', () => {
    const { registry } = bound({ 'shop/order': free, 'shop/refund': free })
    expect(registry.restrictTo(['shop/refund']).forAgent('triage').ids()).toEqual([])
  })

  it('gives what is left of a list when a grant of it was withdrawn', () => {
    const { registry, grants } = bound({ 'shop/order': free, 'shop/refund': free })
    grants.granted.clear()
    expect(registry.forAgent('triage').descriptors()).toEqual([])
  })

  it('throws for an agent that is not there, and never gives the whole registry', () => {
    const { registry } = bound({ 'shop/order': free })
    expect(() => registry.forAgent('trage')).toThrow(DefinitionError)
  })

  it('throws when the registry is bound to nothing, and says what to do', () => {
    expect(() => registryOf(order).forAgent('triage')).toThrow(/Bind it first/)
  })
})
