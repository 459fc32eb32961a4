import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import type { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { askForApproval, openTransaction } from '../../src/registry/call/call-of-context.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { createContext, ToolContext } from '../../src/tools/tool-context.js'
import type { ToolDefinition } from '../../src/tools/tool-definition.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'
import { deferred, layer, registryOf, rejection, tool } from './tools.js'

type End = 'commit' | 'abandon'

/** A layer that runs the rest of a call in a transaction, ends it so, and fails after it. */
function transaction(end: End) {
  return layer('transaction', async (call, next) => {
    const open = openTransaction(call.context)
    await open.enter(call, next).catch(() => undefined)
    open[end]()
    throw new TypeError('after the transaction')
  })
}

const ordering = tool({ call: () => 1 })
const reading = tool({ mutates: false, call: () => 1 })
const refusing = tool({
  call: () => Promise.reject(new ToolFailure('no', { disposition: 'did-not-happen' })),
})

describe('a transaction round a call', () => {
  it.each([
    ['a body that returned has landed once it is committed', ordering, 'commit', 'landed'],
    ['a body that returned is in doubt where it was not', ordering, 'abandon', 'in-doubt'],
    ['a read is never in doubt', reading, 'abandon', 'did-not-happen'],
    ['what did not happen stays so', refusing, 'commit', 'did-not-happen'],
  ] as const)('%s', async (_what, definition, end, disposition) => {
    const registry = registryOf(definition).layer(transaction(end))
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition })
  })

  it('has landed only when the outermost of several is committed', async () => {
    const ends: End[] = ['commit', 'abandon']
    const nested = ends.map((end) =>
      layer(end, async (call, next) => {
        const open = openTransaction(call.context)
        const outcome = await open.enter(call, next)
        open[end]()
        if (end === 'abandon') throw new TypeError('COMMIT failed')
        return outcome
      }),
    )
    const registry = nested.reduce((to, each) => to.layer(each), registryOf(ordering))
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
  })

  it('leaves in doubt what an inner one abandoned, though the outer is committed', async () => {
    const ends: End[] = ['abandon', 'commit']
    const nested = ends.map((end) =>
      layer(end, async (call, next) => {
        const open = openTransaction(call.context)
        const outcome = await open.enter(call, next)
        open[end]()
        if (end === 'commit') throw new TypeError('after COMMIT')
        return outcome
      }),
    )
    const registry = nested.reduce((to, each) => to.layer(each), registryOf(ordering))
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
  })

  it('leaves in doubt what was abandoned, though an empty one is committed after it', async () => {
    const abandoning = layer('abandoning', async (call, next) => {
      const first = openTransaction(call.context)
      await first.enter(call, next)
      first.abandon()
      openTransaction(call.context).commit()
      throw new TypeError('after the transactions')
    })
    const error = await rejection(registryOf(ordering).layer(abandoning).dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
  })

  it('cannot be left by a layer inside it that passes on a context from outside', async () => {
    let outside: ToolContext | undefined
    const leaving = layer('leaving', (call, next) =>
      next({ ...call, context: outside ?? call.context }),
    )
    const registry = registryOf(ordering)
      .layer(leaving)
      .layer(transaction('abandon'))
      .layer(layer('outside', (call, next) => ((outside = call.context), next(call))))
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
  })

  it('needs the context of a call', () => {
    expect(() => openTransaction(createContext())).toThrow(DefinitionError)
  })
})

type Nest = (context: ToolContext, registry: ToolRegistry) => Promise<unknown>

const landed = new Map<boolean, ToolDefinition>(
  [true, false].map((mutates) => [
    mutates,
    tool({
      name: 'inner',
      mutates,
      call: () => Promise.reject(new ToolFailure('no', { disposition: 'landed' })),
    }),
  ]),
)

/** What the error of a call that landed says, made from inside the body of another one that is in a transaction. */
async function nested(
  nest: Nest,
  { mutates = true, end = 'commit' }: { mutates?: boolean; end?: End } = {},
) {
  const [errors, late] = [[] as Promise<ToolError>[], deferred<undefined>()]
  const outer = tool({
    call: (_args, context) => {
      errors.push(rejection(nest(context, registry)))
      errors.push(rejection(late.promise.then(() => nest(context, registry))))
      return errors[0]?.then(() => 'done')
    },
  })
  const registry: ToolRegistry = registryOf(outer, landed.get(mutates) as ToolDefinition)
  const call = registry.layer(only('order', transaction(end))).dispatch('shop/order', {})
  await rejection(call)
  late.resolve(undefined)
  return (await Promise.all(errors)).map(({ disposition }) => disposition)
}

/** A layer round the calls of one tool. */
function only(name: string, inner: ToolLayer): ToolLayer {
  return layer('only', (call, next) =>
    call.definition.id.name === name ? inner.handle(call, next) : next(call),
  )
}

describe('a call nested in a transaction', () => {
  const byContext: Nest = (context) => context.dispatch('shop/inner', {})

  it.each<[string, Nest]>([
    ['the context of the body', byContext],
    ['the ambient context', () => ToolContext.current().dispatch('shop/inner', {})],
    [
      'a registry and that context',
      (context, registry) => registry.dispatch('shop/inner', {}, context),
    ],
    ['a child', (context, registry) => registry.dispatch('shop/inner', {}, context.child())],
  ])('that landed is in doubt until the transaction has ended: through %s', async (_how, nest) => {
    expect(await nested(nest)).toEqual(['in-doubt', 'landed'])
  })

  it('that began after it was rolled back is no part of it', async () => {
    expect(await nested(byContext, { end: 'abandon' })).toEqual(['in-doubt', 'landed'])
  })

  it('is never in doubt when it reads', async () => {
    expect(await nested(byContext, { mutates: false })).toEqual(['did-not-happen', 'landed'])
  })

  it('that landed does not keep what the call round it left half done', async () => {
    const held: boolean[] = []
    const watching = layer('watching', async (call, next) => {
      const open = openTransaction(call.context)
      await open.enter(call, next).catch(() => undefined)
      held.push(open.hasLanded(), open.hasStarted())
      open.abandon()
      throw new TypeError('after the transaction')
    })
    const half = tool({
      call: async (_args, context) => {
        await rejection(context.dispatch('shop/inner', {}))
        throw new TypeError('half way')
      },
    })
    const registry = registryOf(half, landed.get(true) as ToolDefinition)
    await rejection(registry.layer(only('order', watching)).dispatch('shop/order', {}))
    expect(held).toEqual([false, true])
  })
})

describe('a call that a layer asks approval for', () => {
  it('does not run without a decision bound to it', async () => {
    let runs = 0
    const counted = tool({ call: () => (runs += 1) })
    const asking = layer('asking', (call, next) => {
      askForApproval(call.context, 'it moves money')
      return next(call)
    })
    const error = await rejection(registryOf(counted).layer(asking).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
    expect(error.message).toContain('a layer asks for approval')
    expect(runs).toBe(0)
  })
})
