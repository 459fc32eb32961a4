import { AsyncLocalStorage } from 'node:async_hooks'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { highestDisposition, type Disposition } from '../../src/errors/disposition.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer, type ToolScope } from '../../src/layers/scoped-tool-layer.js'
import { TimeoutLayer } from '../../src/layers/timeout-layer.js'
import { deferred, layer, registryOf, rejection, tool } from '../registry/tools.js'
import { FakeClock } from './fake-clock.js'

/** How one attempt goes: what its body comes to and when, and whether and when it is committed after that. */
interface Plan {
  readonly body: 'returns' | 'throws' | 'says that nothing happened'
  readonly bodyMs: number
  readonly commitMs: number
  readonly isKept: boolean
}

function leaves({ body, bodyMs, isKept }: Plan): Disposition {
  // What was in doubt once, when its attempt was given up, stays so.
  if (body === 'says that nothing happened') return bodyMs > 100 ? 'in-doubt' : 'did-not-happen'
  return body === 'returns' && isKept ? 'landed' : 'in-doubt'
}

function comeTo({ body }: Plan): string {
  if (body === 'returns') return 'done'
  if (body === 'throws') throw new Error('unforeseen')
  throw new ToolFailure('declared', { disposition: 'did-not-happen', retryable: true })
}

/** The plan of the attempt that code runs in. */
const current = new AsyncLocalStorage<Plan>()

function transactions(plans: readonly Plan[], started: Plan[], clock: FakeClock): ToolScope {
  const { signal } = new AbortController()
  return {
    async wrap(_context, run) {
      const plan = plans[started.length] ?? { ...succeeding, bodyMs: 0, commitMs: 0 }
      started.push(plan)
      await current.run(plan, run)
      await clock.sleep(plan.commitMs, signal)
      if (!plan.isKept) throw new Error('COMMIT failed')
    },
  }
}

const succeeding = { body: 'returns', isKept: true } as const

/** What a call says that fails at a time, when all its attempts have ended unless told otherwise, and what they left. */
async function play(plans: readonly Plan[], failsAtMs = 1_000): Promise<readonly Disposition[]> {
  const [clock, ended, started] = [new FakeClock(), deferred<undefined>(), [] as Plan[]]
  const { signal } = new AbortController()
  const call = async (): Promise<string> => {
    const plan = current.getStore() as Plan
    await clock.sleep(plan.bodyMs, signal)
    return comeTo(plan)
  }
  const failing = layer('fails at the end', async (each, next) => {
    await next(each).catch(() => undefined)
    await ended.promise
    throw new ToolError({ code: 'REFUSED', disposition: 'did-not-happen', message: 'no' })
  })
  const registry = registryOf(tool({ effect: 'idempotent', call }))
    .layer(new ScopedToolLayer(transactions(plans, started, clock)))
    .layer(new TimeoutLayer({ timeoutMs: 100, clock }))
    .layer(new RetryLayer({ attempts: 4, random: () => 0, clock }))
    .layer(failing)
  const failed = rejection(registry.dispatch('shop/order', {}))
  for (let passedMs = 0; passedMs < failsAtMs; passedMs += 10) await clock.pass(10)
  ended.resolve(undefined)
  const left = started.map(leaves).reduce(highestDisposition, 'did-not-happen')
  return [(await failed).disposition, left]
}

const hanging: Plan = { ...succeeding, bodyMs: 150, commitMs: 500 }

describe('attempts that overlap, each in a transaction of its own', () => {
  it.each([
    ['while the first is still open', [hanging, { ...succeeding, bodyMs: 10, commitMs: 10 }]],
    [
      'while the first is rolled back',
      [
        { ...hanging, body: 'throws' },
        { ...succeeding, bodyMs: 20, commitMs: 50 },
      ],
    ],
  ] satisfies [string, Plan[]][])('have landed when the second did, %s', async (_when, plans) => {
    expect(await play(plans, 300)).toEqual(['landed', 'landed'])
  })

  it('leave exactly what the highest of them came to [DIS-08a, REG-08]', async () => {
    const ms = fc.integer({ min: 0, max: 9 }).map((steps) => steps * 25 + 10)
    const plan = fc.record<Plan>({
      body: fc.constantFrom('returns', 'throws', 'says that nothing happened'),
      bodyMs: ms,
      commitMs: ms,
      isKept: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 4 }), async (plans) => {
        const [said, left] = await play(plans)
        expect(said).toBe(left)
      }),
      { numRuns: 60 },
    )
  }, 30_000)
})
