import { context, type ContextManager, type Span, type Tracer } from '@opentelemetry/api'
import { afterEach, describe, expect, it, vi, type Mock } from 'vitest'

import { TelemetryLayer, type TelemetryLayerOptions } from '../../../src/layers/telemetry/index.js'
import { registryOf, settled, tool } from '../../registry/tools.js'
import { StorageContextManager } from './exporting.js'

const broken = (): never => {
  throw new Error('exporter')
}
const brokenLater = (): Promise<never> => Promise.reject(new Error('exporter'))

const spanMethods = ['setAttribute', 'setAttributes', 'setStatus', 'recordException', 'end']

/** A tracer whose spans do nothing, but for what is told. */
function tracing(methods: Record<string, unknown> = {}) {
  const quiet = Object.fromEntries(spanMethods.map((each) => [each, vi.fn()]))
  const span = { ...quiet, isRecording: () => true, ...methods }
  return { tracer: { startSpan: () => span }, span } as unknown as {
    readonly tracer: Tracer
    readonly span: Record<keyof Span, Mock>
  }
}

type With = (run: () => unknown) => unknown

/** A context manager that runs what it is given in a way of its own. */
function managing(runWith: With): ContextManager {
  const manager = new StorageContextManager()
  return Object.assign(manager, { with: (_active: unknown, run: () => unknown) => runWith(run) })
}

/** A call of a tool that counts how often it ran. */
async function callWith(options: TelemetryLayerOptions, call: () => unknown = () => 'done') {
  let runs = 0
  const definition = tool({ call: () => ((runs += 1), call()) })
  const registry = registryOf(definition).layer(new TelemetryLayer(options))
  const ended = await registry.dispatch('shop/order', {}).catch((thrown: unknown) => thrown)
  await settled()
  return { ended, runs }
}

const done = { ended: { status: 'output', value: 'done' }, runs: 1 }

describe('TelemetryLayer, when who watches fails', () => {
  afterEach(() => context.disable())

  it.each<[string, With]>([
    ['throws at once', broken],
    ['throws once it ran', (run) => (run(), broken())],
    ['runs nothing', () => undefined],
    ['runs twice', (run) => (run(), run())],
    ['runs later', (run) => void setImmediate(run)],
    ['gives something else back', (run) => (run(), 'other')],
    ['gives a promise back that rejects', (run) => (run(), brokenLater())],
  ])('runs a call once with a context manager that %s', async (_what, runWith) => {
    context.setGlobalContextManager(managing(runWith))
    const { tracer, span } = tracing()
    expect(await callWith({ tracer })).toEqual(done)
    expect(span.end).toHaveBeenCalledTimes(1)
  })

  it('runs a call once when the active context cannot be told', async () => {
    context.setGlobalContextManager(Object.assign(new StorageContextManager(), { active: broken }))
    const { tracer } = tracing()
    expect(await callWith({ tracer })).toEqual(done)
  })

  it('lets the error of a call through a context manager that fails', async () => {
    context.setGlobalContextManager(managing((run) => (run(), broken())))
    const { tracer, span } = tracing()
    const { ended } = await callWith({ tracer }, broken)
    expect(ended).toMatchObject({ code: 'TOOL_FAILED' })
    expect(span.setStatus).toHaveBeenCalledWith({ code: 2, message: 'TOOL_FAILED' })
  })

  it.each([
    ['throws', broken],
    ['rejects', brokenLater],
  ])('changes no outcome when everything of a span %s', async (_what, fails) => {
    const methods = [...spanMethods, 'isRecording', 'spanContext']
    const { tracer } = tracing(Object.fromEntries(methods.map((method) => [method, fails])))
    expect(await callWith({ tracer, captureOutput: true })).toEqual(done)
    const { ended } = await callWith({ tracer }, broken)
    expect(ended).toMatchObject({ code: 'TOOL_FAILED' })
  })

  it.each(spanMethods)('ends a span whose %s throws', async (method) => {
    const { tracer, span } = tracing({ [method]: vi.fn(broken) })
    expect(await callWith({ tracer, captureOutput: true })).toEqual(done)
    expect(span.end).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a tracer that throws', { tracer: { startSpan: broken } }],
    ['a tracer that rejects', { tracer: { startSpan: brokenLater } }],
    ['a tracer that gives nothing', { tracer: { startSpan: () => undefined } }],
    ['a meter that throws', { meter: { createHistogram: broken, createCounter: broken } }],
    [
      'instruments that throw',
      {
        meter: {
          createHistogram: () => ({ record: broken }),
          createCounter: () => ({ add: broken }),
        },
      },
    ],
    [
      'instruments that reject',
      {
        meter: {
          createHistogram: () => ({ record: brokenLater }),
          createCounter: () => ({ add: brokenLater }),
        },
      },
    ],
  ])('changes no outcome with %s', async (_what, options) => {
    const given = { ...options, captureArguments: true, captureOutput: true }
    expect(await callWith(given as unknown as TelemetryLayerOptions)).toEqual(done)
  })
})
