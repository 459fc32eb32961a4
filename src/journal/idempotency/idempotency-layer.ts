import { assertOptions } from '../../errors/assert-options.js'
import { basicRules } from '../../errors/basic-option-rules.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { toRule } from '../../errors/option-problems.js'
import { callRecords, type CallRecords } from '../../tools/call-records.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../../tools/tool-layer.js'
import { askJournal } from '../journals/journal-error.js'
import type { Journal } from '../journals/journal.js'
import { toCallRecords } from './call-records.js'
import { BatchTurns } from './batch-turns.js'
import { beginRefusal } from './begin-refusal.js'
import { claimedCall } from './claimed-call.js'
import { endAttempt } from './end-attempt.js'
import { parkRead } from './park-read.js'
import { parkedOutcome } from './parked-outcome.js'
import { reconcileCall } from './reconcile-call.js'
import { keyDigestOf, toBeginRequest } from './recorded-call.js'
import { replay } from './recorded-result.js'
import { RunningCalls } from './running-calls.js'
import { waitForHolder } from './wait-for-holder.js'
import type { JournalRecord } from '../record/journal-record.js'
import type { Begun } from '../states/begin.js'

/** What `IdempotencyLayer` takes besides the journal. */
export interface IdempotencyLayerOptions {
  /**
   * How long a call waits for another one that runs under its key, before it is told `IN_FLIGHT`.
   * @defaultValue 0 ms; the second of two equal calls of one `dispatchAll` waits in any case
   */
  readonly waitMs?: number | undefined
  /** @defaultValue `'idempotency'` */
  readonly name?: string | undefined
}

/**
 * Keeps a record of every call that mutates, and of every call that waits for an answer. A call with a key runs its body
 * once: the same call again gets the recorded outcome, marked `deduplicatedFrom`; one that may have landed is not run
 * again before somebody found out, by `reconcile` of the class or by hand.
 *
 * Errors: `KEY_REUSED`, `IN_FLIGHT`, `IN_DOUBT`, `ALREADY_DONE`, `APPROVAL_DENIED`, `CONTRACT_CHANGED`, `ALREADY_ANSWERED`,
 * and `JOURNAL_UNAVAILABLE`, without which no call runs.
 *
 * @example
 * ```ts
 * const journal = sqliteJournal({ path: 'calls.db' })
 * registry = registry.layer(new IdempotencyLayer(journal))
 * ```
 */
export class IdempotencyLayer implements ToolLayer {
  readonly name: string
  /** The journal it writes to. */
  readonly journal: Journal
  /** @internal */
  readonly [layerRank] = 'idempotency'
  /** @internal */
  readonly [callRecords]: CallRecords
  readonly #waitMs: number
  readonly #running = new RunningCalls()
  readonly #turns = new BatchTurns()
  /** The record of each call that lives: its next attempt goes on with it. */
  readonly #records = new WeakMap<object, string>()

  /** @throws DefinitionError when there is no journal, or an option is wrong. */
  constructor(journal: Journal, options: IdempotencyLayerOptions = {}) {
    if (!isJournal(journal)) throw new DefinitionError([noJournal])
    assertOptions('IdempotencyLayer', options, optionRules)
    this.name = options.name ?? 'idempotency'
    this.journal = journal
    this[callRecords] = toCallRecords(journal)
    this.#waitMs = options.waitMs ?? 0
    Object.freeze(this)
  }

  /** Goes on inwards where the record of the call lets it, or answers from it. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const { recordId } = ToolContext.bindingOf(call.context)
    if (!call.definition.mutates && recordId === undefined) {
      return parkRead(this.journal, call, await next(call))
    }
    const { batch } = ToolContext.bindingOf(call.context)
    return this.#turns.take({ batch, keyDigest: keyDigestOf(call) }, () => this.#claim(call, next))
  }

  async #claim(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const { begun, cause } = await this.#begin(call)
    if (begun.status === 'started') return this.#run(call, next, begun.record)
    if (begun.status === 'parked') return parkedOutcome(begun.record, begun.leftMs)
    if (begun.status === 'settled') return replay(call, begun.record)
    // These two are answers to a proposal, which this was not.
    if (begun.status === 'free' || begun.status === 'approved') {
      throw new TypeError(`The journal answered ${begun.status} to a call that was to start.`)
    }
    throw beginRefusal(call, begun, cause)
  }

  /** Asks until the answer stands: others may end meanwhile, and what is in doubt may be found out. */
  async #begin(call: ToolCall): Promise<StandingAnswer> {
    const untilMs = performance.now() + this.#waitMs
    for (;;) {
      const { isResumed } = ToolContext.bindingOf(call.context)
      const recordId = this.#recordIdOf(call)
      const request = toBeginRequest(call, { intent: 'start', recordId, isResumed })
      const begun = await askJournal(call, () => this.journal.begin(request))
      const { goesOn, cause } = await this.#moves(call, begun, untilMs)
      if (!goesOn) return { begun, cause }
    }
  }

  /** Whether the answer of the journal may be another one by now. */
  async #moves(call: ToolCall, begun: Begun, untilMs: number): Promise<Move> {
    if (begun.status === 'in-flight') {
      // An attempt that was given up and has not ended is nobody else's call: the next one goes on where it ends.
      const isOwn = begun.record.id === this.#keptRecordId(call)
      return { goesOn: await this.#waits(call, begun.record.id, isOwn ? Infinity : untilMs) }
    }
    if (begun.status !== 'in-doubt' || !begun.isQuiet) return { goesOn: false }
    return this.#reconcile(call, begun.record)
  }

  async #run(call: ToolCall, next: NextLayer, record: JournalRecord): Promise<ToolOutcome> {
    this.#keepRecordId(call, record)
    const running = next(claimedCall(this.journal, call, record))
    const ended = endAttempt({ journal: this.journal, call, record }, running)
    this.#running.add(record.id, ended)
    return ended
  }

  #waits(call: ToolCall, recordId: string, untilMs: number): Promise<boolean> {
    const { signal } = call.context
    return waitForHolder({ untilMs, signal, ended: this.#running.findEnd(recordId) })
  }

  async #reconcile(call: ToolCall, record: JournalRecord): Promise<Move> {
    if (call.definition.prepareReconcile === undefined) return { goesOn: false }
    const { context } = claimedCall(this.journal, call, record)
    const finding = await reconcileCall(call.definition, record.call, context)
    const { verdict } = finding
    if (verdict === undefined) return { goesOn: false, cause: finding.cause }
    const claim = { recordId: record.id, attempt: record.attempt }
    await askJournal(call, () => this.journal.reconcile(claim, verdict))
    return { goesOn: true }
  }

  /** By key the journal finds a record itself; without one, later attempts know it by its id. */
  #recordIdOf(call: ToolCall): string | undefined {
    return this.#keptRecordId(call) ?? ToolContext.bindingOf(call.context).recordId
  }

  /** The record that an earlier attempt of the call began. */
  #keptRecordId({ context }: ToolCall): string | undefined {
    const link = ToolContext.linkOf(context)
    return link && this.#records.get(link)
  }

  #keepRecordId({ context }: ToolCall, { id }: JournalRecord): void {
    const link = ToolContext.linkOf(context)
    if (link !== undefined) this.#records.set(link, id)
  }
}

/** What the journal answered at last, and why no more could be found out. */
interface StandingAnswer {
  readonly begun: Begun
  readonly cause: unknown
}

/** Whether to ask the journal again; `cause` is why nothing could be found out, where that is known. */
interface Move {
  readonly goesOn: boolean
  readonly cause?: unknown
}

const optionRules = {
  waitMs: toRule(
    'a number of milliseconds, 0 or more',
    (value) => typeof value === 'number' && value >= 0,
  ),
  name: basicRules.name,
}

function isJournal(journal: unknown): boolean {
  const { begin, settle } = (journal ?? {}) as Partial<Journal>
  return typeof begin === 'function' && typeof settle === 'function'
}

const noJournal = {
  subject: 'IdempotencyLayer',
  message: 'there is no journal.',
  fix: 'Pass memoryJournal() or sqliteJournal({ path }).',
}
