import { describe, expect, it } from 'vitest'

import { DefinitionError } from '../../src/errors/definition-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { askForApproval, openTransaction } from '../../src/registry/call/call-of-context.js'
import { createContext } from '../../src/tools/tool-context.js'
import { layer, registryOf, rejection, tool } from './tools.js'

type End = 'commit' | 'abandon'

/** A layer that runs the rest of a call in a transaction, ends it so, and fails after it. */
function transaction(end: End) {
  return layer('transaction', async (call, next) => {
    const open = openTransaction(call.context)
    await next(call).catch(() => undefined)
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
        const outcome = await next(call)
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
        const outcome = await next(call)
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
      await next(call)
      first.abandon()
      openTransaction(call.context).commit()
      throw new TypeError('after the transactions')
    })
    const error = await rejection(registryOf(ordering).layer(abandoning).dispatch('shop/order', {}))
    expect(error.disposition).toBe('in-doubt')
  })

  it('needs the context of a call', () => {
    expect(() => openTransaction(createContext())).toThrow(DefinitionError)
  })
})

describe('a call that a layer asks approval for', () => {
  it('does not run without a decision bound to it', async () => {
    let runs = 0
    const counted = tool({ call: () => (runs += 1) })
    const asking = layer('asking', (call, next) => {
      askForApproval(call.context)
      return next(call)
    })
    const error = await rejection(registryOf(counted).layer(asking).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'did-not-happen' })
    expect(error.message).toContain('a policy asks for approval')
    expect(runs).toBe(0)
  })
})
