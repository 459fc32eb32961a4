import type { JsonObject, JsonValue } from '../schema/json.js'
import type { JsonSchema } from '../schema/json-schema.js'
import type { ToolContextInit } from './context-init.js'

/** Under this key the layer that keeps records shows them to the registry. @internal */
export const callRecords: unique symbol = Symbol.for('tallystick.layer.callRecords')

/** A call that waits, or may go on. */
export interface SuspendedCall {
  readonly suspensionId: string
  readonly recordId: string
  /** `server/name`. */
  readonly tool: string
  /** The canonical arguments. */
  readonly arguments: JsonObject
  readonly contractDigest: string
  /**
   * `open` while nobody has answered; `answered` until what was answered runs, and again where that is in doubt and may
   * happen twice; `refused` where nobody said yes in time, or somebody said no; else `over`.
   */
  readonly progress: 'open' | 'answered' | 'refused' | 'over'
  /** What it waits for: a person's decision, an answer to its body, or word from outside. */
  readonly kind: 'approval' | 'answer' | 'external'
  /** Why, in words a person reads. */
  readonly reason: string
  readonly inputSchema: JsonSchema
  /** Whose call it is. */
  readonly context: Pick<
    ToolContextInit,
    'tenantId' | 'principal' | 'threadId' | 'runId' | 'callId'
  >
  /** What equal calls meet at; absent where an equal call would be another one, because this one has none or is closed. */
  readonly keyDigest?: string | undefined
}

/** What came of an answer. */
export type AnswerReceipt =
  'recorded' | 'unknown' | 'answered' | 'expired' | 'contract-changed' | 'inside-a-call'

/** The records of suspended calls, as the registry needs them to let them go on. */
export interface CallRecords {
  /** Undefined for one that is unknown, or of another tenant. */
  findSuspended(suspensionId: string, tenantId: string): Promise<SuspendedCall | undefined>
  /** Records an answer that was held to its schema. */
  answer(said: {
    readonly suspensionId: string
    readonly tenantId: string
    readonly contractDigest: string
    readonly value: JsonValue
    readonly by: string | undefined
  }): Promise<AnswerReceipt>
  /** Settles a call that waits for word from outside. */
  complete(said: {
    readonly suspensionId: string
    readonly tenantId: string
    readonly contractDigest: string
    readonly value: JsonValue
    readonly performedBy: string
  }): Promise<AnswerReceipt>
  /** The calls of one tenant, or of all, that were answered and have not gone on. */
  listAnswered(tenantId: string | undefined): Promise<readonly SuspendedCall[]>
  /** The calls of one tenant that asked something and have not ended. */
  listUnfinished(tenantId: string): Promise<readonly SuspendedCall[]>
}
