import { quoteName } from '../../errors/quoted-name.js'
import { ToolError } from '../../errors/tool-error.js'
import { layerError } from '../../registry/call/layer-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import type { JournalRecord, RecordedResult } from '../record/journal-record.js'

/** An error as the journal keeps it. */
export function toRecordedFailure(error: ToolError): RecordedResult {
  const { code, disposition, message, modelText, reference, issues, retryable, retryAfterMs } =
    error
  const words = { code, disposition, message, modelText, reference }
  return { status: 'failed', failure: { ...words, issues, retryable, retryAfterMs } }
}

/**
 * What a settled record answers the same call with.
 *
 * @throws ToolError the recorded failure; ALREADY_DONE where the payload was pruned.
 */
export function replay(call: ToolCall, { id, result, call: recorded }: JournalRecord): ToolOutcome {
  if (result === undefined) {
    throw layerError(call, {
      code: 'ALREADY_DONE',
      disposition: 'landed',
      why: `it landed as call ${quoteName(recorded.callId)} (record ${id}), and its result has been pruned.`,
    })
  }
  if (result.status === 'output') {
    const { value } = result
    return Object.freeze({ status: 'output', value, deduplicatedFrom: recorded.callId })
  }
  const { definition, context } = call
  const { issues = [], retryable = false, ...failure } = result.failure
  const ids = { toolId: definition.id, callId: context.callId }
  throw new ToolError({ ...failure, issues, retryable, ...ids })
}
