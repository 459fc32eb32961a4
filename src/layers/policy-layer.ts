import type { ToolError } from '../errors/tool-error.js'
import { quoteName } from '../errors/quoted-name.js'
import { toRule } from '../errors/option-problems.js'
import { askForApproval, judgeChanges } from '../registry/call/call-of-context.js'
import type { ToolOutcome } from '../tools/outcome.js'
import type { ToolContext } from '../tools/tool-context.js'
import { layerRank, type NextLayer, type ToolCall, type ToolLayer } from '../tools/tool-layer.js'
import { layerError } from '../registry/call/layer-error.js'
import { assertLayerOptions, layerRules, type LayerNameOption } from './layer-options.js'
import {
  decisionRule,
  parseRule,
  ruleProblems,
  type ParsedRule,
  type PolicyDecision,
  type PolicyRule,
} from './policy/policy-rule.js'

/** What `PolicyLayer` takes besides the rules. */
export interface PolicyLayerOptions extends LayerNameOption {
  /**
   * What becomes of a call that no rule matches.
   * @defaultValue `'deny'`
   */
  readonly otherwise?: PolicyDecision | undefined
  /**
   * Nobody is at hand who could be asked: `ask` is then `deny`. A function that throws counts as true.
   * @defaultValue `false`
   */
  readonly unattended?: boolean | ((context: ToolContext) => boolean) | undefined
}

/** What a policy came to for one call, and why. */
interface Verdict {
  readonly decision: PolicyDecision
  readonly why: string
  readonly cause?: unknown
}

/**
 * Decides by rules whether a call may run. Rules are read in order and the last that matches decides; one that matches
 * and denies is final. A call that may not run is `REFUSED`; a model reads one constant sentence, the operator which
 * rule and why. A call to ask about runs only with a decision of a person that is bound to it. Arguments that a layer
 * further in puts in the place of these are judged again.
 *
 * @example
 * ```ts
 * new PolicyLayer([
 *   { tools: ['@readonly'], decide: 'allow' },
 *   { tools: ['ledger/transfer'], decide: 'ask', reason: 'moves money' },
 *   { tools: ['@mcp'], when: ({ context }) => context.tenantId === 'guest', decide: 'deny' },
 * ])
 * ```
 */
export class PolicyLayer implements ToolLayer {
  readonly name: string
  /** @internal */
  readonly [layerRank] = 'policy'
  readonly #rules: readonly ParsedRule[]
  readonly #otherwise: PolicyDecision
  readonly #unattended: PolicyLayerOptions['unattended']

  /** @throws DefinitionError with every rule, entry and option that is wrong. */
  constructor(rules: readonly PolicyRule[], options: PolicyLayerOptions = {}) {
    assertLayerOptions(options, {
      subject: 'PolicyLayer',
      rules: optionRules,
      problems: ruleProblems(rules),
    })
    this.name = options.name ?? 'policy'
    this.#rules = rules.map(parseRule)
    this.#otherwise = options.otherwise ?? 'deny'
    this.#unattended = options.unattended
    Object.freeze(this)
  }

  /**
   * Goes on inwards, or refuses.
   * @throws ToolError REFUSED.
   */
  async handle(call: ToolCall, next: NextLayer): Promise<ToolOutcome> {
    await this.#judge(call)
    judgeChanges(call.context, (changed) => this.#judge(changed))
    return next(call)
  }

  async #judge(call: ToolCall): Promise<void> {
    const verdict = this.#resolveAsking(await this.#decide(call), call.context)
    if (verdict.decision === 'ask') askForApproval(call.context, verdict.why)
    // Anything but a plain yes is a no.
    else if (verdict.decision !== 'allow') throw refused(call, verdict)
  }

  async #decide(call: ToolCall): Promise<Verdict> {
    const why = `no rule of layer ${quoteName(this.name)} matches it.`
    let verdict: Verdict = { decision: this.#otherwise, why }
    for (const [index, rule] of this.#rules.entries()) {
      const found = await this.#apply(rule, index, call)
      if (found?.decision === 'deny') return found
      verdict = found ?? verdict
    }
    return verdict
  }

  /** What one rule says; undefined when it does not match. */
  async #apply(rule: ParsedRule, index: number, call: ToolCall): Promise<Verdict | undefined> {
    if (!rule.covers(call.definition)) return undefined
    const place = `rules[${index.toString()}] of layer ${quoteName(this.name)}`
    try {
      const matches: unknown = rule.when === undefined || (await rule.when(call))
      if (matches === false) return undefined
      if (matches === true) return { decision: rule.decide, why: toWhy(place, rule) }
    } catch (cause) {
      const why = `\`when\` of ${place} threw; the cause is what it threw.`
      return { decision: 'deny', why, cause }
    }
    return { decision: 'deny', why: `\`when\` of ${place} answered neither true nor false.` }
  }

  #resolveAsking(verdict: Verdict, context: ToolContext): Verdict {
    if (verdict.decision !== 'ask' || !this.#isUnattended(context)) return verdict
    return { decision: 'deny', why: `${verdict.why} Nobody is at hand who could be asked.` }
  }

  #isUnattended(context: ToolContext): boolean {
    if (typeof this.#unattended !== 'function') return this.#unattended ?? false
    try {
      // Whoever does not say for sure that somebody is at hand has nobody to ask.
      return (this.#unattended(context) as unknown) !== false
    } catch {
      return true
    }
  }
}

const optionRules = {
  name: layerRules.name,
  otherwise: decisionRule,
  unattended: toRule('true, false or a function of the context', (value) =>
    ['boolean', 'function'].includes(typeof value),
  ),
}

function toWhy(place: string, { decide, reason }: ParsedRule): string {
  const told = reason === undefined || reason.trim() === '' ? '' : ` Its reason: ${reason}`
  return `${place} says ${decide}.${told}`
}

function refused(call: ToolCall, { why, ...rest }: Verdict): ToolError {
  const cause = 'cause' in rest ? { cause: rest.cause } : {}
  return layerError(call, {
    code: 'REFUSED',
    disposition: 'did-not-happen',
    why: `a policy refuses this call: ${why}`,
    ...cause,
  })
}
