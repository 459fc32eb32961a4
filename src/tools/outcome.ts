import type { JsonValue } from '../schema/json.js'
import type { Suspension } from './suspension.js'

/** What a call came to. A suspension is a success, never an error. */
export type ToolOutcome = ToolOutput | ToolSuspended

/** The call returned. */
export interface ToolOutput {
  readonly status: 'output'
  /** What the body returned, as JSON: a Date as its ISO text, undefined as null. */
  readonly value: JsonValue
  /** Present when the value came from the journal: the call id whose body produced it. */
  readonly deduplicatedFrom?: string
}

/** The call waits for an answer. */
export interface ToolSuspended {
  readonly status: 'suspended'
  readonly suspension: Suspension
}
