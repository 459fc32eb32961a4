import { describe, expect, it } from 'vitest'

import { standardLayers, type StandardLayersOptions } from '../../src/layers/standard-layers.js'
import { TelemetryLayer } from '../../src/layers/telemetry/index.js'
import { layerRank } from '../../src/tools/tool-layer.js'
import { problemsOf } from '../container/problems-of.js'
import { passing, registryOf, tool } from '../registry/tools.js'

const all: StandardLayersOptions = {
  telemetry: new TelemetryLayer(),
  redaction: { output: { patterns: [/\d{16}/] } },
  outputLimit: {},
  policy: { rules: [{ decide: 'allow' }], unattended: true },
  approval: { ...passing('approval'), [layerRank]: 'approval' },
  retry: {},
  timeout: { timeoutMs: 1000 },
  concurrency: { limit: 4 },
  idempotency: { ...passing('idempotency'), [layerRank]: 'idempotency' },
  scope: { scope: { wrap: (_context, run) => run() } },
}

const order = [
  'tool_scope',
  'idempotency',
  'concurrency',
  'timeout',
  'retry',
  'approval',
  'policy',
  'output_limit',
  'redaction',
  'telemetry',
]

describe('standardLayers', () => {
  it('gives every named layer in the documented order, whatever order they are named in [REG-02, REG-10]', () => {
    for (const options of [all, Object.fromEntries(Object.entries(all).reverse())]) {
      expect(standardLayers(options).map(({ name }) => name)).toEqual(order)
    }
  })

  it('gives layers that a registry takes as they come, and a call goes through [REG-10]', async () => {
    const registry = standardLayers(all).reduce((to, layer) => to.layer(layer), registryOf(tool()))
    expect(registry.layerNames).toEqual(order)
    expect(await registry.dispatch('shop/order', {})).toEqual({ status: 'output', value: 'done' })
  })

  it('leaves out what is not named', () => {
    expect(standardLayers({ retry: {}, scope: undefined }).map(({ name }) => name)).toEqual([
      'retry',
    ])
    expect(standardLayers({})).toEqual([])
  })

  it('takes a layer of your own in the place of one it does not make', () => {
    expect(standardLayers({ approval: passing('mine') }).map(({ name }) => name)).toEqual(['mine'])
  })

  it('tells the problems of all layers at once', () => {
    const options = { retry: { attempts: 0 }, timeout: {}, policy: { rules: 'all' } }
    const wrong = problemsOf(() => standardLayers(options as unknown as StandardLayersOptions))
    expect(wrong.map(({ subject, message }) => `${subject}: ${message}`)).toEqual([
      'TimeoutLayer: the option "timeoutMs" is missing.',
      'RetryLayer: the option "attempts" has a wrong value.',
      'PolicyLayer: the rules are not a list.',
    ])
  })

  it('reads options that an instance of a class inherits', async () => {
    class Policy {
      readonly rules = []
      get otherwise(): 'allow' {
        return 'allow'
      }
      get name(): string {
        return 'mine'
      }
    }
    class Scope {
      readonly scope = { wrap: (_context: unknown, run: () => Promise<unknown>) => run() }
      get name(): string {
        return 'rls'
      }
    }
    const layers = standardLayers({ policy: new Policy(), scope: new Scope() })
    const registry = layers.reduce((to, layer) => to.layer(layer), registryOf(tool()))
    expect(registry.layerNames).toEqual(['rls', 'mine'])
    expect(await registry.dispatch('shop/order', {})).toMatchObject({ value: 'done' })
  })

  it.each([
    ['a layer of another place', { telemetry: all.approval }, 'telemetry'],
    ['what is no layer', { idempotency: {} }, 'idempotency'],
    ['true for options', { retry: true }, 'retry'],
    ['an unknown one', { retries: {} }, 'retries'],
  ])('refuses %s', (_what, options, named) => {
    const [problem] = problemsOf(() => standardLayers(options as StandardLayersOptions))
    expect(problem?.message).toContain(`"${named}"`)
  })
})
