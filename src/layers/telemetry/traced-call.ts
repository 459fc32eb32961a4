import { isSpanContextValid, type Span } from '@opentelemetry/api'

import { outgoingTrace, type TraceContext } from '../../tools/outgoing-trace.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { quietly } from './quietly.js'

/** A call of a foreign tool with its place in the trace, which its server is told. */
export function tracedCall(call: ToolCall, span: Span | undefined): ToolCall {
  if (call.definition.foreign === undefined) return call
  const trace = quietly(() => findTrace(span))
  return trace === undefined ? call : { ...call, context: call.context.with(outgoingTrace, trace) }
}

function findTrace(span: Span | undefined): TraceContext | undefined {
  const spanContext = span?.spanContext()
  if (spanContext === undefined || !isSpanContextValid(spanContext)) return undefined
  const { traceId, spanId, traceFlags, traceState } = spanContext
  const flags = (traceFlags & 0xff).toString(16).padStart(2, '0')
  const tracestate = traceState?.serialize() ?? ''
  return Object.freeze({
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(tracestate !== '' && { tracestate }),
  })
}
