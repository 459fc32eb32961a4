import type { ToolError } from '../errors/tool-error.js'
import type { ToolErrorCode } from '../errors/error-codes.js'
import type { InputHabit } from './input-habit.js'

/** What every event says of its call. */
interface CallFacts {
  /** `server/name`; undefined when no such tool is known. */
  readonly tool: string | undefined
  readonly callId: string
  readonly tenantId: string
  /** Since the call was dispatched, in milliseconds. */
  readonly durationMs: number
}

/** The one terminal event of a call. */
export type ToolTerminalEvent = CallFacts & {
  readonly type: 'terminal'
  /** Paths at which a JSON text was taken for the object or array it holds. */
  readonly repaired: readonly string[]
  /** How a model's arguments were not what its API promises; none but of calls that an adapter carries out. */
  readonly habits: readonly InputHabit[]
} & (
    | { readonly status: 'output' | 'suspended' }
    | {
        readonly status: 'failed'
        readonly code: ToolErrorCode
        /** Also stands in the model's text; finds the original in `error`. */
        readonly reference: string | undefined
        readonly error: ToolError
      }
  )

/**
 * What a body came to reached nobody: its caller was let go, or its attempt was given up. In the latter case it may come
 * before the terminal event of the call.
 */
export type ToolLateEvent = CallFacts & {
  readonly type: 'late'
  readonly status: 'output' | 'suspended' | 'failed'
  readonly error?: unknown
}

/** What a call came to could not be written into its record: the outcome is true, and the record is in doubt. */
export type ToolUnsettledEvent = CallFacts & {
  readonly type: 'unsettled'
  /** What keeps the journal from being written. */
  readonly error: unknown
}

/** A layer broke its contract when its call was over already: nobody but who watches can be told which one. */
export type ToolBrokenLayerEvent = CallFacts & {
  readonly type: 'broken-layer'
  /** `LAYER_FAILED`, which names the layer and says what it did. */
  readonly error: ToolError
}

/** What a sink receives. */
export type ToolEvent =
  ToolTerminalEvent | ToolLateEvent | ToolUnsettledEvent | ToolBrokenLayerEvent

/** Receives the events of every call. What it throws or rejects with is dropped: watching never breaks a call. */
export type ToolEventSink = (event: ToolEvent) => unknown
