import { getEventListeners } from 'node:events'
import { SpanStatusCode } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'

import type { ToolError } from '../../../src/errors/tool-error.js'
import { TimeoutLayer } from '../../../src/layers/timeout-layer.js'
import { effects, type Effect } from '../../../src/tools/effect.js'
import { deferred, layer, registryOf, rejection, settled, tool } from '../../registry/tools.js'
import { exporting } from './exporting.js'

type Body = () => unknown

const forEver: Body = () => new Promise(() => undefined)

function toolOf(call: Body, effect: Effect = 'write') {
  return tool({ call, effect, mutates: effect !== 'read' })
}

/** What a span says of the error that a caller got. */
function attributesOf({ code, disposition }: ToolError) {
  return {
    'tallystick.outcome': 'failed',
    'error.type': code,
    'tallystick.disposition': disposition,
  }
}

describe('TelemetryLayer, when a caller is let go', () => {
  it.each(effects)(
    'reports what the caller of a %s got, though its body never ends',
    async (effect) => {
      const { telemetry, spans } = exporting()
      const registry = registryOf(toolOf(forEver, effect)).layer(telemetry)
      const signal = AbortSignal.timeout(5)
      const error = await rejection(registry.dispatch('shop/order', {}, { signal }))
      expect(error.code).toBe('CANCELLED')
      expect(spans()).toHaveLength(1)
      expect(spans()[0]?.attributes).toMatchObject(attributesOf(error))
      expect(spans()[0]?.status).toEqual({ code: SpanStatusCode.ERROR, message: 'CANCELLED' })
    },
  )

  it('reports a deadline that passed as the caller got it', async () => {
    const { telemetry, spans } = exporting()
    const registry = registryOf(toolOf(forEver)).layer(telemetry)
    const deadline = new Date(Date.now() + 5)
    const error = await rejection(registry.dispatch('shop/order', {}, { deadline }))
    expect(error.code).toBe('TIMED_OUT')
    expect(spans()[0]?.attributes).toMatchObject(attributesOf(error))
  })

  it('says that nothing happened when the call had not come to its body', async () => {
    const { telemetry, spans } = exporting()
    const waiting = layer('waits', () => new Promise(() => undefined))
    const registry = registryOf(tool()).layer(waiting).layer(telemetry)
    const signal = AbortSignal.timeout(5)
    const error = await rejection(registry.dispatch('shop/order', {}, { signal }))
    expect(error.disposition).toBe('did-not-happen')
    expect(spans()[0]?.attributes).toMatchObject(attributesOf(error))
  })

  it('is not changed by what the body comes to later', async () => {
    const { telemetry, spans, metrics } = exporting()
    const { promise, resolve } = deferred<string>()
    const registry = registryOf(toolOf(() => promise)).layer(telemetry)
    await rejection(registry.dispatch('shop/order', {}, { signal: AbortSignal.timeout(5) }))
    resolve('late')
    await settled()
    expect(spans().map(({ attributes }) => attributes['error.type'])).toEqual(['CANCELLED'])
    const measured = (await metrics()).map(({ dataPoints }) =>
      dataPoints.map(({ attributes }) => attributes['error.type']),
    )
    expect(measured).toEqual([['CANCELLED'], ['CANCELLED']])
  })

  it('ends the spans of nested calls with their caller', async () => {
    const { telemetry, spans } = exporting()
    const inner = tool({ name: 'inner', call: forEver })
    const outer = tool({ call: (_args, call) => call.dispatch('shop/inner', {}) })
    const registry = registryOf(inner, outer).layer(telemetry)
    await rejection(registry.dispatch('shop/order', {}, { signal: AbortSignal.timeout(5) }))
    await settled()
    expect(spans().map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
      ['execute_tool shop__order', 'CANCELLED'],
      ['execute_tool shop__inner', 'CANCELLED'],
    ])
  })

  it('reports the timeout of an attempt inside as the caller got it', async () => {
    const { telemetry, spans } = exporting()
    const registry = registryOf(toolOf(forEver)).layer(new TimeoutLayer({ timeoutMs: 5 }))
    const error = await rejection(registry.layer(telemetry).dispatch('shop/order', {}))
    expect(error.code).toBe('TIMED_OUT')
    expect(spans()[0]?.attributes).toMatchObject(attributesOf(error))
  })

  it('leaves no listener behind when the call ends in time', async () => {
    const { telemetry } = exporting()
    const seen: AbortSignal[] = []
    const definition = tool({ call: (_args, { signal }) => void seen.push(signal) })
    const { signal } = new AbortController()
    await registryOf(definition).layer(telemetry).dispatch('shop/order', {}, { signal })
    expect(seen.map((each) => getEventListeners(each, 'abort').length)).toEqual([0])
  })
})
