import type { Attributes } from '@opentelemetry/api'

import type { ToolCall } from '../../tools/tool-layer.js'
import type { CallEnd } from './call-end.js'

/** What spans and metrics have in common: few values each, none of them from the call. */
export function toolAttributes({ definition }: ToolCall): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': definition.wireName,
    'gen_ai.tool.type': 'function',
  }
}

/** What a span says of its call from the start. */
export function callAttributes({ definition, context }: ToolCall): Attributes {
  const { description } = definition
  return {
    'gen_ai.tool.call.id': context.callId,
    ...(description === '' ? {} : { 'gen_ai.tool.description': description }),
    'tallystick.tool.id': definition.id.toString(),
  }
}

/** How the call ended, for spans and metrics. */
export function endAttributes(end: CallEnd): Attributes {
  const outcome = { 'tallystick.outcome': end.status }
  return end.status === 'failed' ? { ...outcome, 'error.type': end.code } : outcome
}

/** How the call ended, for its span alone. */
export function endDetails(end: CallEnd): Attributes {
  if (end.status === 'suspended') return {}
  if (end.status === 'output') return { 'tallystick.deduplicated_from': end.deduplicatedFrom }
  const { disposition, reference } = end
  return { 'tallystick.disposition': disposition, 'tallystick.reference': reference }
}
