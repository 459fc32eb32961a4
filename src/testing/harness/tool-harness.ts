import type { ToolIdentity } from '../../errors/tool-error.js'
import type { Journal, PendingQuestion } from '../../journal/journals/journal.js'
import { memoryJournal } from '../../journal/journals/memory-journal.js'
import type { Answered } from '../../journal/states/answer.js'
import {
  connectInProcess,
  type InProcessClient,
  type InProcessOptions,
} from '../../mcp/in-process-client.js'
import type { BatchedCall, BatchedResult, BatchOptions } from '../../registry/call/dispatch-all.js'
import type { ToolRegistry } from '../../registry/tool-registry.js'
import type { ToolContextInit } from '../../tools/context-init.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import type { ToolEvent } from '../../tools/tool-event.js'
import { createFakeApprover, decidesByDefault, type FakeApprover } from './fake-approver.js'
import { createFakeClock, type FakeClock } from './fake-clock.js'
import { assertHarnessOptions, type ToolHarnessOptions } from './harness-options.js'
import { createHarnessRegistry } from './harness-registry.js'

/** A call that waits: the id of its question, the outcome that says so, or the question itself. */
export type WaitingRef = string | ToolOutcome | PendingQuestion

/** Tools as a host runs them, with everything in a test's hand. */
export interface ToolHarness {
  /** The tools under their layers. */
  readonly registry: ToolRegistry
  /** What keeps records of calls. Reading it throws where there is none. */
  readonly journal: Journal
  /** What layers that wait, and the journal, take for the time. */
  readonly clock: FakeClock
  /** Who is asked about calls. */
  readonly approver: FakeApprover
  /** What `registry.observe` was told, in order. */
  readonly events: readonly ToolEvent[]
  /**
   * Calls a tool, as `registry.dispatch` does.
   * @throws ToolError and nothing else.
   */
  call(
    ref: string | ToolIdentity,
    input?: unknown,
    context?: ToolContext | ToolContextInit,
  ): Promise<ToolOutcome>
  /** Calls several tools, as one turn of a model does; answers by index. */
  callAll(calls: readonly BatchedCall[], options?: BatchOptions): Promise<readonly BatchedResult[]>
  /** The calls of a tenant that wait; that of `context` unless another is named. */
  pending(tenantId?: string): Promise<readonly PendingQuestion[]>
  /**
   * Says yes to a call that waits for approval, and lets it go on.
   * @throws ToolError that the call ends in; Error when the journal refuses the yes.
   */
  approve(waiting: WaitingRef, decision?: { readonly by?: string }): Promise<ToolOutcome>
  /**
   * Says no to a call that waits for approval.
   * @throws Error when the journal refuses the no.
   */
  deny(
    waiting: WaitingRef,
    decision?: { readonly by?: string; readonly reason?: string },
  ): Promise<void>
  /**
   * Answers what a body asked, and lets its call go on.
   * @throws ToolError that the call ends in.
   */
  answer(waiting: WaitingRef, value: unknown): Promise<ToolOutcome>
  /** A client of the official MCP SDK that these tools are served to, in this process. `close` closes it, too. */
  mcpClient(options?: InProcessOptions): Promise<InProcessClient>
  /** Ends clients, and the journal where the harness made it. */
  close(): Promise<void>
}

/**
 * Runs tools in a test as a host runs them: admitted, under layers, with records, decisions of people and time, each of
 * them in the test's hand.
 *
 * @throws DefinitionError with everything that is wrong with options, tools, services or manifest.
 * @example
 * ```ts
 * const harness = toolHarness({ tools: [Transfer], overrides: [[Ledger, new FakeLedger()]] })
 * const outcome = await harness.call('ledger/transfer', { from: 'A-1', to: 'A-2', amountCents: 5 })
 * ```
 */
export function toolHarness(options: ToolHarnessOptions): ToolHarness {
  assertHarnessOptions(options)
  const { approver = createFakeApprover(), clock = createFakeClock() } = options
  const journal = journalOf(options, clock)
  const events: ToolEvent[] = []
  const made = createHarnessRegistry(options, { journal, approver, clock })
  const registry = made.observe((event) => events.push(event))
  return new Harness(options, { registry, journal, approver, clock, events })
}

function journalOf({ journal }: ToolHarnessOptions, { now }: FakeClock): Journal | undefined {
  if (journal === 'none') return undefined
  return journal ?? memoryJournal({ now })
}

interface Made {
  readonly registry: ToolRegistry
  readonly journal: Journal | undefined
  readonly approver: FakeApprover
  readonly clock: FakeClock
  readonly events: readonly ToolEvent[]
}

class Harness implements ToolHarness {
  readonly registry: ToolRegistry
  readonly approver: FakeApprover
  readonly clock: FakeClock
  readonly events: readonly ToolEvent[]
  readonly #journal: Journal | undefined
  readonly #options: ToolHarnessOptions
  readonly #clients: InProcessClient[] = []

  constructor(options: ToolHarnessOptions, made: Made) {
    this.#options = options
    this.#journal = made.journal
    this.registry = made.registry
    this.approver = made.approver
    this.clock = made.clock
    this.events = made.events
  }

  get journal(): Journal {
    if (this.#journal !== undefined) return this.#journal
    throw new Error('toolHarness: it has no journal. Leave out `journal`, or pass one.')
  }

  call(
    ref: string | ToolIdentity,
    input?: unknown,
    context?: ToolContext | ToolContextInit,
  ): Promise<ToolOutcome> {
    return this.registry.dispatch(ref, input, this.#contextOf(context))
  }

  callAll(
    calls: readonly BatchedCall[],
    options?: BatchOptions,
  ): Promise<readonly BatchedResult[]> {
    const all = calls.map((call) => ({ ...call, context: this.#contextOf(call.context) }))
    return this.registry.dispatchAll(all, options)
  }

  pending(tenantId: string = this.#tenantId): Promise<readonly PendingQuestion[]> {
    return this.journal.pending({ tenantId })
  }

  async approve(waiting: WaitingRef, { by = decidesByDefault } = {}): Promise<ToolOutcome> {
    const question = this.#questionOf(waiting)
    assertRecorded('approve', await this.journal.approve({ ...question, by }))
    const { suspensionId, tenantId } = question
    return this.registry.resume(suspensionId, undefined, { tenantId })
  }

  async deny(
    waiting: WaitingRef,
    { by = decidesByDefault, reason }: { readonly by?: string; readonly reason?: string } = {},
  ): Promise<void> {
    const question = this.#questionOf(waiting)
    assertRecorded('deny', await this.journal.deny({ ...question, by, reason }))
  }

  answer(waiting: WaitingRef, value: unknown): Promise<ToolOutcome> {
    const { suspensionId, tenantId } = this.#questionOf(waiting)
    return this.registry.resume(suspensionId, value, { ...this.#options.context, tenantId })
  }

  async mcpClient(options: InProcessOptions = {}): Promise<InProcessClient> {
    const caller = { tenantId: this.#tenantId, principal: this.#options.context?.principal }
    const serve = { caller, ...options.serve }
    const client = await connectInProcess(this.registry, { ...options, serve })
    this.#clients.push(client)
    return client
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.close()))
    if (this.#options.journal === undefined) await this.#journal?.close()
  }

  get #tenantId(): string {
    return this.#options.context?.tenantId ?? 'default'
  }

  #contextOf(context: ToolContext | ToolContextInit = {}): ToolContext | ToolContextInit {
    return context instanceof ToolContext ? context : { ...this.#options.context, ...context }
  }

  #questionOf(waiting: WaitingRef): { readonly suspensionId: string; readonly tenantId: string } {
    const tenantId = this.#tenantId
    if (typeof waiting === 'string') return { suspensionId: waiting, tenantId }
    if ('call' in waiting) {
      return { suspensionId: waiting.suspensionId, tenantId: waiting.call.tenantId }
    }
    const suspensionId = waiting.status === 'suspended' ? waiting.suspension.id : undefined
    if (suspensionId !== undefined) return { suspensionId, tenantId }
    throw new Error(
      'toolHarness: the call does not wait. Pass the outcome of one that is suspended.',
    )
  }
}

function assertRecorded(verb: string, answered: Answered): void {
  if (answered.status === 'recorded') return
  throw new Error(
    `toolHarness.${verb}: the journal refused it: ${answered.why}. Look at the record of the call, and at who decides.`,
  )
}
