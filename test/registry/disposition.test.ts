import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dispositions, highestDisposition, type Disposition } from '../../src/errors/disposition.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { repeatsNext, type ToolLayer } from '../../src/tools/tool-layer.js'
import { deferred, layer, registryOf, rejection, settled, tool } from './tools.js'

type Attempt = 'returns' | 'throws' | 'returns no JSON' | Disposition
type Outer = 'passes' | 'throws an Error' | Disposition

const attempts: readonly Attempt[] = ['returns', 'throws', 'returns no JSON', ...dispositions]
const outers: readonly Outer[] = ['passes', 'throws an Error', ...dispositions]

/** What an attempt leaves known, by the rules of the error table. */
const known: Readonly<Record<Attempt, Disposition>> = {
  returns: 'landed',
  throws: 'in-doubt',
  'returns no JSON': 'landed',
  'did-not-happen': 'did-not-happen',
  'in-doubt': 'in-doubt',
  landed: 'landed',
}

function attempt(kind: Attempt): unknown {
  if (kind === 'returns') return 'done'
  if (kind === 'returns no JSON') return 1n
  if (kind === 'throws') throw new Error('unforeseen')
  throw new ToolFailure('declared', { disposition: kind })
}

/** Runs every attempt, whatever becomes of each, and ends as the last one did. */
function repeating(count: number): ToolLayer {
  return {
    name: 'repeats',
    [repeatsNext]: true,
    async handle(call, next) {
      for (let done = 1; done < count; done += 1) await next(call).catch(() => undefined)
      return next(call)
    },
  }
}

function outer(kind: Outer, index: number): ToolLayer {
  return layer(`outer ${index}`, async (call, next) => {
    if (kind === 'passes') return next(call)
    await next(call).catch(() => undefined)
    if (kind === 'throws an Error') throw new Error('layer')
    throw new ToolError({ code: 'REFUSED', disposition: kind, message: 'late refusal' })
  })
}

function settle(disposition: Disposition, mutates: boolean): Disposition {
  return disposition === 'in-doubt' && !mutates ? 'did-not-happen' : disposition
}

const scenarios = fc.record({
  mutates: fc.boolean(),
  attempts: fc.array(fc.constantFrom(...attempts), { minLength: 1, maxLength: 4 }),
  outers: fc.array(fc.constantFrom(...outers), { maxLength: 3 }),
})

describe('a disposition', () => {
  it('is the highest known over all attempts and layers, whatever throws [DIS-08a]', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ mutates, attempts: script, outers: claims }) => {
        const left = [...script]
        const call = (): unknown => attempt(left.shift() ?? 'returns')
        let registry = registryOf(tool({ mutates, call })).layer(repeating(script.length))
        for (const [index, kind] of claims.entries()) registry = registry.layer(outer(kind, index))
        const stated = claims.filter((kind): kind is Disposition => kind in known)
        const all = [...script.map((kind) => known[kind]), ...stated]
        const highest = all
          .map((each) => settle(each, mutates))
          .reduce(highestDisposition, 'did-not-happen')
        const thrown: unknown = await registry.dispatch('shop/order', {}).catch((e: unknown) => e)
        if (ToolError.is(thrown)) expect(thrown.disposition).toBe(highest)
        else expect(script.at(-1)).toBe('returns')
      }),
      { numRuns: 500 },
    )
  })

  it('of a layer that throws while the body runs is in-doubt [DIS-08a]', async () => {
    const body = deferred<string>()
    const impatient = layer('impatient', (call, next) => {
      void next(call)
      return settled().then(() => {
        throw new Error('no patience')
      })
    })
    const registry = registryOf(tool({ call: () => body.promise })).layer(impatient)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'in-doubt' })
    body.resolve('done')
  })

  it('is did-not-happen again when the body that ran says so [DIS-08a]', async () => {
    const call = (): never => {
      throw new ToolFailure('no money', { disposition: 'did-not-happen' })
    }
    const error = await rejection(registryOf(tool({ call })).dispatch('shop/order', {}))
    expect(error.disposition).toBe('did-not-happen')
  })

  it('keeps the error that claimed less as the cause', async () => {
    const refusal = new ToolError({
      code: 'REFUSED',
      disposition: 'did-not-happen',
      message: 'too late',
      modelText: 'Not today.',
    })
    const late = layer('late', async (call, next) => {
      await next(call)
      throw refusal
    })
    const error = await rejection(registryOf(tool()).layer(late).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'REFUSED', disposition: 'landed', cause: refusal })
    expect(error.modelText).toBe('Not today.')
  })
})

describe('a nested call', () => {
  const charge = (disposition: Disposition): ReturnType<typeof tool> =>
    tool({
      name: 'charge',
      call: () => {
        throw new ToolFailure('declined', { disposition, retryable: true })
      },
    })
  const order = tool({ call: (_args, context) => context.dispatch('shop/charge', {}) })

  it.each(dispositions)(
    'that failed as %s leaves the outer call in doubt [DIS-08b]',
    async (disposition) => {
      const registry = registryOf(order, charge(disposition))
      const error = await rejection(registry.dispatch('shop/order', {}))
      expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
      expect(error.cause).toMatchObject({ code: 'TOOL_FAILED', disposition })
      expect(error.modelText).not.toContain('declined')
      expect(error.retryable).toBe(false)
    },
  )

  it('whose failure the outer body throws again is not the failure of the outer body [DIS-08b]', async () => {
    const unwrapping = tool({
      async call(_args, context) {
        const error = await rejection(context.dispatch('shop/charge', {}))
        throw error.cause as Error
      },
    })
    const registry = registryOf(unwrapping, charge('did-not-happen'))
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', disposition: 'in-doubt' })
    expect(error.modelText).not.toContain('declined')
  })

  it('that a layer made and let through is the failure of that layer [DIS-08b]', async () => {
    const auditing = layer('audit', async (call, next) => {
      await call.context.dispatch('shop/charge', {})
      return next(call)
    })
    const registry = registryOf(tool(), charge('landed'))
    const audited = registry.layer({
      ...auditing,
      handle: (call, next) =>
        call.definition.id.name === 'charge' ? next(call) : auditing.handle(call, next),
    })
    const error = await rejection(audited.dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'did-not-happen' })
    expect(error.message).toContain('"audit"')
    expect(error.cause).toMatchObject({ code: 'TOOL_FAILED', disposition: 'landed' })
  })

  it('made with the context of its call has a call id of its own', async () => {
    const seen: string[] = []
    const inner = tool({ name: 'inner', call: (_args, { callId }) => void seen.push(callId) })
    const outer = tool({
      name: 'outer',
      call: (_args, context) => (
        seen.push(context.callId),
        registryOf(inner).dispatch('shop/inner', {}, context)
      ),
    })
    await registryOf(outer).dispatch('shop/outer', {}, { callId: 'given' })
    expect(seen[0]).toBe('given')
    expect(seen[1]).not.toBe('given')
  })
})

describe('ToolFailure', () => {
  it('never leaves a dispatch, and is no ToolError [DIS-08b]', async () => {
    const failure = new ToolFailure('no money')
    const call = (): never => {
      throw failure
    }
    const error = await rejection(registryOf(tool({ call })).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'TOOL_FAILED', cause: failure })
    expect(ToolError.is(failure)).toBe(false)
    expect(ToolFailure.is(error)).toBe(false)
  })

  it('thrown by a layer is not taken for one of the body [DIS-08b]', async () => {
    const lying = layer('lying', async (call, next) => {
      await next(call)
      throw new ToolFailure('nothing happened', { disposition: 'did-not-happen' })
    })
    const error = await rejection(registryOf(tool()).layer(lying).dispatch('shop/order', {}))
    expect(error).toMatchObject({ code: 'LAYER_FAILED', disposition: 'landed' })
    expect(error.modelText).not.toContain('nothing happened')
  })

  it('thrown for the second time says nothing any more [DIS-08b]', async () => {
    const shared = new ToolFailure('no money', { disposition: 'did-not-happen' })
    const call = (): never => {
      throw shared
    }
    const registry = registryOf(tool({ call }))
    const first = await rejection(registry.dispatch('shop/order', {}))
    const second = await rejection(registry.dispatch('shop/order', {}))
    expect([first.disposition, second.disposition]).toEqual(['did-not-happen', 'in-doubt'])
  })
})
