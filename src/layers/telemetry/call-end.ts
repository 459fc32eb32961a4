import type { Disposition } from '../../errors/disposition.js'
import type { ToolErrorCode } from '../../errors/error-codes.js'
import { ToolError } from '../../errors/tool-error.js'
import type { JsonValue } from '../../schema/json.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'

/** What a caller got, as far as telemetry tells it. */
export type CallEnd = CallOutput | { readonly status: 'suspended' } | CallFailed

/** The caller got an output. */
export interface CallOutput {
  readonly status: 'output'
  readonly value: JsonValue
  readonly deduplicatedFrom?: string
}

/** The caller got an error. */
export interface CallFailed {
  readonly status: 'failed'
  readonly code: ToolErrorCode
  readonly disposition?: Disposition
  readonly reference?: string | undefined
}

/** What a caller gets when the layers inside came to an outcome. A suspension without an id was parked by none of them. */
export function toEnd(outcome: ToolOutcome, { definition }: ToolCall): CallEnd {
  if (outcome.status === 'output') return outcome
  if (outcome.suspension.id !== undefined) return { status: 'suspended' }
  const disposition = definition.mutates ? 'in-doubt' : 'did-not-happen'
  return { status: 'failed', code: 'UNSUSPENDABLE', disposition }
}

/** What a caller gets when the layers inside threw. */
export function toFailedEnd(thrown: unknown): CallFailed {
  if (!ToolError.is(thrown)) return { status: 'failed', code: 'LAYER_FAILED' }
  const { code, disposition, reference } = thrown
  return { status: 'failed', code, disposition, reference }
}
