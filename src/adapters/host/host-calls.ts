// Calls of SDKs that run the loop themselves and bring one call at a time: carried out like the calls of a turn, and
// approval said in the SDK's own way where its word counts. It knows no SDK.
import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonValue } from '../../schema/json.js'
import type { PendingQuestion } from '../../journal/journals/journal.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import { forAnthropic } from '../../schema/projections/for-anthropic.js'
import type { Projection } from '../../schema/projections/projection.js'
import { acceptContext } from '../../registry/call/accept-context.js'
import type { SuspendedCall } from '../../tools/call-records.js'
import { isSamePrincipal } from '../../tools/same-principal.js'
import { suspensionKind } from '../../tools/suspension.js'
import type { ToolContext } from '../../tools/tool-context.js'
import { answerCalls } from '../turn/answer-calls.js'
import type { CallAnswer, WaitingAnswer } from '../turn/call-answer.js'
import { toCallAnswer } from '../turn/call-answer.js'
import { readCallId, readRecord } from '../turn/model-call.js'
import { offerTools, type Offer } from '../turn/offered-tools.js'
import { findWaiting, goOnWith, type WaitingCall } from '../turn/waiting-call.js'
import { readHostOptions, type HostToolsOptions } from './host-tools-options.js'
import { isRecordOf } from './is-record-of.js'
import { KeptAnswers } from './kept-answers.js'

/** One call as an SDK brings it. */
export interface HostCall<Facts> {
  readonly name: string
  readonly callId: unknown
  readonly input: unknown
  /** What the SDK says of the call, for whoever makes its context. */
  readonly facts: Facts
  readonly signal?: AbortSignal | undefined
}

/** What a person said in the SDK. */
export type SaidInHost = 'yes' | 'nothing'

/** What is set up once for all calls. */
export interface HostSetup {
  readonly subject: string
  /** The schemas where the options say nothing of them. */
  readonly projection?: Projection
}

/** The calls of one SDK, on one registry. */
export class HostCalls<Facts> {
  readonly offer: Offer
  readonly #options: HostToolsOptions<Facts>
  readonly #kept = new KeptAnswers()
  readonly #subject: string
  /** Whoever makes contexts is asked once for each call. */
  readonly #contexts = new WeakMap<object, ToolContext>()

  /** @throws DefinitionError naming every option that is wrong and every schema that cannot be made. */
  constructor(
    registry: ToolRegistry,
    options: HostToolsOptions<Facts>,
    { subject, projection = forAnthropic() }: HostSetup,
  ) {
    this.#options = readHostOptions(subject, options, registry)
    this.#subject = subject
    this.offer = offerTools(registry, options.projection ?? projection, options)
  }

  /** Whether a decision that the SDK brings can count at all. */
  get takesDecisions(): boolean {
    return this.#options.approvals !== undefined
  }

  /**
   * Whether a person has to be asked about a call in the SDK. To find out, the call begins: it waits in the journal for its
   * approval then, and what it came to otherwise is kept for `carryOut`.
   */
  async isAsked(call: HostCall<Facts>): Promise<boolean> {
    const { approvals } = this.#options
    const context = this.#contextOf(call)
    const key = keyOf(call, context)
    if (approvals === undefined || key === undefined || !this.#mutates(call.name)) return false
    const answer = await this.#begin(call)
    if (await this.#mayDecide(answer, context)) return true
    this.#kept.keep(key, answer)
    return false
  }

  /**
   * Carries out a call. A yes of the SDK counts for a question that stood before: one that was asked about exactly this
   * call, with these arguments.
   */
  async carryOut(call: HostCall<Facts>, said: SaidInHost = 'nothing'): Promise<CallAnswer> {
    const context = this.#contextOf(call)
    const key = keyOf(call, context)
    const kept = key === undefined ? undefined : this.#kept.take(key)
    if (kept !== undefined) return kept
    const stood = said === 'yes' && key !== undefined ? await this.#openQuestions(context) : []
    const answer = await this.#begin(call)
    const suspensionId = answer.status === 'waiting' ? answer.suspension.id : undefined
    const question = stood.find((open) => open.suspensionId === suspensionId)
    if (question === undefined || question.fourEyes) return answer
    await this.#approve(question, context)
    return this.#begin(call)
  }

  /** Lets a call go on with what its SDK kept of its question: only one that is on record as that of this very call. */
  async goOnFrom(
    call: HostCall<Facts>,
    suspensionId: string,
    said: JsonValue,
  ): Promise<CallAnswer> {
    const { offer } = this
    const context = this.#contextOf(call)
    const found = await this.#findRecord(suspensionId, context)
    if (found !== undefined && !(await isRecordOf(found, { ...call, offer, context }))) {
      return toBareWaiting(found)
    }
    const { kind, reason, inputSchema } = found ?? nothingKnown
    const callId = readCallId(call.callId)
    const own = { index: 0, ...(callId === undefined ? {} : { callId }), name: call.name }
    return this.goOn(call, { ...own, suspensionId, kind, reason, inputSchema }, said)
  }

  /** Lets a call go on that waited: with the answer to its question or, for an approval, with the decision. */
  async goOn(
    call: HostCall<Facts>,
    waiting: WaitingCall,
    said: JsonValue | undefined,
  ): Promise<CallAnswer> {
    const context = this.#contextOf(call)
    const isDecision = waiting.kind === 'approval'
    if (isDecision) await this.#decide(waiting.suspensionId, context, said)
    const answer = isDecision || said === undefined ? undefined : ([said] as const)
    const { registry } = this.offer
    const wentOn = await goOnWith(waiting, { registry, context, said: answer })
    return 'answer' in wentOn ? wentOn.answer : this.#stillWaiting(wentOn.waiting)
  }

  /** A person said no in the SDK to calls of these ids. Calls of other runs keep their questions. */
  async deny(
    denied: { readonly callId: unknown; readonly reason?: string | undefined },
    facts: Facts,
  ): Promise<void> {
    const { approvals } = this.#options
    const context = this.#contextOf({ facts })
    const { tenantId, runId } = context
    if (approvals === undefined || runId === undefined) return
    const { callId, reason } = denied
    for (const { suspensionId, call, fourEyes } of await this.#openQuestions(context)) {
      if (call.callId !== callId || call.runId !== runId || fourEyes) continue
      await approvals.deny({ suspensionId, tenantId, by: this.#nameOf(context), reason })
    }
  }

  /**
   * The question of an answer that waits, for whoever the call is made for: a key is one for all callers of a tenant, so that
   * it may be the question of somebody else. Undefined then, and where nobody here can answer.
   */
  async findQuestion(
    call: HostCall<Facts>,
    answer: WaitingAnswer,
  ): Promise<WaitingCall | undefined> {
    const context = this.#contextOf(call)
    const found = await this.#findRecord(answer.suspension.id ?? '', context)
    const isOwn = found !== undefined && isSamePrincipal(found.context.principal, context.principal)
    if (!isOwn || suspensionKind(answer.suspension) === 'external') return undefined
    const own = { callId: readCallId(call.callId), name: call.name, habits: [], answer }
    return findWaiting([own])[0]
  }

  /** A journal that cannot be used shows nothing; what follows finds out by itself. */
  async #findRecord(
    suspensionId: string,
    { tenantId }: ToolContext,
  ): Promise<SuspendedCall | undefined> {
    try {
      return await this.offer.registry.callRecords?.findSuspended(suspensionId, tenantId)
    } catch {
      return undefined
    }
  }

  async #begin(call: HostCall<Facts>): Promise<CallAnswer> {
    const { name, input, signal } = call
    const context = this.#contextOf(call)
    const one = { callId: readCallId(call.callId), name, input }
    const [answered] = await answerCalls(this.offer, [one], { form: 'value', context, signal })
    return (answered as NonNullable<typeof answered>).answer
  }

  async #mayDecide(answer: CallAnswer, context: ToolContext): Promise<boolean> {
    if (answer.status !== 'waiting' || suspensionKind(answer.suspension) !== 'approval')
      return false
    const open = await this.#openQuestions(context)
    const { id } = answer.suspension
    return open.some(({ suspensionId, fourEyes }) => suspensionId === id && !fourEyes)
  }

  /** Those of the principal: nobody decides here on the calls of somebody else. */
  async #openQuestions({ tenantId, principal }: ToolContext): Promise<readonly PendingQuestion[]> {
    const open = (await this.#options.approvals?.pending({ tenantId })) ?? []
    return open.filter(
      ({ kind, call }) => kind === 'approval' && isSamePrincipal(call.principal, principal),
    )
  }

  /** What is no yes and no no decides nothing. */
  async #decide(suspensionId: string, context: ToolContext, said: unknown): Promise<void> {
    const isApproved = typeof said === 'boolean' ? said : readRecord(said)['approved']
    if (typeof isApproved !== 'boolean') return
    const open = await this.#openQuestions(context)
    const question = open.find((each) => each.suspensionId === suspensionId)
    if (question === undefined || question.fourEyes) return
    if (isApproved) return this.#approve(question, context)
    const { tenantId } = context
    await this.#options.approvals?.deny({ suspensionId, tenantId, by: this.#nameOf(context) })
  }

  async #approve({ suspensionId }: PendingQuestion, context: ToolContext): Promise<void> {
    const { tenantId } = context
    await this.#options.approvals?.approve({ suspensionId, tenantId, by: this.#nameOf(context) })
  }

  #stillWaiting({ problem, ...waiting }: WaitingCall): CallAnswer {
    const { suspensionId: id, kind, reason, inputSchema } = waiting
    const text = problem ?? 'The question was not answered, and the call still waits.'
    return { status: 'waiting', text, suspension: { id, kind, reason, inputSchema } }
  }

  #mutates(name: string): boolean {
    return this.offer.registry.find(name)?.mutates === true
  }

  /** Who decides where the call has no principal. */
  #nameOf({ principal }: ToolContext): string {
    return principal?.id ?? this.#subject
  }

  #contextOf(call: Pick<HostCall<Facts>, 'facts'>): ToolContext {
    const known = this.#contexts.get(call)
    if (known !== undefined) return known
    const { context } = this.#options
    const made = acceptContext(typeof context === 'function' ? context(call.facts) : context)
    this.#contexts.set(call, made)
    return made
  }
}

const nothingKnown = { kind: 'answer', reason: '', inputSchema: {} } as const

/** That a call waits, and nothing of what it was asked. */
function toBareWaiting({ kind }: SuspendedCall): CallAnswer {
  const suspension = { kind, reason: '', inputSchema: {} }
  const value = { status: 'suspended', suspension } as const
  return toCallAnswer({ status: 'fulfilled', value }, { isKeyed: false })
}

/** What only this call has; undefined where another call could have the same. */
function keyOf(
  { name, callId, input }: Pick<HostCall<unknown>, 'name' | 'callId' | 'input'>,
  { tenantId, principal, runId }: ToolContext,
): string | undefined {
  if (runId === undefined || readCallId(callId) === undefined) return undefined
  const text = toText(input)
  if (text === undefined) return undefined
  const { id = null, kind = null, onBehalfOf = null } = principal ?? {}
  return canonicalJson([tenantId, id, kind, onBehalfOf, runId, callId as string, name, text])
}

/** Undefined for what no JSON can hold, which dispatch refuses. */
function toText(input: unknown): string | undefined {
  try {
    const text = JSON.stringify(input) as string | undefined
    return text ?? 'undefined'
  } catch {
    return undefined
  }
}
