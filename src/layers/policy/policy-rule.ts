import { basicRules, oneOf } from '../../errors/basic-option-rules.js'
import type { DefinitionProblem } from '../../errors/definition-error.js'
import { optionProblems, toRule } from '../../errors/option-problems.js'
import { coversTool } from '../../registry/selection/covers-tool.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { parseToolSelector, type ToolSelector } from '../../tools/tool-selector.js'
import { ruleEntryProblems } from './rule-entry-problems.js'

/** What a policy says of a call: it may run, a person is asked first, or it may not run. */
export type PolicyDecision = 'allow' | 'ask' | 'deny'

const policyDecisions: readonly PolicyDecision[] = ['allow', 'ask', 'deny']

/** What a decision of a policy must be. */
export const decisionRule = oneOf(...policyDecisions)

/** One rule of a policy. */
export interface PolicyRule {
  /**
   * The tools it is about: entries as `registry.select` takes them, but for bare names.
   * @defaultValue every tool, those that steer the agent included
   */
  readonly tools?: readonly string[] | undefined
  /**
   * Whether it matches this call. A rule whose `when` throws, or answers anything but true or false, denies.
   * @defaultValue always
   */
  readonly when?: ((call: ToolCall) => boolean | Promise<boolean>) | undefined
  /** What it says of calls it matches. */
  readonly decide: PolicyDecision
  /** Why, for the operator; a model never reads it. */
  readonly reason?: string | undefined
}

/** A rule with its tools parsed. */
export interface ParsedRule extends Pick<PolicyRule, 'when' | 'decide' | 'reason'> {
  covers(definition: ToolDefinition): boolean
}

const ruleOptions = {
  tools: toRule("a list of entries: ['@readonly', 'ledger/transfer']", isTextList),
  when: toRule('a function of the call', (value) => typeof value === 'function'),
  decide: decisionRule,
  reason: basicRules.text,
}

/** Everything that is wrong with a list of rules. */
export function ruleProblems(rules: unknown): DefinitionProblem[] {
  // `Array.from` sees the holes of a list, too.
  if (Array.isArray(rules)) return Array.from(rules, problemsOfRule).flat()
  const fix = "Pass a list: [{ tools: ['@readonly'], decide: 'allow' }]."
  return [{ subject: 'PolicyLayer', message: 'the rules are not a list.', fix }]
}

function problemsOfRule(rule: unknown, index: number): DefinitionProblem[] {
  const subject = `PolicyLayer, rules[${index.toString()}]`
  if (typeof rule !== 'object' || rule === null) {
    return [
      { subject, message: 'it is not a rule.', fix: "Pass { tools?, when?, decide: 'ask' }." },
    ]
  }
  const { tools, decide } = rule as Partial<PolicyRule>
  const undecided = {
    subject,
    message: 'it decides nothing.',
    fix: `Pass \`decide\`: ${ruleOptions.decide.expected}.`,
  }
  return [
    ...(decide === undefined ? [undecided] : []),
    ...optionProblems(subject, rule, ruleOptions),
    ...(isTextList(tools) ? ruleEntryProblems(subject, tools as readonly string[]) : []),
  ]
}

/** A rule whose problems are none. */
export function parseRule({ tools, when, decide, reason }: PolicyRule): ParsedRule {
  return Object.freeze({ when, decide, reason, covers: toCovers(tools) })
}

function toCovers(tools: readonly string[] | undefined): ParsedRule['covers'] {
  if (tools === undefined) return () => true
  const selectors = tools.map(parseToolSelector)
  const given = selectors.filter(({ isExcluded }) => !isExcluded)
  const excluded = selectors.filter(({ isExcluded }) => isExcluded)
  const names = (each: readonly ToolSelector[], definition: ToolDefinition): boolean =>
    each.some((selector) => selects(selector, definition))
  return (definition) => names(given, definition) && !names(excluded, definition)
}

function selects({ target }: ToolSelector, definition: ToolDefinition): boolean {
  if (target.kind === 'unknown') return false
  if (target.kind !== 'tool') return coversTool(target, definition)
  const { id, wireName } = definition
  return [wireName, id.toString(), `tool://${id.toString()}`].includes(target.name)
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && Array.from(value).every((entry) => typeof entry === 'string')
}
