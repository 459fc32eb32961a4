import { context, trace } from '@opentelemetry/api'
import { describe, expect, it } from 'vitest'

import { createContext, ToolRegistry } from '../../../src/index.js'
import { IdempotencyLayer, memoryJournal } from '../../../src/journal/index.js'
import { mcpTraceContext } from '../../../src/mcp/call-extensions.js'
import { TelemetryLayer } from '../../../src/layers/telemetry/index.js'
import { exporting } from '../../layers/telemetry/exporting.js'
import { connect as connectClient, eras } from '../server/connect.js'
import { connect, serve, text } from '../client/servers.js'

/** A registry with one foreign tool, and what its server is sent. */
async function foreign() {
  const far = serve([{ name: 'act', answer: () => text('done') }])
  const { tools } = await connect(far)
  const registry = ToolRegistry.empty().register(...tools)
  return { registry, meta: () => ({ ...far.calls.at(-1)?._meta }) as Record<string, unknown> }
}

const traceparent = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`
const sent = { traceparent, tracestate: 'vendor=secret', baggage: 'user=ann' }

describe('the trace that a foreign server is told', () => {
  it('is that of the span of the call', async () => {
    const { registry, meta } = await foreign()
    const { telemetry, spans } = exporting()
    await registry.layer(telemetry).dispatch('far/act', {})
    const { traceId, spanId } = spans()[0]?.spanContext() ?? {}
    expect(meta()).toMatchObject({ traceparent: `00-${traceId}-${spanId}-01` })
    expect(meta()).not.toHaveProperty('tracestate')
  })

  it('has the state of the trace, and stands beside the token of the effect', async () => {
    const { registry, meta } = await foreign()
    const spanContext = trace.wrapSpanContext({
      ...{ traceId: 'c'.repeat(32), spanId: 'd'.repeat(16), traceFlags: 0 },
      traceState: { serialize: () => 'ours=1' } as never,
    })
    const tracer = { startSpan: () => spanContext, startActiveSpan: () => undefined as never }
    const layered = registry
      .layer(new IdempotencyLayer(memoryJournal()))
      .layer(new TelemetryLayer({ tracer }))
    await layered.dispatch('far/act', {}, createContext({ callerKey: 'k' }))
    expect(meta()).toMatchObject({
      traceparent: `00-${'c'.repeat(32)}-${'d'.repeat(16)}-00`,
      tracestate: 'ours=1',
      'dev.tallystick/idempotency-key': expect.any(String) as string,
    })
  })

  it.each([
    ['without telemetry', (registry: ToolRegistry) => registry],
    [
      'with a tracer that gives nothing',
      (registry: ToolRegistry) => registry.layer(new TelemetryLayer()),
    ],
    [
      'with a span that fails',
      (registry: ToolRegistry) => {
        const startSpan = () =>
          ({
            spanContext: () => {
              throw new Error('down')
            },
          }) as never
        return registry.layer(
          new TelemetryLayer({ tracer: { startSpan, startActiveSpan: startSpan } }),
        )
      },
    ],
  ])('is none %s, whatever trace the caller is in', async (_, layered) => {
    context.disable()
    const { registry, meta } = await foreign()
    const caller = createContext().with(mcpTraceContext, sent)
    await layered(registry).dispatch('far/act', {}, caller)
    expect(Object.keys(meta())).toEqual(['progressToken'])
  })

  it.each(eras)('is never the baggage or the trace of a %s client that is served', async (era) => {
    const { registry, meta } = await foreign()
    const { telemetry } = exporting()
    const { client } = await connectClient(registry.layer(telemetry), { era })
    await client.callTool({ name: 'act', _meta: { ...sent, 'x/secret': 'hunter2' } })
    expect(Object.keys(meta()).sort()).toEqual(['progressToken', 'traceparent'])
    expect(JSON.stringify(meta())).not.toMatch(/vendor|ann|hunter2|a{32}/)
  })
})
