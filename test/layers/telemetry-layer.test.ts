import { context, metrics, SpanStatusCode, trace } from '@opentelemetry/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ToolFailure } from '../../src/errors/tool-failure.js'
import { TelemetryLayer } from '../../src/layers/telemetry/index.js'
import { suspend } from '../../src/tools/suspension.js'
import { problemsOf } from '../container/problems-of.js'
import { layer, registryOf, rejection, tool } from '../registry/tools.js'
import { exporting, meteringWith, StorageContextManager } from './telemetry/exporting.js'

const echo = tool({
  description: 'Orders.',
  inputSchema: { properties: { secret: { type: 'string' } } },
  call: (args) => args,
})
const input = { secret: 'hunter2' }

describe('TelemetryLayer', () => {
  beforeAll(() => void context.setGlobalContextManager(new StorageContextManager()))
  afterAll(() => context.disable())

  it('makes one span for each call, by the conventions for generative AI [REG-10]', async () => {
    const { telemetry, spans } = exporting()
    await registryOf(echo).layer(telemetry).dispatch('shop/order', input, { callId: 'c-1' })
    expect(spans()).toMatchObject([
      { name: 'execute_tool shop__order', status: { code: SpanStatusCode.UNSET } },
    ])
    expect(spans()[0]?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'shop__order',
      'gen_ai.tool.type': 'function',
      'gen_ai.tool.call.id': 'c-1',
      'gen_ai.tool.description': 'Orders.',
      'tallystick.tool.id': 'shop/order',
      'tallystick.outcome': 'output',
    })
  })

  it('reports a failure by its code and none of its words [REG-10]', async () => {
    const { telemetry, spans } = exporting()
    const call = (): never => {
      throw new ToolFailure('hunter2 is no password')
    }
    await rejection(registryOf(tool({ call })).layer(telemetry).dispatch('shop/order', {}))
    const [span] = spans()
    expect(span?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'TOOL_FAILED' })
    expect(span?.attributes).toMatchObject({
      'error.type': 'TOOL_FAILED',
      'tallystick.disposition': 'in-doubt',
    })
    expect(span?.events).toMatchObject([
      {
        name: 'exception',
        attributes: { 'exception.type': 'TOOL_FAILED', 'exception.message': 'the body threw' },
      },
    ])
    expect(JSON.stringify([span?.events, span?.attributes])).not.toContain('hunter2')
  })

  it('gives the reference of an unforeseen failure', async () => {
    const { telemetry, spans } = exporting()
    const call = () => Promise.reject(new Error('x'))
    const error = await rejection(
      registryOf(tool({ call })).layer(telemetry).dispatch('shop/order', {}),
    )
    expect(spans()[0]?.attributes['tallystick.reference']).toBe(error.reference)
  })

  it('does not take a suspension for a failure', async () => {
    const { telemetry, spans } = exporting()
    const suspension = { ...suspend({ reason: 'ask', inputSchema: {} }), id: 's-1' }
    const parking = layer('journal', async () => ({ status: 'suspended', suspension }))
    await registryOf(tool()).layer(parking).layer(telemetry).dispatch('shop/order', {})
    expect(spans()).toMatchObject([
      { status: { code: SpanStatusCode.UNSET }, attributes: { 'tallystick.outcome': 'suspended' } },
    ])
  })

  it('says when an output came from a record', async () => {
    const { telemetry, spans } = exporting()
    const recorded = layer('records', async () => ({
      status: 'output',
      value: 1,
      deduplicatedFrom: 'c-0',
    }))
    await registryOf(tool()).layer(recorded).layer(telemetry).dispatch('shop/order', {})
    expect(spans()[0]?.attributes['tallystick.deduplicated_from']).toBe('c-0')
  })

  it('has its span active inside, so that nested calls are below it', async () => {
    const { telemetry, spans } = exporting()
    const seen: unknown[] = []
    const nesting = tool({
      name: 'nesting',
      call: async (_args, call) => {
        seen.push(trace.getActiveSpan()?.spanContext().spanId)
        return (await call.dispatch('shop/order', input)).status
      },
    })
    await registryOf(echo, nesting).layer(telemetry).dispatch('shop/nesting', {})
    const [inner, outerSpan] = spans()
    expect(inner?.parentSpanContext?.spanId).toBe(outerSpan?.spanContext().spanId)
    expect(seen).toEqual([outerSpan?.spanContext().spanId])
  })

  it.each([
    [{ captureArguments: true }, '{"secret":"hunter2"}', undefined],
    [{ captureOutput: true }, undefined, '{"secret":"hunter2"}'],
    [{}, undefined, undefined],
  ])('puts on a span what it is told to: %j', async (options, args, result) => {
    const { telemetry, spans } = exporting(options)
    await registryOf(echo).layer(telemetry).dispatch('shop/order', input)
    const attributes: Record<string, unknown> = { ...spans()[0]?.attributes }
    expect(attributes['gen_ai.tool.call.arguments']).toBe(args)
    expect(attributes['gen_ai.tool.call.result']).toBe(result)
  })

  it('measures how long calls take, and counts what they came to', async () => {
    const { telemetry, metrics } = exporting()
    const failing = tool({ name: 'failing', call: () => Promise.reject(new Error('x')) })
    const registry = registryOf(echo, failing).layer(telemetry)
    await registry.dispatch('shop/order', input)
    await rejection(registry.dispatch('shop/failing', {}))
    const found = await metrics()
    expect(found.map(({ descriptor }) => [descriptor.name, descriptor.unit])).toEqual([
      ['gen_ai.execute_tool.duration', 's'],
      ['tallystick.tool.calls', '{call}'],
    ])
    const shared = { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.type': 'function' }
    for (const { dataPoints } of found) {
      expect(dataPoints.map(({ attributes }) => attributes)).toEqual([
        { ...shared, 'gen_ai.tool.name': 'shop__order', 'tallystick.outcome': 'output' },
        {
          ...shared,
          'gen_ai.tool.name': 'shop__failing',
          'tallystick.outcome': 'failed',
          'error.type': 'TOOL_FAILED',
        },
      ])
    }
  })

  it('measures by a provider that is registered after it was made', async () => {
    const registry = registryOf(echo).layer(new TelemetryLayer())
    await registry.dispatch('shop/order', input)
    const { meters, metrics: measured } = meteringWith()
    metrics.setGlobalMeterProvider(meters)
    await registry.dispatch('shop/order', input)
    metrics.disable()
    expect((await measured()).map(({ descriptor }) => descriptor.name)).toEqual([
      'gen_ai.execute_tool.duration',
      'tallystick.tool.calls',
    ])
  })

  it('takes a suspension that no layer parked for the failure its caller gets', async () => {
    const { telemetry, spans } = exporting()
    const call = () => suspend({ reason: 'ask', inputSchema: {} })
    const registry = registryOf(tool({ call })).layer(telemetry)
    const error = await rejection(registry.dispatch('shop/order', {}))
    expect(error.code).toBe('UNSUSPENDABLE')
    expect(spans()[0]?.attributes).toMatchObject({
      'tallystick.outcome': 'failed',
      'error.type': error.code,
      'tallystick.disposition': error.disposition,
    })
  })

  it('works without an SDK', async () => {
    const registry = registryOf(echo).layer(new TelemetryLayer())
    expect(await registry.dispatch('shop/order', input)).toMatchObject({ value: input })
  })

  it.each([
    ['tracer', {}],
    ['meter', 'global'],
    ['captureArguments', 'yes'],
    ['captureOutput', 1],
  ])('refuses %s of %j', (option, value) => {
    const construct = (): unknown => new TelemetryLayer({ [option]: value })
    expect(problemsOf(construct)).toMatchObject([
      { message: `the option "${option}" has a wrong value.` },
    ])
  })
})
