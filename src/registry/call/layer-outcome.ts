import type { ToolOutcome } from '../../tools/outcome.js'
import { isSuspension } from '../../tools/suspension.js'
import { copySuspension } from './copy-suspension.js'
import { toJsonOutput } from '../../schema/json-output.js'

/** A frozen copy of an outcome that a layer made itself; undefined when it is none. */
export function copyLayerOutcome(returned: unknown): ToolOutcome | undefined {
  if (typeof returned !== 'object' || returned === null) return undefined
  try {
    return copyOutcome(returned)
  } catch {
    return undefined
  }
}

function copyOutcome(returned: Partial<Record<string, unknown>>): ToolOutcome | undefined {
  const { status, value, suspension, deduplicatedFrom } = returned
  if (status === 'suspended') {
    const copy = isSuspension(suspension) ? copySuspension(suspension) : undefined
    return copy && Object.freeze({ status, suspension: copy })
  }
  if (status !== 'output' || value === undefined) return undefined
  const output = toJsonOutput(value)
  if (output.status === 'refused') return undefined
  const origin = typeof deduplicatedFrom === 'string' ? { deduplicatedFrom } : {}
  return Object.freeze({ status, value: output.value, ...origin })
}
