import { ToolError } from '../errors/tool-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { openTransaction, type OpenTransaction } from '../registry/call/call-of-context.js'
import { createReference } from '../registry/call/reference.js'
import type { ToolOutcome } from '../tools/outcome.js'
import type { ToolContext } from '../tools/tool-context.js'
import {
  layerRank,
  type LayerRank,
  type NextLayer,
  type ToolCall,
  type ToolLayer,
} from '../tools/tool-layer.js'
import { layerError } from '../registry/call/layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import { hasLanded, isCommitted, ScopeRun, type ScopeResult } from './scope/scope-run.js'

/** The name of a `ScopedToolLayer` that was given none. */
export const toolScopeLayerName = 'tool_scope'

/**
 * Runs calls inside ambient state: an `AsyncLocalStorage`, a database transaction.
 *
 * @example
 * ```ts
 * const transaction: ToolScope = {
 *   wrap: (context, run) => database.transaction(() => run()),
 * }
 * ```
 */
export interface ToolScope {
  /**
   * Enters the state, awaits `run()` once, and leaves the state. What it returns counts for nothing: the call comes to
   * what `run` came to. `run` rejects when what it ran must be undone: nothing happened, or it is in doubt; undo it, and
   * reject, too. It resolves when the tool returned, suspended, or failed after its effect landed.
   */
  wrap(context: ToolContext, run: () => Promise<unknown>): Promise<unknown>
}

/** What `ScopedToolLayer` takes besides the scope. */
export interface ScopedToolLayerOptions extends LayerNameOption {
  /**
   * The scope only provides state and undoes nothing, so that it may stand anywhere among the layers.
   * @defaultValue `false`
   */
  readonly ambientOnly?: boolean | undefined
}

/**
 * Runs every attempt of a call inside a scope of yours. Innermost of the layers of this package, so that the scope is
 * entered once per attempt, not for an answer from a journal, and not for a call that an outer layer refused.
 *
 * A scope that fails before `run` fails the call with its own error. One that fails after `run` resolved (a COMMIT that
 * did not go through) fails it with `TOOL_FAILED`, in doubt for a tool that mutates. One that calls `run` twice, never,
 * or does not await it, fails it with `LAYER_FAILED`; so does one that resolves although `run` rejected, for it may have
 * kept what was to be undone.
 *
 * @example
 * ```ts
 * registry.layer(new ScopedToolLayer(transaction))
 * ```
 */
export class ScopedToolLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank]: LayerRank | undefined
  readonly #scope: ToolScope

  /** @throws DefinitionError when the scope has no `wrap`, or an option is wrong. */
  constructor(scope: ToolScope, options: ScopedToolLayerOptions = {}) {
    assertLayerOptions(options, {
      subject: 'ScopedToolLayer',
      rules: { name: layerRules.name, ambientOnly: layerRules.flag },
      problems: isScope(scope) ? [] : [noScope],
    })
    this.name = options.name ?? toolScopeLayerName
    this[layerRank] = options.ambientOnly === true ? undefined : 'scope'
    this.#scope = scope
    Object.freeze(this)
  }

  /** Goes on inwards inside the scope. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const transaction = this.#isAmbient ? undefined : openTransaction(call.context)
    // An earlier attempt that landed says nothing of what this one left half done.
    const keeps = (failure: unknown): boolean =>
      hasLanded(failure) && (transaction?.hasLanded() ?? true)
    const goInwards = (): Promise<ToolOutcome> => transaction?.enter(call, next) ?? next(call)
    const scoped = new ScopeRun(goInwards, keeps)
    const failure = await this.#wrap(call, scoped)
    const { result } = scoped
    if (failure === undefined && result !== undefined && isCommitted(result)) transaction?.commit()
    else transaction?.abandon()
    return this.#settle(call, { scoped, failure, transaction })
  }

  get #isAmbient(): boolean {
    return this[layerRank] === undefined
  }

  /** What the scope threw, if it did. */
  async #wrap({ context }: ToolCall, scoped: ScopeRun): Promise<ScopeFailure | undefined> {
    try {
      await this.#scope.wrap(context, scoped.run)
      return undefined
    } catch (cause) {
      return { cause }
    } finally {
      scoped.leave()
    }
  }

  #settle(call: ToolCall, { scoped, failure, transaction }: EndedScope): ToolOutcome {
    const { result, misuse } = scoped
    if (misuse !== undefined) throw this.#misused(call, misuse, failure)
    if (result === undefined) throw this.#endedEarly(call, scoped, failure)
    if (failure !== undefined && isCommitted(result)) throw this.#failedAfter(call, failure)
    const mayHaveKept = failure === undefined && !isCommitted(result)
    if (transaction !== undefined && mayHaveKept) throw this.#swallowed(call, result, transaction)
    return unwrapResult(result)
  }

  #endedEarly(
    call: ToolCall,
    { isStarted }: ScopeRun,
    failure: ScopeFailure | undefined,
  ): ToolError {
    const running = 'ended while `run` was still running. Await `run` inside `wrap`.'
    if (isStarted) return this.#misused(call, running, failure)
    if (failure === undefined) {
      return this.#misused(call, 'never called `run`. Call it once and await it.', failure)
    }
    if (ToolError.is(failure.cause)) return failure.cause
    return this.#misused(
      call,
      'failed before it called `run`; the cause is what it threw.',
      failure,
    )
  }

  #misused(call: ToolCall, how: string, failure: ScopeFailure | undefined): ToolError {
    return layerError(call, {
      code: 'LAYER_FAILED',
      disposition: 'did-not-happen',
      why: `the scope of layer ${quoteName(this.name)} ${how}`,
      reference: createReference(),
      ...failure,
    })
  }

  /** What was to be undone may be there, so that the failure no longer says whether something happened. */
  #swallowed(call: ToolCall, { failure }: ScopeResult, transaction: OpenTransaction): ToolError {
    return layerError(call, {
      code: 'LAYER_FAILED',
      disposition: transaction.hasStarted() ? 'in-doubt' : 'did-not-happen',
      why: `the scope of layer ${quoteName(this.name)} resolved although \`run\` rejected, so that nobody knows whether it undid what was done. Let \`wrap\` reject where \`run\` rejects; the cause is what it rejected with.`,
      reference: createReference(),
      cause: failure,
    })
  }

  /** The inside is done, and whether what it did was kept is not known. */
  #failedAfter(call: ToolCall, failure: ScopeFailure): ToolError {
    const why = `the scope of layer ${quoteName(this.name)} failed after \`run\`; the cause is what it threw.`
    const rest = { why, reference: createReference(), ...failure }
    if (this.#isAmbient) {
      return layerError(call, { code: 'LAYER_FAILED', disposition: 'did-not-happen', ...rest })
    }
    const retryable = call.definition.effect !== 'write'
    return layerError(call, { code: 'TOOL_FAILED', disposition: 'in-doubt', retryable, ...rest })
  }
}

/** What the scope itself threw. */
interface ScopeFailure {
  readonly cause: unknown
}

/** A scope that was left. */
interface EndedScope {
  readonly scoped: ScopeRun
  readonly failure: ScopeFailure | undefined
  /** Undefined where the scope only provides state. */
  readonly transaction: OpenTransaction | undefined
}

function unwrapResult({ outcome, failure }: ScopeResult): ToolOutcome {
  if (outcome !== undefined) return outcome
  throw failure as ToolError
}

function isScope(scope: unknown): boolean {
  const { wrap } = (scope ?? {}) as Partial<ToolScope>
  return typeof wrap === 'function'
}

const noScope = {
  subject: 'ScopedToolLayer',
  message: 'the scope has no `wrap`.',
  fix: 'Pass { wrap(context, run) { … await run() … } }.',
}
