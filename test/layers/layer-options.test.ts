import { describe, expect, it } from 'vitest'

import { ConcurrencyLayer } from '../../src/layers/concurrency-layer.js'
import { OutputLimitLayer } from '../../src/layers/output-limit-layer.js'
import { PolicyLayer } from '../../src/layers/policy-layer.js'
import { RedactionLayer } from '../../src/layers/redaction-layer.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer } from '../../src/layers/scoped-tool-layer.js'
import { standardLayers } from '../../src/layers/standard-layers.js'
import { TelemetryLayer } from '../../src/layers/telemetry/index.js'
import { TimeoutLayer } from '../../src/layers/timeout-layer.js'
import { problemsOf } from '../container/problems-of.js'

/** What makes layers, each from one value that may be anything. */
const makers: Readonly<Record<string, (given: never) => unknown>> = {
  standardLayers: (given) => standardLayers(given),
  'standardLayers, scope': (given) => standardLayers({ scope: { scope: given } }),
  'standardLayers, rules': (given) => standardLayers({ policy: { rules: given } }),
  TelemetryLayer: (given) => new TelemetryLayer(given),
  RedactionLayer: (given) => new RedactionLayer(given),
  OutputLimitLayer: (given) => new OutputLimitLayer(given),
  PolicyLayer: (given) => new PolicyLayer(given),
  'PolicyLayer, options': (given) => new PolicyLayer([], given),
  'PolicyLayer, rules[0]': (given) => new PolicyLayer([given]),
  RetryLayer: (given) => new RetryLayer(given),
  TimeoutLayer: (given) => new TimeoutLayer(given),
  ConcurrencyLayer: (given) => new ConcurrencyLayer(given),
  ScopedToolLayer: (given) => new ScopedToolLayer(given),
  'ScopedToolLayer, options': (given) => new ScopedToolLayer({ wrap: (_, run) => run() }, given),
}

const garbage: readonly unknown[] = [null, 5, 'all', true, Symbol('options'), 1n, () => undefined]

describe.each(Object.entries(makers))('%s', (subject, make) => {
  it.each(garbage)('of %s is a DefinitionError that says what to pass', (given) => {
    const problems = problemsOf(() => make(given as never))
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) {
      expect(problem.message).toMatch(/^[a-z].*\.$/)
      expect(problem.fix).toMatch(/^[A-Z].*\.$/)
      expect(
        subject.startsWith('standardLayers') ||
          problem.subject.startsWith(subject.split(',')[0] ?? ''),
      ).toBe(true)
    }
  })
})

describe('numbers among the options of layers', () => {
  it.each([
    ['attempts', (attempts: number) => new RetryLayer({ attempts }), [0, -1, 1.5]],
    ['baseDelayMs', (baseDelayMs: number) => new RetryLayer({ baseDelayMs }), [-1]],
    ['maxDelayMs', (maxDelayMs: number) => new RetryLayer({ maxDelayMs }), [-1]],
    ['timeoutMs', (timeoutMs: number) => new TimeoutLayer({ timeoutMs }), [0, -1]],
    ['limit', (limit: number) => new ConcurrencyLayer({ limit }), [0, -1, 1.5]],
    ['waitMs', (waitMs: number) => new ConcurrencyLayer({ limit: 1, waitMs }), [-1]],
    ['maxBytes', (maxBytes: number) => new OutputLimitLayer({ maxBytes }), [0, -1, 63, 64.5]],
  ] as const)('are finite and in their range: %s', (option, make, others) => {
    for (const value of [Number.NaN, Infinity, -Infinity, ...others]) {
      const [problem] = problemsOf(() => make(value))
      expect(problem?.message).toBe(`the option "${option}" has a wrong value.`)
    }
  })
})
