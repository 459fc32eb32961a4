import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { dispositions, highestDisposition, type Disposition } from '../../src/errors/disposition.js'
import { ToolError } from '../../src/errors/tool-error.js'
import { ToolFailure } from '../../src/errors/tool-failure.js'
import { ConcurrencyLayer } from '../../src/layers/concurrency-layer.js'
import { OutputLimitLayer } from '../../src/layers/output-limit-layer.js'
import { PolicyLayer } from '../../src/layers/policy-layer.js'
import { RedactionLayer } from '../../src/layers/redaction-layer.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer, type ToolScope } from '../../src/layers/scoped-tool-layer.js'
import { TimeoutLayer } from '../../src/layers/timeout-layer.js'
import type { ToolRegistry } from '../../src/registry/tool-registry.js'
import { effects } from '../../src/tools/effect.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'
import { registryOf, tool } from '../registry/tools.js'
import { hastyClock } from './fake-clock.js'

const clock = hastyClock()

/** What one run of a body does. */
const attempts = ['returns', 'returns too much', 'throws', 'hangs', 'fails for now'] as const
type Attempt = (typeof attempts)[number] | Disposition

const known: Readonly<Record<Attempt, Disposition>> = {
  returns: 'landed',
  'returns too much': 'landed',
  throws: 'in-doubt',
  hangs: 'in-doubt',
  'fails for now': 'did-not-happen',
  'did-not-happen': 'did-not-happen',
  'in-doubt': 'in-doubt',
  landed: 'landed',
}

function run(attempt: Attempt): unknown {
  if (attempt === 'returns') return 'done'
  if (attempt === 'returns too much') return { text: 'a'.repeat(500) }
  if (attempt === 'throws') throw new Error('unforeseen')
  if (attempt === 'hangs') return new Promise(() => undefined)
  const isForNow = attempt === 'fails for now'
  const disposition = isForNow ? 'did-not-happen' : attempt
  throw new ToolFailure('declared', { disposition, retryable: isForNow || attempt === 'in-doubt' })
}

/** The layers of this package that a call can come through, innermost first. */
const available: Readonly<Record<string, () => ToolLayer>> = {
  scope: () => new ScopedToolLayer({ wrap: (_context, inside) => inside() }, { ambientOnly: true }),
  concurrency: () => new ConcurrencyLayer({ limit: 1, waitMs: 1, clock }),
  timeout: () => new TimeoutLayer({ timeoutMs: 2 }),
  retry: () => new RetryLayer({ attempts: 4, clock }),
  policy: () => new PolicyLayer([{ decide: 'allow' }]),
  outputLimit: () => new OutputLimitLayer({ maxBytes: 100 }),
  redaction: () => new RedactionLayer({ output: { patterns: [/declared/] } }),
}

function wrap(registry: ToolRegistry, names: readonly string[]): ToolRegistry {
  // A body that hangs ends only by a timeout.
  const chosen = Object.entries(available).filter(
    ([name]) => name === 'timeout' || names.includes(name),
  )
  return chosen.reduce((to, [, make]) => to.layer(make()), registry)
}

const scripts = fc.array(fc.constantFrom<Attempt[]>(...attempts, ...dispositions), {
  minLength: 1,
  maxLength: 5,
})
const choices = fc.subarray(Object.keys(available))

describe('the layers of this package', () => {
  it('never say less of a call than its attempts have left known [DIS-08a]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...effects),
        scripts,
        choices,
        async (effect, script, names) => {
          const ran: Attempt[] = []
          const call = (): unknown => {
            const attempt = script[ran.length] ?? 'returns'
            ran.push(attempt)
            return run(attempt)
          }
          const registry = wrap(
            registryOf(tool({ effect, mutates: effect !== 'read', call })),
            names,
          )
          const thrown: unknown = await registry.dispatch('shop/order', {}).catch((e: unknown) => e)
          if (!ToolError.is(thrown)) return
          const left = ran.map((attempt) =>
            effect === 'read' && known[attempt] === 'in-doubt' ? 'did-not-happen' : known[attempt],
          )
          expect(thrown.disposition).toBe(left.reduce(highestDisposition, 'did-not-happen'))
        },
      ),
      { numRuns: 150 },
    )
  })

  it('start a write again only while nothing has happened [DIS-08a, DIS-08c]', async () => {
    await fc.assert(
      fc.asyncProperty(scripts, choices, async (script, names) => {
        const ran: Attempt[] = []
        const call = (): unknown => {
          const attempt = script[ran.length] ?? 'returns'
          ran.push(attempt)
          return run(attempt)
        }
        await wrap(registryOf(tool({ call })), [...names, 'retry'])
          .dispatch('shop/order', {})
          .catch(() => undefined)
        expect(ran).not.toEqual([])
        expect(ran.slice(0, -1).filter((attempt) => attempt !== 'fails for now')).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('let a transaction commit exactly when what it holds has landed [REG-08]', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...effects),
        fc.constantFrom<Attempt[]>(...attempts, ...dispositions),
        async (effect, attempt) => {
          fc.pre(attempt !== 'hangs')
          const ends: string[] = []
          const scope: ToolScope = {
            wrap: (_context, inside) =>
              inside().then(
                () => ends.push('commit'),
                (failure: unknown) => {
                  ends.push('rollback')
                  throw failure
                },
              ),
          }
          const definition = tool({ effect, mutates: effect !== 'read', call: () => run(attempt) })
          const registry = registryOf(definition).layer(new ScopedToolLayer(scope))
          await registry.dispatch('shop/order', {}).catch(() => undefined)
          expect(ends).toEqual([known[attempt] === 'landed' ? 'commit' : 'rollback'])
        },
      ),
    )
  })
})

describe('ConcurrencyLayer', () => {
  const trials = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    waitMs: fc.constantFrom(0, 2, 1000),
    calls: fc.array(
      fc.record({
        turns: fc.integer({ min: 0, max: 5 }),
        nested: fc.boolean(),
        fails: fc.boolean(),
      }),
      { maxLength: 12 },
    ),
  })

  it('never exceeds its limit, and every call ends', async () => {
    await fc.assert(
      fc.asyncProperty(trials, async ({ limit, waitMs, calls }) => {
        let [running, most] = [0, 0]
        const inputSchema = { additionalProperties: true } as const
        const definition = tool({
          inputSchema,
          async call({ turns, nested, fails, isInner }, context) {
            if (isInner === true) return 'inner'
            most = Math.max(most, (running += 1))
            for (let turn = 0; turn < Number(turns); turn += 1) await new Promise(setImmediate)
            if (nested === true) await context.dispatch('shop/order', { isInner: true })
            running -= 1
            if (fails === true) throw new Error('x')
            return 'outer'
          },
        })
        const registry = registryOf(definition).layer(new ConcurrencyLayer({ limit, waitMs }))
        const ended = await Promise.allSettled(
          calls.map((input) => registry.dispatch('shop/order', input)),
        )
        const codes = ended.flatMap((end) =>
          end.status === 'rejected' && ToolError.is(end.reason) ? [end.reason.code] : [],
        )
        expect(most).toBeLessThanOrEqual(limit)
        expect(running).toBe(0)
        if (waitMs === 1000) expect(codes).not.toContain('BUSY')
        expect((await registry.dispatch('shop/order', { isInner: true })).status).toBe('output')
      }),
      { numRuns: 60 },
    )
  })
})

describe('RedactionLayer', () => {
  const patterns = [/\d{3,}/, /secret/i, /ab/, /\bpin\b.?/u]
  const pieces = fc.constantFrom(
    'ab',
    'a',
    'b',
    '123',
    '12',
    'SECRET',
    'sec',
    'ret',
    'pin',
    ' ',
    '\n',
    'é',
  )
  const texts = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''))
  const { value: values } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      texts,
      fc.integer(),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom('a', '__proto__', 'pin', '123'), tie('value'), { maxKeys: 3 }),
    ),
  }))

  /** Every text, number and key inside a value. */
  function leavesOf(value: unknown): readonly string[] {
    if (typeof value === 'string' || typeof value === 'number') return [String(value)]
    if (typeof value !== 'object' || value === null) return []
    const keys = Array.isArray(value) ? [] : Object.keys(value)
    return [...keys, ...Object.values(value).flatMap(leavesOf)]
  }

  it.each(['', '•'])(
    'lets nothing through that matches, with %j in its place [REG-10]',
    async (replacement) => {
      await fc.assert(
        fc.asyncProperty(values, async (value) => {
          const layer = new RedactionLayer({ output: { patterns }, replacement })
          const outcome = await registryOf(tool({ call: () => value }))
            .layer(layer)
            .dispatch('shop/order', {})
          const leaves = outcome.status === 'output' ? leavesOf(outcome.value) : ['secret']
          expect(leaves.filter((leaf) => patterns.some((pattern) => pattern.test(leaf)))).toEqual(
            [],
          )
        }),
        { numRuns: 300 },
      )
    },
  )
})
