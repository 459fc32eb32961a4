import type { ToolIdentity } from '../errors/tool-error.js'
import { DefinitionError } from '../errors/definition-error.js'
import { ambientStorage } from './ambient-storage.js'
import type { CallBinding } from './call-binding.js'
import type { CallKey } from './call-key.js'
import { attemptLink, childLink, type AttemptSignal, type CallLink } from './call-link.js'
import { readContextInit, type Principal, type ToolContextInit } from './context-init.js'
import type { ExtensionKey } from './extension-key.js'
import type { InputHabit } from './input-habit.js'
import type { JsonObject } from '../schema/json.js'
import type { ToolOutcome } from './outcome.js'

export type { Principal, ToolContextInit } from './context-init.js'

/** Under this key a context of any copy of the package shows what another copy needs to make it anew. */
const fieldsKey = Symbol.for('tallystick.ToolContext.fields')

/** What another copy of the package needs of a context. */
interface ContextFields {
  readonly init: ToolContextInit
  readonly extensions: ReadonlyMap<ExtensionKey<unknown>, unknown>
}

interface ContextState extends Omit<ToolContextInit, 'callId' | 'tenantId'> {
  /** False where the call id is made up and each dispatch gets its own. */
  readonly isCallIdGiven: boolean
  readonly tenantId: string
  /** True where the caller gave the call id and the run: a second such call is the same one delivered twice. */
  readonly isDelivery?: boolean
  /** What makes this call and another one the same. */
  readonly key?: CallKey | undefined
  /** What stands for the key outside of this process. */
  readonly token?: string | undefined
  readonly extensions: ReadonlyMap<ExtensionKey<unknown>, unknown>
  readonly binding?: CallBinding | undefined
  /** How a model wrote the arguments of this one call. */
  readonly habits?: readonly InputHabit[] | undefined
}

/** A call as a model named it. */
interface ModelCallFacts extends Pick<ToolContextInit, 'callId' | 'signal'> {
  readonly habits?: readonly InputHabit[] | undefined
}

/**
 * Who and what a call belongs to. Immutable: `with` and `child` return new contexts, and the
 * context handed to `dispatch` is never changed.
 */
export class ToolContext {
  /** What a caller's context and those of all its calls share. */
  readonly #state: ContextState
  readonly #link: CallLink<ToolContext> | undefined
  #callId: string | undefined
  #neverFires: AbortSignal | undefined

  private constructor(state: ContextState, link?: CallLink<ToolContext>, callId?: string) {
    this.#state = state
    this.#link = link
    this.#callId = callId
    Object.freeze(this)
  }

  /** Identifies this call. */
  get callId(): string {
    return (this.#callId ??= nextCallId())
  }

  /** For which tenant; `'default'` where nothing else was said. */
  get tenantId(): string {
    return this.#state.tenantId
  }

  /** On whose behalf, as the host established it. */
  get principal(): Principal | undefined {
    return this.#state.principal
  }

  /** The conversation the call belongs to. */
  get threadId(): string | undefined {
    return this.#state.threadId
  }

  /** The run of the agent the call belongs to. */
  get runId(): string | undefined {
    return this.#state.runId
  }

  /** When the call must have ended; a copy. */
  get deadline(): Date | undefined {
    return this.#state.deadline === undefined ? undefined : new Date(this.#state.deadline)
  }

  /** Fires when the call is cancelled or its deadline passes. */
  get signal(): AbortSignal {
    const signal = this.#link?.signal ?? this.#state.signal
    return signal ?? (this.#neverFires ??= new AbortController().signal)
  }

  /** What cancels a child: nothing when nothing can cancel this call. */
  #findSignal(): AbortSignal | undefined {
    const link = this.#link
    if (link === undefined) return this.#state.signal
    return link.isCancellable ? link.signal : undefined
  }

  /** This context with something changed. */
  #with(changes: Partial<ContextState>): ToolContext {
    return new ToolContext({ ...this.#state, ...changes }, this.#link, this.callId)
  }

  /**
   * The opaque key to hand to what performs the effect, so that it does it once: the same over retries and restarts.
   * Where neither the tool nor its caller names the effect it is made of the record that an `IdempotencyLayer` keeps of a
   * call that mutates, and undefined without such a layer. Undefined for a read.
   */
  get idempotencyKey(): string | undefined {
    return this.#state.token
  }

  /** The value of an extension, or undefined. */
  get<Value>(key: ExtensionKey<Value>): Value | undefined {
    return this.#state.extensions.get(key) as Value | undefined
  }

  /** A copy with one extension set; a key holds one value. */
  with<Value>(key: ExtensionKey<Value>, value: Value): ToolContext {
    return this.#with({ extensions: new Map(this.#state.extensions).set(key, value) })
  }

  /**
   * The context for a call made inside this one: same tenant, principal, thread, run, deadline and extensions,
   * no call id or key yet. Cancelling this call cancels the child, not the reverse.
   */
  child(): ToolContext {
    const { tenantId, principal, threadId, runId, deadline, extensions } = this.#state
    const own = { isCallIdGiven: false, signal: this.#findSignal() }
    const kept = { tenantId, principal, threadId, runId, deadline, extensions }
    return new ToolContext({ ...own, ...kept }, this.#link && childLink(this.#link))
  }

  /** Who and what the call belongs to, for logs: extensions and signals are left out, the deadline is its ISO text. */
  toJSON(): JsonObject {
    const { tenantId, principal, threadId, runId, deadline } = this.#state
    const { callId } = this
    const given = { principal, threadId, runId, deadline: deadline?.toISOString() }
    const known = Object.entries(given).filter(([, value]) => value !== undefined)
    return { callId, tenantId, ...(Object.fromEntries(known) as JsonObject) }
  }

  /**
   * Calls a tool from inside a body, on the registry view the outer call came through and with a child context,
   * so that authority never grows.
   *
   * Instances and Dates in the input go as the JSON they stand for, as a body's own arguments may hold them.
   *
   * @throws ToolError as `registry.dispatch` does, DefinitionError outside a call.
   */
  async dispatch(tool: string | ToolIdentity, input: unknown): Promise<ToolOutcome> {
    const link = this.#link
    if (link === undefined) throw outsideOfCall('context.dispatch', 'Use registry.dispatch.')
    return link.dispatch(tool, input, this.child())
  }

  /**
   * The context of the call this code runs in.
   *
   * @throws DefinitionError outside a call, and where tools were discovered with `ambientContext: false`.
   */
  static current(): ToolContext {
    const context = ambientStorage().getStore()
    if (context !== undefined) return context as ToolContext
    throw outsideOfCall(
      'ToolContext.current()',
      'Call it from a tool body or what a body calls, and discover the tools without `ambientContext: false`; or take the context as the parameter of `call`.',
    )
  }

  /** @internal */
  static create(init: ToolContextInit): ToolContext {
    const { callId, deadline, ...rest } = init
    const state = {
      ...rest,
      deadline: deadline && new Date(deadline),
      isCallIdGiven: callId !== undefined,
      isDelivery: callId !== undefined && init.runId !== undefined,
      tenantId: init.tenantId ?? 'default',
      extensions: new Map(),
    }
    return new ToolContext(state, undefined, callId)
  }

  /** True for a context this copy of the package made. @internal */
  static is(value: unknown): value is ToolContext {
    return typeof value === 'object' && value !== null && #state in value
  }

  /** A context of this copy of the package from one of another copy; undefined for what is none. @internal */
  static fromOtherCopy(value: object): ToolContext | undefined {
    const fields = (value as { readonly [fieldsKey]?: ContextFields })[fieldsKey]
    if (fields === undefined) return undefined
    const context = ToolContext.create(readContextInit(fields.init))
    return context.#with({ extensions: new Map(fields.extensions) })
  }

  /** @internal */
  get [fieldsKey](): ContextFields {
    const { isCallIdGiven, tenantId, principal, threadId, runId, deadline } = this.#state
    const { callerKey, extensions } = this.#state
    const init = { tenantId, principal, threadId, runId, deadline, signal: this.#findSignal() }
    // Of a running call another copy makes a child, which has neither.
    if (this.#link !== undefined) return { init, extensions }
    // A copy that is older knows no such key, and would refuse it where none is meant.
    const own = {
      ...(isCallIdGiven && { callId: this.callId }),
      ...(callerKey !== undefined && { callerKey }),
    }
    return { init: { ...init, ...own }, extensions }
  }

  /**
   * A context for one call that a model named, which this signal cancels, too. Inside a running call the calls of a model
   * are children of it, and their ids are no business of whoever dispatched that. @internal
   */
  static forModelCall(
    context: ToolContext,
    { callId, signal, habits }: ModelCallFacts,
  ): ToolContext {
    const state = context.#state
    const signals = [context.#findSignal(), signal].filter((each) => each !== undefined)
    const joined = signals.length > 1 ? AbortSignal.any(signals) : signals[0]
    const cancelled = { ...state, signal: joined, habits }
    const link = context.#link
    if (callId === undefined || link !== undefined) {
      return new ToolContext(cancelled, link, state.isCallIdGiven ? context.callId : undefined)
    }
    const isDelivery = state.runId !== undefined
    return new ToolContext({ ...cancelled, isCallIdGiven: true, isDelivery }, undefined, callId)
  }

  /** The context of one dispatch. @internal */
  static forCall(context: ToolContext, link: CallLink<ToolContext>): ToolContext {
    const state = context.#state
    return new ToolContext(state, link, state.isCallIdGiven ? context.callId : undefined)
  }

  /** The context of one attempt of a call, whose signal cancels it without cancelling the call. @internal */
  static forAttempt(context: ToolContext, attempt: AttemptSignal): ToolContext {
    const link = context.#link
    if (link === undefined) throw outsideOfCall('an attempt', 'Make it of the context of a call.')
    return new ToolContext(context.#state, attemptLink(link, attempt), context.callId)
  }

  /** A copy to which more of what layers found out about the call is bound. @internal */
  static bind(context: ToolContext, more: CallBinding): ToolContext {
    return context.#with({ binding: Object.freeze({ ...context.#state.binding, ...more }) })
  }

  /** What layers bound to the call. @internal */
  static bindingOf(context: ToolContext): CallBinding {
    return context.#state.binding ?? unbound
  }

  /**
   * A copy that is on behalf of whoever a recorded call was made for, and of none of its present caller's keys: the record
   * names the effect. @internal
   */
  static onBehalfOf(
    context: ToolContext,
    whose: Pick<ToolContextInit, 'principal' | 'threadId' | 'runId'>,
  ): ToolContext {
    const { principal, threadId, runId } = whose
    const own = { principal, threadId, runId, callerKey: undefined, isDelivery: false }
    return context.#with(own)
  }

  /** True when one context is that of an attempt which whoever has the other made, and gave up. @internal */
  static hasGivenUp(outer: ToolContext, inner: ToolContext): boolean {
    const link = inner.#link
    return link !== outer.#link && link?.isGivenUp === true
  }

  /** True for the context of a call, false for one that a call can still be made with. @internal */
  static isOfCall(context: ToolContext): boolean {
    return context.#link !== undefined && context.#link.isOfChild !== true
  }

  /** The call id that calls made with a context will have; undefined where each gets its own. @internal */
  static givenCallIdOf(context: ToolContext): string | undefined {
    return context.#state.isCallIdGiven && context.#link === undefined ? context.callId : undefined
  }

  /** What makes the call of a context and another call the same, where something does. @internal */
  static keyOf(context: ToolContext): CallKey | undefined {
    return context.#state.key
  }

  /** A copy with another key or token; what is not given stays. @internal */
  static withKey(
    context: ToolContext,
    keyed: { readonly key?: CallKey; readonly token?: string },
  ): ToolContext {
    return context.#with(keyed)
  }

  /** The key that a trusted caller gave. @internal */
  static callerKeyOf(context: ToolContext): string | undefined {
    return context.#state.callerKey
  }

  /** What the caller says of the delivery of a call; undefined unless it gave both ids. @internal */
  static deliveryOf(
    context: ToolContext,
  ): { readonly runId: string; readonly callId: string } | undefined {
    const { runId, isDelivery } = context.#state
    if (runId === undefined || isDelivery !== true) return undefined
    return { runId, callId: context.callId }
  }

  /** How a model wrote the arguments of the call, where that is not what its API promises. @internal */
  static habitsOf(context: ToolContext): readonly InputHabit[] {
    return context.#state.habits ?? noHabits
  }

  /** The link of the call a context belongs to. @internal */
  static linkOf(context: ToolContext): CallLink<ToolContext> | undefined {
    const link = context.#link
    return link?.whole ?? link
  }

  /** What cancels a call made with a context, if anything can. @internal */
  static cancellationOf(context: ToolContext): { signal?: AbortSignal; deadlineMs?: number } {
    const { signal, deadline } = context.#state
    if (signal === undefined && deadline === undefined) return uncancellable
    return {
      ...(signal === undefined ? {} : { signal }),
      ...(deadline === undefined ? {} : { deadlineMs: deadline.getTime() }),
    }
  }
}

/**
 * Creates the context of a caller: who calls, for which tenant, until when.
 *
 * @throws DefinitionError naming every field that is wrong.
 * @example
 * ```ts
 * await registry.dispatch('ledger/transfer', input, createContext({ tenantId: 'acme' }))
 * ```
 */
export function createContext(init: ToolContextInit = {}): ToolContext {
  return ToolContext.create(readContextInit(init))
}

const unbound: CallBinding = Object.freeze({})
const noHabits: readonly InputHabit[] = Object.freeze([])
const uncancellable: { readonly signal?: AbortSignal } = Object.freeze({})

const callIdPrefix = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`
let callCount = 0

function nextCallId(): string {
  callCount += 1
  return `call-${callIdPrefix}-${callCount.toString(36)}`
}

function outsideOfCall(subject: string, fix: string): DefinitionError {
  return new DefinitionError([{ subject, message: 'there is no call here.', fix }])
}
