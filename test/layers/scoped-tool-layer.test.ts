import { AsyncLocalStorage } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'

import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import {
  ScopedToolLayer,
  toolScopeLayerName,
  type ScopedToolLayerOptions,
  type ToolScope,
} from '../../src/layers/scoped-tool-layer.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { suspend } from '../../src/tools/suspension.js'
import { ToolContext } from '../../src/tools/tool-context.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, rejection, tool } from '../registry/tools.js'
import { hastyClock } from './fake-clock.js'
import { dispatch, failedCommit, failing, scoped, swallowing, transaction } from './scopes.js'

const storage = new AsyncLocalStorage<string>()
const ambient: ToolScope = { wrap: ({ tenantId }, run) => storage.run(tenantId, run) }

describe('ScopedToolLayer', () => {
  it('is called tool_scope unless it is given a name [REG-08]', () => {
    expect(toolScopeLayerName).toBe('tool_scope')
    expect(new ScopedToolLayer(ambient).name).toBe(toolScopeLayerName)
    expect(new ScopedToolLayer(ambient, { name: 'rls' }).name).toBe('rls')
  })

  it('without a name beside another is refused with a name that is free [REG-02, REG-08]', () => {
    const one = registryOf().layer(new ScopedToolLayer(ambient))
    const two = one.layer(new ScopedToolLayer(ambient, { name: 'tool_scope_2' }))
    const [problem] = problemsOf(() => two.layer(new ScopedToolLayer(ambient)))
    expect(problem?.message).toBe('a layer of this name is there already.')
    expect(problem?.fix).toContain('{ name: "tool_scope_3" }')
  })

  it('provides its state to the body and to layers inside it, and to nothing outside [REG-08]', async () => {
    const seen: (string | undefined)[] = []
    const look = (): void => void seen.push(storage.getStore())
    const looking = (name: string) =>
      layer(name, async (call, next) => {
        look()
        return next(call).finally(look)
      })
    const registry = registryOf(tool({ call: async () => look() }))
      .layer(looking('inside'))
      .layer(new ScopedToolLayer(ambient))
      .layer(looking('outside'))
    await registry.dispatch('shop/order', {}, { tenantId: 'acme' })
    expect(seen).toEqual([undefined, 'acme', 'acme', 'acme', undefined])
  })

  it('gets the context of the call [REG-08]', async () => {
    const seen: unknown[] = []
    const looking: ToolScope = { wrap: (context, run) => (seen.push(context.callId), run()) }
    await scoped(looking).dispatch('shop/order', {}, { callId: 'c-1' })
    expect(seen).toEqual(['c-1'])
  })

  it.each([
    ['nothing', (_context, run) => run().then(() => undefined)],
    [
      'something else',
      async (_context, run) => (await run(), { status: 'output', value: 'other' }),
    ],
    ['what run gave', (_context, run) => run()],
  ] satisfies [string, ToolScope['wrap']][])(
    'comes to what the tool came to when the scope returns %s [REG-08]',
    async (_what, wrap) => {
      expect(await dispatch(scoped({ wrap }))).toEqual({ status: 'output', value: 'done' })
    },
  )

  it('wraps each attempt once, also one whose body throws [REG-08]', async () => {
    const notes: string[] = []
    const retry = new RetryLayer({ attempts: 3, clock: hastyClock() })
    const broken = tool({ mutates: false, call: () => Promise.reject(new Error('x')) })
    await rejection(dispatch(scoped(transaction(notes), broken).layer(retry)))
    expect(notes).toEqual(['begin', 'rollback', 'begin', 'rollback', 'begin', 'rollback'])
  })

  it('does not wrap a call that an outer layer refused [REG-08]', async () => {
    const notes: string[] = []
    const message = 'no'
    const refusing = layer('refuses', () => {
      throw new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message })
    })
    await rejection(dispatch(scoped(transaction(notes)).layer(refusing)))
    expect(notes).toEqual([])
  })

  it('nests, the last registered outermost, and is kept by narrowed registries [REG-08]', async () => {
    const notes: string[] = []
    const named = (name: string): ToolScope => ({
      wrap: (_context, run) => (notes.push(name), run()),
    })
    const registry = scoped(named('inner')).layer(
      new ScopedToolLayer(named('outer'), { name: 'outer' }),
    )
    await dispatch(registry.restrictTo(['shop/order']).filter(() => true))
    expect(notes).toEqual(['outer', 'inner'])
  })

  it.each([
    ['without a wrap', undefined, {}, 'the scope has no `wrap`.'],
    ['with a blank name', ambient, { name: ' ' }, 'the option "name" has a wrong value.'],
    ['with an unknown option', ambient, { ambient: true }, 'there is no option "ambient".'],
  ])('%s is refused', (_how, scope, options, message) => {
    const construct = (): unknown =>
      new ScopedToolLayer(scope as ToolScope, options as ScopedToolLayerOptions)
    expect(problemsOf(construct)).toMatchObject([{ subject: 'ScopedToolLayer', message }])
  })
})

describe('a transaction scope', () => {
  it.each([
    ['an output', tool(), ['begin', 'commit']],
    [
      'an output that breaks its schema',
      tool({ outputSchema: { type: 'number' } }),
      ['begin', 'commit'],
    ],
    ['a failure that landed', failing('landed'), ['begin', 'commit']],
    ['a failure that did not happen', failing('did-not-happen'), ['begin', 'rollback']],
    ['a failure in doubt', failing('in-doubt'), ['begin', 'rollback']],
    [
      'a suspension',
      tool({ call: () => suspend({ reason: 'ask', inputSchema: {} }) }),
      ['begin', 'commit'],
    ],
  ])('ends on %s as it must [REG-08]', async (_what, definition, expected) => {
    const notes: string[] = []
    await dispatch(scoped(transaction(notes), definition)).catch(() => undefined)
    expect(notes).toEqual(expected)
  })

  it('commits what landed also with a layer of others and a second scope round the body [REG-08]', async () => {
    const [inner, outer]: [string[], string[]] = [[], []]
    const registry = registryOf(failing('landed'))
      .layer(layer('inside', (call, next) => next(call)))
      .layer(new ScopedToolLayer(transaction(inner)))
      .layer(layer('between', (call, next) => next(call)))
      .layer(new ScopedToolLayer(transaction(outer), { name: 'outer' }))
    const error = await rejection(dispatch(registry))
    expect(error).toMatchObject({
      code: 'TOOL_FAILED',
      disposition: 'landed',
      modelText: 'declared',
    })
    expect([inner, outer]).toEqual([
      ['begin', 'commit'],
      ['begin', 'commit'],
    ])
  })

  it('that throws something else on the way back from a failure changes nothing', async () => {
    const replacing: ToolScope = { wrap: (_context, run) => run().catch(() => failedCommit()) }
    const error = await rejection(dispatch(scoped(replacing, failing('did-not-happen'))))
    expect(error).toMatchObject({ disposition: 'did-not-happen', modelText: 'declared' })
  })

  it.each([
    ['an output', tool(), 'in-doubt', false],
    ['an output of an idempotent tool', tool({ effect: 'idempotent' }), 'in-doubt', true],
    ['a failure that landed', failing('landed'), 'in-doubt', false],
    ['the output of a read', tool({ mutates: false }), 'did-not-happen', true],
  ] as const)(
    'whose COMMIT fails after %s is TOOL_FAILED, %s [REG-08]',
    async (_what, definition, disposition, retryable) => {
      const error = await rejection(dispatch(scoped(transaction([], failedCommit), definition)))
      expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition, retryable })
      expect(error.modelText).not.toContain('COMMIT')
      expect(error.modelText).toContain(`Reference: ${String(error.reference)}`)
    },
  )

  it('that fails before run fails the call, and nothing happened [REG-08]', async () => {
    const broken: ToolScope = { wrap: () => failedCommit() }
    const error = await rejection(dispatch(scoped(broken)))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toContain('failed before it called `run`')
  })

  it('may refuse in its own words before run [REG-08]', async () => {
    const busy = new ToolError({ code: 'BUSY', disposition: 'did-not-happen', message: 'pool' })
    const error = await rejection(dispatch(scoped({ wrap: () => Promise.reject(busy) })))
    expect(error).toMatchObject({ code: 'BUSY', disposition: 'did-not-happen', cause: busy })
  })

  it('has the context of the call as the ambient one', async () => {
    const seen: unknown[] = []
    const wrap: ToolScope['wrap'] = (context, run) => (
      seen.push(ToolContext.current().callId === context.callId),
      run()
    )
    await dispatch(scoped({ wrap }))
    expect(seen).toEqual([true])
  })
})

describe('a scope that is ambient only', () => {
  const outermost = new ScopedToolLayer(ambient, { ambientOnly: true })

  it('may stand outside any layer [REG-08]', async () => {
    const registry = registryOf(tool({ call: () => storage.getStore() }))
      .layer(new RetryLayer())
      .layer(outermost)
    expect(await dispatch(registry)).toMatchObject({ value: 'default' })
    expect(() => registryOf().layer(new RetryLayer()).layer(new ScopedToolLayer(ambient))).toThrow(
      'it belongs inside layer "retry"',
    )
  })

  it('opens no transaction: what the body did has landed, whatever it throws afterwards', async () => {
    const wrap: ToolScope['wrap'] = (_context, run) => run().then(failedCommit)
    const registry = registryOf(tool()).layer(new ScopedToolLayer({ wrap }, { ambientOnly: true }))
    const error = await rejection(dispatch(registry))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'landed' })
  })

  it('may swallow what run rejects with: there is nothing it could have kept', async () => {
    const layer = new ScopedToolLayer(swallowing, { ambientOnly: true })
    const error = await rejection(dispatch(registryOf(failing('did-not-happen')).layer(layer)))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition: 'did-not-happen' })
  })
})

describe('a transaction scope inside retry', () => {
  it('rolls back what a later attempt left half done, although an earlier one landed [REG-08]', async () => {
    const notes: string[] = []
    let attempts = 0
    const half = tool({
      effect: 'idempotent',
      call: () => {
        attempts += 1
        if (attempts > 1) throw new TypeError('half way')
        throw new ToolFailure('landed', { disposition: 'landed', retryable: true })
      },
    })
    const retry = new RetryLayer({ attempts: 2, clock: hastyClock() })
    const registry = registryOf(half)
      .layer(layer('inside', (call, next) => next(call)))
      .layer(new ScopedToolLayer(transaction(notes)))
      .layer(retry)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(notes).toEqual(['begin', 'commit', 'begin', 'rollback'])
    expect(error.disposition).toBe('landed')
  })
})
