import type { ToolError } from '../../errors/tool-error.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { layerError } from '../../registry/call/layer-error.js'
import { JournalFault } from '../store/record-store.js'

/**
 * Asks the journal before a body runs: without it no call runs, for nobody would know of it.
 *
 * @throws ToolError JOURNAL_UNAVAILABLE, did-not-happen.
 */
export async function askJournal<Answer>(
  call: ToolCall,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  try {
    return await ask()
  } catch (cause) {
    throw journalUnavailable(call, { cause, disposition: 'did-not-happen' })
  }
}

/** The error of a call whose record cannot be written. */
export function journalUnavailable(
  call: ToolCall,
  {
    cause,
    disposition,
  }: { readonly cause: unknown; readonly disposition: 'did-not-happen' | 'in-doubt' },
): ToolError {
  const told = cause instanceof JournalFault ? cause.message : 'the cause is what it threw.'
  const why = `the journal cannot be used: ${told}`
  return layerError(call, { code: 'JOURNAL_UNAVAILABLE', disposition, why, cause })
}
