// The journal room owns the record of a call: its states, who may move them, where they are kept, and the layers that
// hold calls to them. It knows tools by their definitions only, and no container, transport or manifest.
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import type {
  JournalRecord,
  QuestionKind,
  RecordedCall,
  RecordedResult,
} from '../record/journal-record.js'
import type { Answered, AnsweredQuestion, WithdrawnQuestion } from '../states/answer.js'
import type { Begun, BeginRequest } from '../states/begin.js'
import type { Claim, Finished, Verdict } from '../states/finish.js'
import type { Operated, OperatorStatement } from '../states/operate.js'
import type { RecordFilter } from '../store/record-store.js'

/** A question of a body, before it has a name. */
export interface AskedQuestion {
  readonly kind: Exclude<QuestionKind, 'approval'>
  readonly reason: string
  readonly inputSchema: JsonSchema
  readonly expiresInMs?: number | undefined
}

/** What a person decides on a call that waits for them. */
export interface Decision extends AnsweredQuestion {
  /** Who decides, as the host established it. */
  readonly by: string
}

/**
 * Where calls are kept so that nothing happens twice and nothing is lost. Each of its verbs is one transaction that may
 * move a record from one of its states to another, durable when its promise resolves. What an attempt says that is no
 * longer the record's own moves nothing. Calls of several processes may meet in one journal.
 *
 * What a person says is for the host to bring: `approve`, `deny` and `answer` are refused to code that runs inside a tool
 * call, as far as `ToolContext.current()` shows that it does. With `ambientContext: false` it cannot be seen, and no tool
 * may then get hold of the journal.
 *
 * Every verb rejects with `JournalFault` when the journal cannot be used.
 */
export interface Journal {
  /** What it is in words, for messages. */
  readonly name: string

  /** A call wants to begin: whether its body may run, or what stands in its way. */
  begin(request: BeginRequest): Promise<Begun>
  /** Whether an attempt may still start its body; claims it again where its holder was thought to be gone. */
  confirm(claim: Claim): Promise<boolean>
  /** It landed: the record is settled, also where it was in doubt. */
  settle(claim: Claim, result: RecordedResult): Promise<Finished>
  /** It did not happen: its key is free, or its answer kept for another attempt; in doubt where an earlier one may have landed. */
  release(claim: Claim, how: { readonly isRetryable: boolean }): Promise<Finished>
  /** Nobody knows whether it landed: the record is in doubt. */
  hold(claim: Claim): Promise<Finished>
  /** Its body asks: the record is parked until it is answered. */
  suspend(claim: Claim, question: AskedQuestion): Promise<Finished>
  /** A body asks that had no record, because it only reads. */
  park(call: RecordedCall, question: AskedQuestion): Promise<JournalRecord>
  /** What was found out about a call in doubt, once its quiet time is over: it is settled, or may run. */
  reconcile(claim: Claim, found: Verdict): Promise<Finished>

  /** A person's yes to a call that waits for one: it may run, and is not run by this. */
  approve(decision: Decision): Promise<Answered>
  /** A person's no to a call that waits for a yes: its key is free, unless an earlier attempt may have landed. */
  deny(decision: Decision & { readonly reason?: string | undefined }): Promise<Answered>
  /** An approver that cannot ask takes its question back; nobody said no. */
  withdraw(question: WithdrawnQuestion & { readonly reason: string }): Promise<Answered>
  /** An answer to a body's question, which was held to its schema before: the body may go on with it. */
  answer(
    said: AnsweredQuestion & { readonly value: JsonValue; readonly by?: string | undefined },
  ): Promise<Answered>
  /** Word from outside that a call was carried out there: the record is settled. */
  complete(
    said: AnsweredQuestion & { readonly result: RecordedResult; readonly performedBy: string },
  ): Promise<Answered>

  /** An operator knows that a call in doubt landed: it is settled. */
  resolve(
    recordId: string,
    word: OperatorStatement & { readonly result: RecordedResult },
  ): Promise<Operated>
  /** An operator knows that a call in doubt did not happen: its key is free, or its body goes on with the answer it had. */
  free(
    recordId: string,
    word: OperatorStatement & { readonly isForced: boolean },
  ): Promise<Operated>
  /** Takes payloads of settled and closed records away; answers how many records it touched. */
  prune(what: { readonly olderThanMs: number; readonly forgetKeys?: boolean }): Promise<number>

  /** A record as time has left it; undefined when there is none. */
  find(recordId: string): Promise<JournalRecord | undefined>
  /** The record of an open or answered question; undefined for one of another tenant. */
  findSuspended(question: {
    readonly suspensionId: string
    readonly tenantId: string
  }): Promise<JournalRecord | undefined>
  /** Records as time has left them, the oldest first. */
  list(filter?: Omit<RecordFilter, 'changedBeforeMs'>): Promise<readonly JournalRecord[]>
  /** The questions of one tenant that nobody has answered, the oldest first. */
  pending(context: { readonly tenantId: string }): Promise<readonly PendingQuestion[]>

  /** Ends its holder's lease and releases what it has open. Claims that are still held are then in doubt. */
  close(): Promise<void>
}

/** A question that waits for a person, with what they need to know. */
export interface PendingQuestion {
  readonly suspensionId: string
  readonly kind: QuestionKind
  /** `server/name`. */
  readonly tool: string
  /** All of them, as they will run. */
  readonly arguments: RecordedCall['arguments']
  readonly argumentsDigest: string
  readonly reason: string
  readonly inputSchema: JsonSchema
  readonly call: RecordedCall
  readonly fourEyes: boolean
  readonly askedAt: Date
  readonly expiresAt?: Date
}
