import { describe, expect, it } from 'vitest'
import { ToolError } from '../../src/errors/tool-error.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
import { suspend } from '../../src/tools/suspension.js'
import { createContext } from '../../src/tools/tool-context.js'
import { extensionKey } from '../../src/tools/extension-key.js'
import { ToolId } from '../../src/tools/tool-id.js'
import {
  repeatsNext,
  type NextLayer,
  type ToolCall,
  type ToolLayer,
} from '../../src/tools/tool-layer.js'
import { deferred, layer, passing, registryOf, rejection, settled, tool } from './tools.js'

const counter = tool({
  inputSchema: { properties: { qty: { type: 'integer', default: 1 } } },
  call: (args) => args,
})

function through(handle: ToolLayer['handle'], definition = counter): Promise<ToolOutcome> {
  return registryOf(definition).layer(layer('mine', handle)).dispatch('shop/order', { qty: 2 })
}

const notOutcomes: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'done'],
  ['a bare value', { value: 1 }],
  ['an output without a value', { status: 'output' }],
  ['an output of undefined', { status: 'output', value: undefined }],
  ['an output that is not JSON', { status: 'output', value: 1n }],
  ['an unknown status', { status: 'done', value: 1 }],
  ['a suspension that is none', { status: 'suspended', suspension: { reason: 'x' } }],
  [
    'a Proxy that throws',
    new Proxy(
      {},
      {
        get() {
          throw new Error('boom')
        },
      },
    ),
  ],
]

const wrongCalls: readonly (readonly [string, (call: ToolCall) => unknown])[] = [
  ['a call without arguments', (call) => ({ ...call, arguments: undefined })],
  ['a call with null', (call) => ({ ...call, arguments: null })],
  ['a call with a text', (call) => ({ ...call, arguments: '{}' })],
  ['nothing', () => undefined],
  ['another definition', (call) => ({ ...call, definition: { ...call.definition } })],
  ['a context of its own', (call) => ({ ...call, context: createContext() })],
  ['a child context', (call) => ({ ...call, context: call.context.child() })],
  ['no context', (call) => ({ ...call, context: undefined })],
  [
    'a throwing getter',
    (call) => ({
      ...call,
      get context() {
        throw new Error('boom')
      },
    }),
  ],
]

describe('a layer', () => {
  it.each(notOutcomes)('that returns %s is LAYER_FAILED, by name', async (_kind, returned) => {
    const handle = (async () => returned) as unknown as ToolLayer['handle']
    const error = await rejection(through(handle))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toContain('layer "mine"')
  })

  it('that loses the outcome of `next` fails as landed', async () => {
    const losing = async (call: ToolCall, next: NextLayer): Promise<unknown> => {
      await next(call)
      return undefined
    }
    expect(await rejection(through(losing as ToolLayer['handle']))).toMatchObject({
      code: 'LAYER_FAILED',
      disposition: 'landed',
    })
  })

  it.each(wrongCalls)(
    'that passes on %s is LAYER_FAILED, and no body runs',
    async (_kind, change) => {
      const error = await rejection(through((call, next) => next(change(call) as ToolCall)))
      expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    },
  )

  it('that calls `next` twice is LAYER_FAILED, and the body runs once', async () => {
    let runs = 0
    const counting = tool({ call: () => (runs += 1) })
    const registry = registryOf(counting).layer(
      layer('twice', async (call, next) => {
        await next(call)
        return next(call)
      }),
    )
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'landed' })
    expect(error.message).toContain('called `next` twice')
    expect(runs).toBe(1)
  })

  it('that swallows the failure of its second `next` fails all the same', async () => {
    const swallowing = layer('swallows', async (call, next) => {
      const outcome = await next(call)
      await next(call).catch(() => undefined)
      return outcome
    })
    const registry = registryOf(tool()).layer(swallowing)
    expect((await rejection(registry.dispatch('shop/order', {}))).code).toBe('LAYER_FAILED')
  })

  it('that is marked as repeating may call `next` again, but not while it runs', async () => {
    const body = deferred<string>()
    const slow = tool({ call: () => body.promise })
    const repeating = (handle: ToolLayer['handle']): ToolLayer => ({
      ...layer('repeats', handle),
      [repeatsNext]: true,
    })
    const again = repeating((call, next) => next(call).then(() => next(call)))
    expect((await registryOf(tool()).layer(again).dispatch('shop/order', {})).status).toBe('output')
    const both = repeating(async (call, next) => (await Promise.all([next(call), next(call)]))[0])
    const dispatched = registryOf(slow).layer(both).dispatch('shop/order', {})
    expect((await rejection(dispatched)).code).toBe('LAYER_FAILED')
    body.resolve('late')
  })

  it('that throws the error of another tool fails this call, under its own id', async () => {
    const message = 'no'
    const toolId = new ToolId('other', 'tool')
    const refusing = layer('refuses', () => {
      throw new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message, toolId })
    })
    const registry = registryOf(tool()).layer(refusing)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(String(error.toolId)).toBe('shop/order')
  })

  it.each<[string, (call: ToolCall) => ToolCall]>([
    ['a copy', (call) => ({ ...call })],
    ['an object made of it', (call) => Object.create(call) as ToolCall],
  ])('may pass on %s', async (_what, copy) => {
    expect(await through((call, next) => next(copy(call)))).toMatchObject({ status: 'output' })
  })

  it('must not pass on a Proxy of a call, and reads what to do', async () => {
    const error = await rejection(through((call, next) => next(new Proxy(call, {}))))
    expect(error.code).toBe('LAYER_FAILED')
    expect(String(error.cause)).toContain('Pass a copy: { ...call }')
  })

  it('sees a call of three members, in one order', async () => {
    let seen: readonly string[] = []
    await through((call, next) => {
      seen = Object.keys(call)
      return next(call)
    })
    expect(seen).toEqual(['definition', 'arguments', 'context'])
  })

  it('that does not wait for `next` leaves no rejection unhandled', async () => {
    const failing = tool({
      inputSchema: counter.inputSchema,
      call: () => Promise.reject(new Error('x')),
    })
    const careless = (async (call, next) => {
      void next(call)
      return Promise.resolve({ status: 'output', value: 'own' })
    }) as ToolLayer['handle']
    await expect(through(careless, failing)).rejects.toThrow('Await `next`')
    await settled()
  })

  it.each([
    ['that gives a value at once', () => 'x'],
    ['that waits', () => Promise.resolve('x')],
    [
      'that throws',
      () => {
        throw new Error('x')
      },
    ],
  ])('that answers without waiting is found out, round a body %s', async (_what, call) => {
    const body = tool({ inputSchema: counter.inputSchema, call })
    const own = { status: 'output', value: 'own' }
    const answers = [async () => Promise.resolve(own), async () => own, () => Promise.resolve(own)]
    for (const answer of answers) {
      const careless = ((seen, next) => {
        void next(seen)
        return answer()
      }) as ToolLayer['handle']
      await expect(through(careless, body)).rejects.toThrow('Await `next`')
    }
    await settled()
  })

  it('that answers while `next` is running has lost its outcome: LAYER_FAILED, in-doubt', async () => {
    const running = deferred<string>()
    const slow = tool({ inputSchema: counter.inputSchema, call: () => running.promise })
    const careless = (async (call, next) => {
      void next(call)
      await settled()
      return { status: 'output', value: 'own' }
    }) as ToolLayer['handle']
    await expect(through(careless, slow)).rejects.toMatchObject({
      code: 'LAYER_FAILED',
      disposition: 'in-doubt',
    })
    running.resolve('late')
  })

  it('that ends a call keeps its body from starting afterwards', async () => {
    let runs = 0
    const counting = tool({ call: () => (runs += 1) })
    const inner = deferred<undefined>()
    const waiting = layer('waits', (call, next) => inner.promise.then(() => next(call)))
    const ending = layer('ends', (call, next) => {
      void next(call)
      const fields = { code: 'TIMED_OUT', disposition: 'did-not-happen' } as const
      throw new ToolError({ ...fields, message: 'too slow' })
    })
    const registry = registryOf(counting).layer(waiting).layer(ending)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'TIMED_OUT', disposition: 'did-not-happen' })
    inner.resolve(undefined)
    await settled()
    expect(runs).toBe(0)
  })

  it('that has answered cannot start the body any more', async () => {
    let runs = 0
    let later: (() => Promise<unknown>) | undefined
    const held = deferred<undefined>()
    const hasty = layer('hasty', async (call, next) => {
      later = () => next(call)
      return { status: 'output', value: 'own' }
    })
    const slow = layer('slow', (call, next) => next(call).finally(() => held.promise))
    const registry = registryOf(tool({ call: () => (runs += 1) }))
      .layer(hasty)
      .layer(slow)
    const dispatched = registry.dispatch('shop/order', {})
    await settled()
    await expect(later?.()).rejects.toMatchObject({ code: 'LAYER_FAILED' })
    held.resolve(undefined)
    expect([await dispatched, runs]).toMatchObject([{ value: 'own' }, 0])
  })

  it('may answer by itself', async () => {
    const answered = await through(async () => ({ status: 'output', value: { a: 1 } }))
    expect(answered).toEqual({ status: 'output', value: { a: 1 } })
  })

  it('may answer from a record, and says so', async () => {
    const outcome = { status: 'output', value: 1, deduplicatedFrom: 'c-1', more: true } as const
    const answered = await through(async () => outcome)
    expect(answered).toEqual({ status: 'output', value: 1, deduplicatedFrom: 'c-1' })
  })

  it('may change the arguments, which are admitted again at once', async () => {
    const seen: unknown[] = []
    const registry = registryOf(counter)
      .layer(layer('looks', (call, next) => (seen.push(call.arguments), next(call))))
      .layer(layer('changes', (call, next) => next({ ...call, arguments: {} })))
    expect(await registry.dispatch('shop/order', { qty: 2 })).toMatchObject({ value: { qty: 1 } })
    expect(seen).toEqual([{ qty: 1 }])
  })

  it('that changes the arguments to what is not valid gets INVALID_ARGUMENTS', async () => {
    const change: ToolLayer['handle'] = (call, next) => next({ ...call, arguments: { qty: 'x' } })
    expect(await rejection(through(change))).toMatchObject({
      code: 'INVALID_ARGUMENTS',
      disposition: 'did-not-happen',
      issues: [{ path: 'qty' }],
    })
  })

  it('may hand extensions inwards', async () => {
    const locale = extensionKey<string>('locale')
    const reading = tool({ call: (_args, context) => context.get(locale) })
    const registry = registryOf(reading)
      .layer(passing('between'))
      .layer(layer('sets', (c, next) => next({ ...c, context: c.context.with(locale, 'de') })))
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'de' })
  })

  it('may park a suspension, whose id a body cannot make up', async () => {
    const asking = { ...suspend({ reason: 'ask', inputSchema: {} }), id: 'forged' }
    const suspending = tool({ call: () => asking })
    const ids: unknown[] = []
    const parking = layer('journal', async (call, next) => {
      const outcome = await next(call)
      if (outcome.status === 'output') return outcome
      ids.push(outcome.suspension.id)
      return { status: 'suspended', suspension: { ...outcome.suspension, id: 's-1' } }
    })
    const parked = await registryOf(suspending).layer(parking).dispatch('shop/order', {})
    expect(parked).toMatchObject({ status: 'suspended', suspension: { id: 's-1', reason: 'ask' } })
    expect(ids).toEqual([undefined])
    expect(await rejection(registryOf(suspending).dispatch('shop/order', {}))).toMatchObject({
      code: 'UNSUSPENDABLE',
      message: expect.stringMatching(/ Register an IdempotencyLayer with a journal\.$/) as string,
    })
  })

  it.each([
    ['no layer', undefined, 'it is no object'],
    ['a function', () => undefined, 'it is no object'],
    ['an empty name', { name: '', handle: () => undefined }, 'its name is empty'],
    ['a blank name', { name: ' ', handle: () => undefined }, 'its name is empty'],
    ['no handle', { name: 'x' }, 'it has no `handle`'],
    ['a name that is taken', passing('taken'), 'a layer of this name is there already'],
  ])('with %s is refused [REG-02]', (_kind, wrong, message) => {
    const registry = registryOf().layer(passing('taken'))
    expect(() => registry.layer(wrong as unknown as ToolLayer)).toThrow(message)
  })
})
