import type { JsonSchema } from '../schema/json-schema.js'
import type { JsonValue } from '../schema/json.js'

/** A person's yes to exactly this call. */
export interface BoundDecision {
  readonly decidedBy: string
  /** The digest of the arguments that were approved: what runs is that, or nothing does. */
  readonly argumentsDigest: string
}

/** The hold that an attempt has on the record of its call. */
export interface BoundClaim {
  /**
   * Whether the attempt may still start its body; asked right before it does.
   * @throws ToolError JOURNAL_UNAVAILABLE.
   */
  confirm(): Promise<boolean>
}

/** What was answered to a question of the body. @internal */
export interface BoundAnswer {
  readonly value: JsonValue
  /** The schema that the body asked with, which may say more than what an answer must be. */
  readonly inputSchema?: JsonSchema | undefined
}

/**
 * What layers of this package bind to a call for what is further in: its context carries it, so that it goes no
 * further than the call.
 */
export interface CallBinding {
  /** The record the call has in the journal. */
  readonly recordId?: string | undefined
  /** It was dispatched to go on from a question: nobody is asked once more whether it may. */
  readonly isResumed?: boolean | undefined
  /** The batch of calls it is one of: equal ones of a batch wait for each other. */
  readonly batch?: object | undefined
  readonly decision?: BoundDecision | undefined
  readonly claim?: BoundClaim | undefined
  /** What `resume` goes on with, in the place of `call`. */
  readonly answer?: BoundAnswer | undefined
}
