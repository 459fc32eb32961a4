import { describe, expect, it } from 'vitest'

import { ApprovalLayer } from '../../src/journal/approval/approval-layer.js'
import { IdempotencyLayer } from '../../src/journal/idempotency/idempotency-layer.js'
import { memoryJournal } from '../../src/journal/journals/memory-journal.js'
import { ConcurrencyLayer } from '../../src/layers/concurrency-layer.js'
import { OutputLimitLayer } from '../../src/layers/output-limit-layer.js'
import { PolicyLayer } from '../../src/layers/policy-layer.js'
import { RedactionLayer } from '../../src/layers/redaction-layer.js'
import { RetryLayer } from '../../src/layers/retry-layer.js'
import { ScopedToolLayer } from '../../src/layers/scoped-tool-layer.js'
import { TelemetryLayer } from '../../src/layers/telemetry/index.js'
import { TimeoutLayer } from '../../src/layers/timeout-layer.js'
import {
  layerContract,
  type LayerContractOptions,
  type LayerFactory,
} from '../../src/testing/layer-contract.js'
import { createContext } from '../../src/tools/tool-context.js'
import type { ToolLayer } from '../../src/tools/tool-layer.js'
import type { ToolOutcome } from '../../src/tools/outcome.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, passing } from '../registry/tools.js'

const answersItself: LayerFactory = () =>
  layer('own', async () => ({ status: 'output', value: 'own' }))

const sound: Readonly<Record<string, LayerFactory>> = {
  'that only passes on': () => passing('own'),
  ApprovalLayer: () => new ApprovalLayer(() => ({ decision: 'approve', decidedBy: 'ann' })),
  ConcurrencyLayer: () => new ConcurrencyLayer({ limit: 2, waitMs: 10_000 }),
  IdempotencyLayer: () => new IdempotencyLayer(memoryJournal()),
  OutputLimitLayer: () => new OutputLimitLayer(),
  'PolicyLayer that allows': () => new PolicyLayer([{ decide: 'allow' }]),
  RedactionLayer: () => new RedactionLayer({ output: { patterns: [/secret/] } }),
  RetryLayer: () => new RetryLayer({ baseDelayMs: 0 }),
  ScopedToolLayer: () => new ScopedToolLayer({ wrap: (_context, run) => run() }),
  TelemetryLayer: () => new TelemetryLayer(),
  TimeoutLayer: () => new TimeoutLayer({ timeoutMs: 60_000 }),
}

/** Layers that let no call through. */
const answering: Readonly<Record<string, LayerFactory>> = {
  'that answers by itself': answersItself,
  'PolicyLayer that denies': () => new PolicyLayer([{ decide: 'deny' }]),
}

describe.each<[string, LayerFactory, LayerContractOptions?]>([
  ...Object.entries(sound),
  ...Object.entries(answering).map(
    ([name, create]) => [name, create, { answersAll: true }] as [string, LayerFactory, object],
  ),
])('[REG-10] the contract of layers, by a layer %s', (_, create, options) => {
  it.each(layerContract(create, options).map(({ name, run }) => [name, run] as const))(
    '%s',
    (_name, run) => run(),
  )
})

/** Layers that break the contract, and a case that finds it. */
const broken: readonly (readonly [what: string, found: string, create: LayerFactory])[] = [
  ['lets no call through', 'lets calls through', answersItself],
  [
    'refuses what mutates',
    'lets calls through',
    () => new PolicyLayer([{ tools: ['@readonly'], decide: 'allow' }]),
  ],
  ['has a blank name', 'has a name', () => passing(' ')],
  [
    'goes inside twice',
    'gives an output of the inside',
    () =>
      layer('own', async (call, next) => {
        await next(call)
        return next(call)
      }),
  ],
  [
    'answers while the inside runs',
    'gives an output of the inside',
    () =>
      layer('own', async (call, next) => {
        void next(call)
        return { status: 'output', value: 1 }
      }),
  ],
  [
    'goes inside after it answered',
    'gives an output of the inside',
    () =>
      layer('own', async (call, next) => {
        setImmediate(() => void next(call).catch(() => undefined))
        return { status: 'output', value: 1 }
      }),
  ],
  [
    'takes a failure for an output',
    'never says less',
    () =>
      layer('own', (call, next) =>
        next(call).catch((): ToolOutcome => ({ status: 'output', value: null })),
      ),
  ],
  [
    'gives a call another context',
    'changes nothing of what a call is',
    () => layer('own', (call, next) => next({ ...call, context: createContext() })),
  ],
  [
    'answers a call that was cancelled',
    'lets a cancelled call end',
    () =>
      layer('own', (call, next) =>
        next(call).catch((): ToolOutcome => ({ status: 'output', value: null })),
      ),
  ],
  [
    'changes what was approved of',
    'leaves arguments as they are',
    () =>
      layer('own', (call, next) => next({ ...call, arguments: { ...call.arguments, count: 8 } })),
  ],
  ['keeps the call for another', 'hands each of several calls its own', () => keepsCall()],
  ['keeps an outcome for another', 'keeps nothing of one call', () => keepsOutcome()],
  [
    'leaves a promise behind that rejects',
    'gives an output of the inside',
    () =>
      layer('own', (call, next) => {
        void Promise.reject(new Error('nobody waits for it'))
        return next(call)
      }),
  ],
]

/** It passes on what the last of the calls came with. */
function keepsCall(): ToolLayer {
  let last: Parameters<ToolLayer['handle']>[0] | undefined
  return layer('own', async (call, next) => {
    last = call
    await Promise.resolve()
    return next({ ...call, arguments: last.arguments })
  })
}

/** It answers with what the first of the calls came to. */
function keepsOutcome(): ToolLayer {
  let first: ToolOutcome | undefined
  return layer('own', async (call, next) => {
    const outcome = await next(call)
    first ??= outcome
    return { ...first }
  })
}

describe('layerContract', () => {
  it.each(broken)('finds a layer that %s', async (_what, found, create) => {
    const failed: string[] = []
    for (const { name, run } of layerContract(create)) {
      await run().catch(() => failed.push(name))
    }
    expect(failed.filter((name) => name.startsWith(found))).not.toEqual([])
  })

  it.each<[string, LayerContractOptions, string]>([
    [
      'change arguments',
      { changesArguments: true },
      'leaves arguments as they are inside an approval',
    ],
    ['answer all calls', { answersAll: true }, 'lets calls through'],
  ])('lets a layer %s that says so', (_what, options, left) => {
    const create: LayerFactory = () => passing('own')
    const all = layerContract(create).map(({ name }) => name)
    const fewer = layerContract(create, options).map(({ name }) => name)
    expect(all.filter((name) => !fewer.includes(name))).toEqual([left])
  })

  it('says of a layer that lets nothing through what it did, and what to do', async () => {
    const reaching = layerContract(answersItself).find(({ name }) => name === 'lets calls through')
    await expect(reaching?.run()).rejects.toThrow(
      'got through. It answered by itself. Pass { answersAll: true } where it is to let none through.',
    )
  })

  it('refuses options that are none, all at once', () => {
    const wrong = { changesArguments: 1, answerAll: true }
    const problems = problemsOf(() => layerContract(() => passing('own'), wrong as never))
    expect(problems.map(({ message }) => message)).toEqual([
      'the option "changesArguments" has a wrong value.',
      'there is no option "answerAll".',
    ])
  })
})
