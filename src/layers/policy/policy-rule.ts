import type { DefinitionProblem } from '../../errors/definition-error.js'
import { quoteName } from '../../errors/quoted-name.js'
import { optionProblems, toRule } from '../../errors/option-problems.js'
import { coversTool } from '../../registry/selection/covers-tool.js'
import type { ToolDefinition } from '../../tools/tool-definition.js'
import type { ToolCall } from '../../tools/tool-layer.js'
import { parseToolSelector, type ToolSelector } from '../../tools/tool-selector.js'

/** What a policy says of a call: it may run, a person is asked first, or it may not run. */
export type PolicyDecision = 'allow' | 'ask' | 'deny'

const policyDecisions: readonly PolicyDecision[] = ['allow', 'ask', 'deny']

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
  decide: toRule(policyDecisions.map((each) => `'${each}'`).join(', '), isPolicyDecision),
  reason: toRule('a text', (value) => typeof value === 'string'),
}

/** True for what `decide` may be. */
export function isPolicyDecision(value: unknown): boolean {
  return policyDecisions.some((decision) => decision === value)
}

/** Everything that is wrong with a list of rules. */
export function ruleProblems(rules: unknown): DefinitionProblem[] {
  if (Array.isArray(rules)) return rules.flatMap(problemsOfRule)
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
    ...(isTextList(tools) ? toolProblems(subject, tools as readonly string[]) : []),
  ]
}

function toolProblems(subject: string, tools: readonly string[]): DefinitionProblem[] {
  const selectors = tools.map(parseToolSelector)
  const empty = {
    subject,
    message: 'its `tools` name no tool.',
    fix: 'Name one, or leave `tools` out for every tool.',
  }
  return [
    ...(selectors.every(({ isExcluded }) => isExcluded) ? [empty] : []),
    ...selectors.flatMap((selector, at) =>
      entryProblems(`${subject}.tools[${at.toString()}]`, selector),
    ),
  ]
}

function entryProblems(subject: string, { entry, target }: ToolSelector): DefinitionProblem[] {
  const place = `${subject} ${quoteName(entry)}`
  if (target.kind === 'unknown') {
    const fix =
      'Write @all, @builtin, @subagent, @scripts, @mcp, @readonly, @server:<name> or @group:<label>.'
    return [{ subject: place, message: 'there is no such group; tokens are exact.', fix }]
  }
  // A policy knows no registry: whether a bare name is unique, or is there at all, it cannot say.
  if (
    target.kind !== 'tool' ||
    /^[^/\s]+(__|\/)[^/\s]+$|^tool:\/\/[^/\s]+\/[^/\s]+$/.test(target.name)
  )
    return []
  return [
    { subject: place, message: 'it is not the exact name of a tool.', fix: 'Write server/name.' },
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
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
}
