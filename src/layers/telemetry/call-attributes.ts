import type { Attributes } from '@opentelemetry/api'

import type { ToolError } from '../../errors/tool-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'

/** What a call came to, as far as telemetry tells it. */
export type CallEnd =
  | { readonly outcome: ToolOutcome; readonly error?: never }
  | { readonly error: ToolError; readonly outcome?: never }

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
export function endAttributes({ outcome, error }: CallEnd): Attributes {
  if (outcome !== undefined) return { 'tallystick.outcome': outcome.status }
  return { 'tallystick.outcome': 'failed', 'error.type': error.code }
}

/** How the call ended, for its span alone. */
export function endDetails({ outcome, error }: CallEnd): Attributes {
  if (error !== undefined) {
    const { disposition, reference } = error
    const found = reference === undefined ? {} : { 'tallystick.reference': reference }
    return { 'tallystick.disposition': disposition, ...found }
  }
  if (outcome.status === 'suspended' || outcome.deduplicatedFrom === undefined) return {}
  return { 'tallystick.deduplicated_from': outcome.deduplicatedFrom }
}
