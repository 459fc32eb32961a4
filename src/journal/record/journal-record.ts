import type { Disposition } from '../../errors/disposition.js'
import type { ToolErrorCode } from '../../errors/error-codes.js'
import type { Issue } from '../../errors/issue.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonObject, JsonValue } from '../../schema/json.js'
import type { CallKey } from '../../tools/call-key.js'
import type { Principal } from '../../tools/context-init.js'
import type { Effect } from '../../tools/effect.js'
import type { SuspensionKind } from '../../tools/suspension.js'

/** Where a record stands. `settled` and `closed` are final; of a `closed` one it is certain that nothing happened. */
export type RecordState = 'running' | 'parked' | 'answered' | 'in-doubt' | 'settled' | 'closed'

/** What was asked for, and by whom. It changes only where a person is asked anew about a call in doubt. */
export interface RecordedCall {
  readonly tenantId: string
  /** `server/name`. */
  readonly tool: string
  readonly effect: Effect
  /** The canonical arguments. */
  readonly arguments: JsonObject
  readonly argumentsDigest: string
  readonly contractDigest: string
  /** What the manifest granted of the tool; absent where the registry was bound to none. */
  readonly grantDigest?: string | undefined
  readonly callId: string
  readonly threadId?: string | undefined
  readonly runId?: string | undefined
  /** On whose behalf the call was made. */
  readonly principal?: Principal | undefined
}

/** What a call waits for: a person's decision before its body runs, an answer its body asked for, or word from outside. */
export type QuestionKind = SuspensionKind

/** A question that is open, or was answered. */
export interface RecordedQuestion {
  readonly suspensionId: string
  readonly kind: QuestionKind
  readonly reason: string
  /** The JSON Schema (2020-12) of the answer. */
  readonly inputSchema: JsonSchema
  /** When it lapses, in milliseconds since the epoch; never where absent. */
  readonly expiresAtMs?: number | undefined
  /** The one who decides must not be the one the call is made for. */
  readonly fourEyes: boolean
}

/** What a person said to a question. */
export interface RecordedAnswer {
  readonly value: JsonValue
  readonly by?: string | undefined
  readonly atMs: number
}

/** A person's yes to exactly this call. */
export interface RecordedApproval {
  readonly decidedBy: string
  readonly atMs: number
  /** From then on it counts for nothing, unless the body runs already. */
  readonly expiresAtMs?: number | undefined
}

/** An error as it is kept: what a caller who asks again is told. */
export interface RecordedFailure {
  readonly code: ToolErrorCode
  readonly disposition: Disposition
  readonly message: string
  readonly modelText: string
  readonly reference?: string | undefined
  /** Absent where there are none. */
  readonly issues?: readonly Issue[] | undefined
  /** @defaultValue false */
  readonly retryable?: boolean | undefined
  /** In milliseconds. */
  readonly retryAfterMs?: number | undefined
}

/** What a settled call came to. */
export type RecordedResult =
  | { readonly status: 'output'; readonly value: JsonValue }
  | { readonly status: 'failed'; readonly failure: RecordedFailure }

/** The times a journal goes by, in milliseconds. */
export interface JournalTimes {
  /** How long after its deadline a call may still end by itself. */
  readonly graceMs: number
  /** How long after that nobody but a person with a reason may say what became of it. */
  readonly quietMs: number
}

/** Who runs the body of a record, and until when that may be believed. */
export interface RecordHolder {
  /** One opening of a journal: a process, or a part of one. */
  readonly holderId: string
  /** For people only; another process may have the number by now. */
  readonly processId: number
  /** The deadline of the call that holds it, in milliseconds since the epoch. */
  readonly deadlineMs?: number | undefined
  /**
   * The times of the journal it was begun in: whoever opens the file with others, as the command does, goes by these. Those
   * of the reader where absent.
   */
  readonly times?: JournalTimes | undefined
}

/** What came from an attempt that was no longer the record's own: kept for people, it moves nothing. */
export interface LateEvidence {
  readonly attempt: number
  readonly atMs: number
  /** What it said: `settle`, `release`, `hold` or `suspend`. */
  readonly verb: LateVerb
  readonly result?: RecordedResult | undefined
}

/** What an attempt that came late wanted to do. */
export type LateVerb = 'settle' | 'release' | 'hold' | 'suspend'

/** Why a record was closed; `read` where a call that only reads has ended, of which nothing is to be kept. */
export type CloseReason =
  'did-not-happen' | 'denied' | 'expired' | 'withdrawn' | 'released' | 'read'

/** One call, from the moment it was claimed. */
export interface JournalRecord {
  /** 128 random bits in hex. */
  readonly id: string
  readonly call: RecordedCall
  /** What equal calls meet at; absent for one that only serves as evidence. */
  readonly keyDigest?: string | undefined
  /** What the token that leaves the process is made of; absent where that is the record's id. */
  readonly key?: CallKey | undefined
  readonly state: RecordState
  /** How often a body was started, `resume` included. */
  readonly attempt: number
  /** 0 while `call` is to run or runs, n for the n-th `resume`. */
  readonly phase: number
  /** Some attempt may have landed. It never goes away by itself. */
  readonly doubt: boolean
  readonly holder?: RecordHolder | undefined
  readonly question?: RecordedQuestion | undefined
  readonly answer?: RecordedAnswer | undefined
  readonly approval?: RecordedApproval | undefined
  /** Absent once it was pruned. */
  readonly result?: RecordedResult | undefined
  readonly closedFor?: CloseReason | undefined
  /** Who settled, released or performed it, where that was not its own body. */
  readonly by?: string | undefined
  /** Why an operator did. */
  readonly byReason?: string | undefined
  readonly isPruned?: boolean | undefined
  readonly late: readonly LateEvidence[]
  /** Since when its present state stands. */
  readonly changedAtMs: number
  readonly createdAtMs: number
}
