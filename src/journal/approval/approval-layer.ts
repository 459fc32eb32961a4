import { assertOptions } from '../../errors/assert-options.js'
import { basicRules } from '../../errors/basic-option-rules.js'
import { DefinitionError } from '../../errors/definition-error.js'
import { toRule } from '../../errors/option-problems.js'
import type { ToolError } from '../../errors/tool-error.js'
import { askForApproval, demandsOf } from '../../registry/call/call-of-context.js'
import { layerError } from '../../registry/call/layer-error.js'
import type { ToolOutcome } from '../../tools/outcome.js'
import { ToolContext } from '../../tools/tool-context.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../../tools/tool-layer.js'
import type { Approver } from './approver.js'
import { approveCall } from './approve-call.js'
import { DeniedCalls } from './denied-calls.js'
import { OpenQuestions } from './open-questions.js'
import { runApproved } from './run-approved.js'
import type { ApprovalAsked } from '../states/begin.js'

/** What `ApprovalLayer` takes besides the approver. */
export interface ApprovalLayerOptions {
  /**
   * Which calls a person has to approve, besides those whose grant or policy asks for it: all that mutate, no others, or
   * those a predicate is true for. One that throws, or answers neither true nor false, counts as true.
   * @defaultValue `'mutates'`
   */
  readonly when?:
    'mutates' | 'granted' | ((call: ToolCall) => boolean | Promise<boolean>) | undefined
  /**
   * How long a question stands, and an approval that was not used.
   * @defaultValue for ever
   */
  readonly expiresInMs?: number | undefined
  /** @defaultValue `'approval'` */
  readonly name?: string | undefined
}

/**
 * Asks a person before a body runs. With an `IdempotencyLayer` in the registry the question is kept in its journal before
 * anyone is asked: the same call again joins it, a call that is settled is answered without asking, and who cannot decide
 * now may decide from another process. What a person approved is what runs: the decision is bound to the tool, the
 * arguments, the contract and the grant.
 *
 * Errors: `APPROVAL_DENIED` when a person said no or the question lapsed; `REFUSED` under four eyes for a call without a
 * principal, and where nothing could keep a question that has to wait.
 *
 * @example
 * ```ts
 * registry = registry
 *   .layer(new IdempotencyLayer(journal))
 *   .layer(new ApprovalLayer(parkForApproval, { when: 'mutates', expiresInMs: 86_400_000 }))
 * ```
 */
export class ApprovalLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'approval'
  readonly #approver: Approver
  readonly #when: NonNullable<ApprovalLayerOptions['when']>
  readonly #expiresInMs: number | undefined
  readonly #here = { questions: new OpenQuestions(), denied: new DeniedCalls() }

  /** @throws DefinitionError when the approver is no function, or an option is wrong. */
  constructor(approver: Approver, options: ApprovalLayerOptions = {}) {
    if (typeof approver !== 'function') throw new DefinitionError([noApprover])
    assertOptions('ApprovalLayer', options, optionRules)
    this.name = options.name ?? 'approval'
    this.#approver = approver
    this.#when = options.when ?? 'mutates'
    this.#expiresInMs = options.expiresInMs
    Object.freeze(this)
  }

  /** Goes on inwards once nobody has to be asked, or a person said yes. */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    const asked = await this.#findAsked(call)
    // What was asked already goes on with its answer; the record says whether that was a yes.
    if (asked === undefined || ToolContext.bindingOf(call.context).isResumed === true) {
      return next(call)
    }
    askForApproval(call.context, asked.reason)
    if (asked.fourEyes && call.context.principal === undefined) throw withoutPrincipal(call)
    const { records } = demandsOf(call.context)
    const asking = { call, asked, approver: this.#approver }
    const approved = await approveCall(asking, this.#here, records)
    return approved.call === undefined ? approved.outcome : runApproved(approved, next)
  }

  async #findAsked(call: ToolCall): Promise<ApprovalAsked | undefined> {
    const { approvalAsked, grant } = demandsOf(call.context)
    const granted = grant?.approval ?? 'none'
    const fourEyes = granted === 'four-eyes'
    const expiresInMs = this.#expiresInMs
    if (granted !== 'none')
      return { fourEyes, expiresInMs, reason: `its grant asks for it (${granted})` }
    if (approvalAsked !== undefined) return { fourEyes, expiresInMs, reason: approvalAsked }
    const reason = `layer ${this.name} asks for it`
    return (await this.#asksItself(call)) ? { fourEyes, expiresInMs, reason } : undefined
  }

  async #asksItself(call: ToolCall): Promise<boolean> {
    if (this.#when === 'granted') return false
    if (this.#when === 'mutates') return call.definition.mutates
    try {
      // Whoever does not say for sure that nobody has to be asked has somebody asked.
      return ((await this.#when(call)) as unknown) !== false
    } catch {
      return true
    }
  }
}

const optionRules = {
  when: toRule(
    "'mutates', 'granted' or a function of the call",
    (value) => value === 'mutates' || value === 'granted' || typeof value === 'function',
  ),
  expiresInMs: basicRules.positiveMs,
  name: basicRules.name,
}

const noApprover = {
  subject: 'ApprovalLayer',
  message: 'the approver is no function.',
  fix: 'Pass parkForApproval, or a function that takes a proposal.',
}

function withoutPrincipal(call: ToolCall): ToolError {
  return layerError(call, {
    code: 'REFUSED',
    disposition: 'did-not-happen',
    why: 'its grant asks for four eyes, and the call names no principal. Dispatch it with the principal it is made for.',
  })
}
