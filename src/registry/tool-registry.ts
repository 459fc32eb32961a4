// The registry room owns which tools there are and how a call is carried out. It knows no container, no transport
// and no document; it gets definitions and gives outcomes.
import { DefinitionError, type DefinitionProblem } from '../errors/definition-error.js'
import { ToolError } from '../errors/tool-error.js'
import type { ToolIdentity } from '../errors/tool-error.js'
import type { CallRecords } from '../tools/call-records.js'
import type { ToolContextInit } from '../tools/context-init.js'
import type { ToolOutcome } from '../tools/outcome.js'
import { ToolContext } from '../tools/tool-context.js'
import { toDescriptor, type ToolDefinition, type ToolDescriptor } from '../tools/tool-definition.js'
import type { ToolEventSink } from '../tools/tool-event.js'
import type { ToolGrants } from '../tools/tool-grants.js'
import type { ToolId } from '../tools/tool-id.js'
import type { LayerRank, ToolLayer } from '../tools/tool-layer.js'
import { DefinitionIndex } from './listing/definition-index.js'
import { dispatchCall } from './call/dispatch.js'
import {
  dispatchAll,
  type BatchedCall,
  type BatchedResult,
  type BatchOptions,
} from './call/dispatch-all.js'
import { grantedIndex, isGranted } from './call/granted.js'
import { fingerprintOf } from './listing/fingerprint.js'
import { completeCall } from './suspended/complete.js'
import { resumeAnswered, resumeCall, type ResumedCall } from './suspended/resume.js'
import { LayerStack } from './call/layer-stack.js'
import { LiveLink } from './call/live-link.js'
import type { RegistryState } from './call/registry-state.js'
import { schemaProblems } from './listing/schema-problems.js'
import {
  explainSelection,
  selectTools,
  type SelectedTool,
  type SelectOptions,
} from './selection/select-tools.js'
import { unknownToolMessage, unknownToolProblem, unknownToolText } from './listing/unknown-names.js'

/** What a registry starts with. @internal */
export interface ToolRegistryParts {
  readonly definitions: readonly ToolDefinition[]
  readonly sink?: ToolEventSink | undefined
  /** @defaultValue `true` */
  readonly ambientContext?: boolean | undefined
}

const emptyState: Omit<RegistryState, 'registry'> = Object.freeze({
  index: DefinitionIndex.create([]),
  stack: LayerStack.empty,
  sinks: [],
  ambientContext: true,
})

/**
 * An immutable set of tools with the layers round every dispatch. Adding and narrowing return new registries; what a
 * registry does not hold does not exist for whoever calls through it.
 *
 * @example
 * ```ts
 * const readers = registry.filter((tool) => !tool.mutates)
 * await readers.dispatch('ledger/balance', { account: 'A-1' })
 * ```
 */
export class ToolRegistry {
  readonly #state: RegistryState

  /** @internal Public so that the class can be a service of a container; without a state it is `empty()`. */
  constructor(state: Omit<RegistryState, 'registry'> = emptyState) {
    this.#state = { ...state, registry: this }
    Object.freeze(this)
  }

  /** A registry without tools and layers, to `register` into. */
  static empty(): ToolRegistry {
    return ToolRegistry.create({ definitions: [] })
  }

  /** @internal */
  static create({ definitions, sink, ambientContext }: ToolRegistryParts): ToolRegistry {
    const registry = new ToolRegistry({
      ...emptyState,
      index: DefinitionIndex.create(definitions),
      ambientContext: ambientContext ?? true,
    })
    return sink === undefined ? registry : registry.observe(sink)
  }

  /** The registry that the call of a context came through; undefined outside a call. @internal */
  static findOfCall(context: ToolContext): ToolRegistry | undefined {
    const link = ToolContext.linkOf(context)
    const registry = link instanceof LiveLink ? link.view.registry : undefined
    return registry instanceof ToolRegistry ? registry : undefined
  }

  /** The ids of all tools, sorted. */
  ids(): readonly ToolId[] {
    return Object.freeze(this.#state.index.definitions.map(({ id }) => id))
  }

  /**
   * What a model is shown, sorted by id: every tool that is granted. Makes every schema.
   * @throws DefinitionError when a schema cannot be made.
   */
  descriptors(): readonly ToolDescriptor[] {
    return Object.freeze(grantedIndex(this.#state).definitions.map(toDescriptor))
  }

  /**
   * The definition of a tool by its exact wire name, `server/name`, `tool://server/name` or id.
   * @throws ToolError UNKNOWN_TOOL.
   */
  get(ref: string | ToolIdentity): ToolDefinition {
    return this.find(ref) ?? this.#throwUnknown(ref)
  }

  /** As `get`, but undefined when there is no such tool. */
  find(ref: string | ToolIdentity): ToolDefinition | undefined {
    return this.#state.index.find(ref)
  }

  /**
   * The definition behind the name a model emitted: its exact wire name and no other spelling. For adapters.
   * @throws ToolError UNKNOWN_TOOL.
   */
  resolve(wireName: string): ToolDefinition {
    return this.#state.index.findWireName(wireName) ?? this.#throwUnknown(wireName)
  }

  /** The names of the layers in registration order; the last one is the outermost. */
  get layerNames(): readonly string[] {
    return this.#state.stack.names
  }

  /** Which layers of this package it has, whatever they are called. @internal */
  get layerRanks(): ReadonlySet<LayerRank> {
    return this.#state.stack.ranks
  }

  /**
   * A registry with more tools.
   * @throws DefinitionError naming every duplicate id and wire name, both owners of each; nothing is registered then.
   */
  register(...definitions: readonly ToolDefinition[]): ToolRegistry {
    const index = DefinitionIndex.create([...this.#state.index.definitions, ...definitions])
    return this.#with({ index })
  }

  /**
   * A registry with one more layer round every dispatch, outside the layers it has.
   * @throws DefinitionError when its name is empty or taken.
   */
  layer(layer: ToolLayer): ToolRegistry {
    return this.#with({ stack: this.#state.stack.add(layer) })
  }

  /**
   * A registry with these tools only, and everything else as it is. Strict: each name must be there.
   * @throws DefinitionError naming every unknown one, in the order given.
   */
  restrictTo(refs: readonly (string | ToolIdentity)[]): ToolRegistry {
    const { index } = this.#state
    assertList(refs)
    const unknown = [...new Set(refs)].filter((ref) => index.find(ref) === undefined)
    if (unknown.length > 0) {
      throw new DefinitionError(unknown.map((ref) => unknownToolProblem(ref, index)))
    }
    const kept = new Set(refs.map((ref) => index.find(ref)))
    return this.filter((definition) => kept.has(definition))
  }

  /** A registry with the tools that the predicate is true for, and everything else as it is. May be empty. */
  filter(predicate: (definition: ToolDefinition) => boolean): ToolRegistry {
    return this.#with({ index: this.#state.index.filter((definition) => predicate(definition)) })
  }

  /**
   * A registry with the tools that a list selects: names, bare names where only one tool has it, `@all`, `@builtin`,
   * `@subagent`, `@scripts`, `@mcp`, `@readonly`, `@server:<name>` and `@group:<label>`. `-entry` takes away, after all
   * others; `entry?` may be absent. Selecting shows a tool, it permits nothing: layers and grants hold as before.
   * @throws DefinitionError with every entry that is unknown, ambiguous or empty, and every required name out of reach.
   * @example
   * ```ts
   * const view = registry.select(['@readonly', 'ledger/transfer', '-@mcp'])
   * ```
   */
  select(entries: readonly string[], options: SelectOptions = {}): ToolRegistry {
    const selected = selectTools(entries, this.#state.index, options)
    return this.filter((definition) => selected.has(definition))
  }

  /**
   * Which entries of a list give and take each tool they name.
   * @throws DefinitionError as `select` does.
   */
  explain(entries: readonly string[]): readonly SelectedTool[] {
    return explainSelection(entries, this.#state.index)
  }

  /**
   * The tools of one agent of the manifest this registry is bound to, as far as this registry holds them.
   * @throws DefinitionError when it is bound to no manifest, the manifest names no such agent, or an entry of the agent
   * names nothing that is granted.
   */
  forAgent(agent: string): ToolRegistry {
    const { grants, granted } = this.#state
    const fix = 'Bind it first: bindManifest(registry, manifest).'
    if (grants === undefined || granted === undefined) {
      throw misuse('forAgent', 'the registry is bound to no manifest.', fix)
    }
    // Over all that was granted: in a narrowed registry an entry could come to mean a tool that it did not mean.
    const selected = selectTools(grants.getAgentEntries(agent), granted)
    return this.filter((definition) => selected.has(definition))
  }

  /** This registry with granted definitions in the place of its own; a tool that nobody granted keeps its own. @internal */
  bind(grants: ToolGrants, definitions: readonly ToolDefinition[]): ToolRegistry {
    const granted = DefinitionIndex.create(definitions)
    const all = this.#state.index.definitions.map(
      (definition) => granted.find(definition.id) ?? definition,
    )
    return this.#with({ grants, granted, index: DefinitionIndex.create(all) })
  }

  /** Whether it is bound to a manifest. @internal */
  get isBound(): boolean {
    return this.#state.grants !== undefined
  }

  /** Whether calls of a tool are let through as far as grants go. @internal */
  isGranted(id: ToolId): boolean {
    const definition = this.#state.index.find(id)
    return definition !== undefined && isGranted(this.#state, definition)
  }

  /** What the layer shows that keeps records of calls; undefined where there is none. @internal */
  get callRecords(): CallRecords | undefined {
    return this.#state.stack.records
  }

  /** The definitions, sorted by id. @internal */
  get definitions(): readonly ToolDefinition[] {
    return this.#state.index.definitions
  }

  /**
   * A registry whose calls are also reported to `sink`: one terminal event each. What a sink throws is dropped.
   * @throws DefinitionError when it is no function.
   */
  observe(sink: ToolEventSink): ToolRegistry {
    if (typeof sink === 'function') return this.#with({ sinks: [...this.#state.sinks, sink] })
    throw misuse('observe', 'the sink is not a function.', 'Pass a function that takes an event.')
  }

  /**
   * A digest of what models see: id, description, effect and schemas of every tool, in whatever order they came.
   * @throws DefinitionError when a schema cannot be made.
   */
  fingerprint(): string {
    return fingerprintOf(this.#state.index.definitions)
  }

  /**
   * Makes every schema now, instead of when it is first needed.
   * @throws DefinitionError with the problems of all tools.
   */
  verify(): void {
    const problems = this.#state.index.definitions.flatMap(schemaProblems)
    if (problems.length > 0) throw new DefinitionError(problems)
  }

  /**
   * Calls a tool by its exact wire name, `server/name`, `tool://server/name` or id. The context is not changed: the call
   * gets its own, with a fresh call id unless one was given.
   *
   * @throws ToolError and nothing else; its `code` says why, its `disposition` what is known of the far side.
   * @example
   * ```ts
   * const outcome = await registry.dispatch('ledger/balance', { account: 'A-1' }, { tenantId: 'acme' })
   * if (outcome.status === 'output') console.log(outcome.value)
   * ```
   */
  dispatch(
    ref: string | ToolIdentity,
    input: unknown,
    context?: ToolContext | ToolContextInit,
  ): Promise<ToolOutcome> {
    return dispatchCall(this.#state, { ref, input, context })
  }

  /**
   * Calls several tools, as one turn of a model asks for them: started in order, answered by index. A call that fails or
   * suspends does not touch the others.
   * @throws DefinitionError when the calls are not a list or `concurrency` is no whole number above 0.
   * @example
   * ```ts
   * const results = await registry.dispatchAll([
   *   { tool: 'ledger/balance', input: { account: 'A-1' } },
   *   { tool: 'ledger/balance', input: { account: 'A-2' } },
   * ])
   * ```
   */
  dispatchAll(
    calls: readonly BatchedCall[],
    options: BatchOptions = {},
  ): Promise<readonly BatchedResult[]> {
    const binding = { batch: {} }
    const dispatch = ({ tool, input, context }: BatchedCall): Promise<ToolOutcome> =>
      dispatchCall(this.#state, { ref: tool, input, context, binding })
    return dispatchAll(calls, dispatch, options)
  }

  /**
   * Lets a suspended call go on: with an answer that is held to the schema of the question, or without one where it was
   * recorded before. All layers run again but approval; `resume` of the class runs on a fresh instance, never `call`. It
   * goes on for the principal, thread and run it was made for; of the context count the tenant, the principal as who
   * answered, the signal, the deadline and the extensions.
   * @throws ToolError UNKNOWN_SUSPENSION, INVALID_ANSWER, ALREADY_ANSWERED, APPROVAL_DENIED, CONTRACT_CHANGED,
   * JOURNAL_UNAVAILABLE, and whatever `dispatch` rejects with; DefinitionError where no layer keeps suspended calls.
   * @example
   * ```ts
   * const outcome = await registry.resume(suspension.id, { approved: true }, { tenantId: 'acme' })
   * ```
   */
  resume(
    suspensionId: string,
    input?: unknown,
    context?: ToolContext | ToolContextInit,
  ): Promise<ToolOutcome> {
    return resumeCall(this.#state, { suspensionId, input, context })
  }

  /**
   * Settles a call whose body suspended with `external: true`, on the word of who carried it out: the principal of the
   * context, whom the grant of the tool must trust.
   * @throws ToolError UNKNOWN_SUSPENSION, REFUSED, INVALID_ANSWER, ALREADY_ANSWERED, CONTRACT_CHANGED,
   * JOURNAL_UNAVAILABLE; DefinitionError where no layer keeps suspended calls.
   */
  complete(
    suspensionId: string,
    done: { readonly tool: string; readonly output: unknown },
    context: ToolContext | ToolContextInit,
  ): Promise<ToolOutcome> {
    return completeCall(this.#state, { ...done, suspensionId, context })
  }

  /**
   * Lets every call go on that was answered, by another process too, and whose tool is here: one after the other, each
   * for the principal it was made for. Without a tenant, those of all tenants.
   * @throws ToolError JOURNAL_UNAVAILABLE, REFUSED for options that are not valid; DefinitionError where no layer keeps suspended calls.
   */
  resumeAnswered(
    options: Pick<ToolContextInit, 'tenantId' | 'signal'> = {},
  ): Promise<readonly ResumedCall[]> {
    return resumeAnswered(this.#state, options)
  }

  #with(changes: Partial<RegistryState>): ToolRegistry {
    return new ToolRegistry({ ...this.#state, ...changes })
  }

  #throwUnknown(ref: unknown): never {
    const { index } = this.#state
    throw new ToolError({
      code: 'UNKNOWN_TOOL',
      disposition: 'did-not-happen',
      message: unknownToolMessage(ref, index),
      modelText: unknownToolText(ref, grantedIndex(this.#state)),
    })
  }
}

function assertList(refs: unknown): void {
  if (Array.isArray(refs)) return
  throw misuse('restrictTo', 'the tools are not an array.', "Pass a list: ['ledger/transfer'].")
}

function misuse(subject: string, message: string, fix: string): DefinitionError {
  return new DefinitionError([{ subject, message, fix } satisfies DefinitionProblem])
}
