import type { Constructor } from '../../tools/constructor.js'
import { checksInOrder, readRules, type Condition, type Rule } from './class-validator-rules.js'
import {
  askCondition,
  judgeValue,
  toJudgingRule,
  type JudgingRule,
  type Verdict,
} from './verdict.js'

/** The rules of one property, in the order class-validator's executor runs them. */
interface PropertyRules {
  readonly property: string
  readonly conditions: readonly Rule[]
  readonly checks: readonly JudgingRule[]
}

const known = new WeakMap<Constructor, readonly PropertyRules[]>()

/**
 * Asks the rules of a class about an object, each by its own functions: as `checkRules`, but without class-validator's
 * executor, which looks at every decorated class of the process each time.
 */
export function askRules(target: Constructor, judged: object): Verdict {
  const verdict: Verdict = { violations: [], pending: [] }
  for (const rules of rulesOf(target)) {
    const value: unknown = Reflect.get(judged, rules.property)
    // All are asked, as the executor does: each that throws is told.
    const holds = rules.conditions.map((rule) => {
      const condition = rule.constraints[0] as Condition
      return askCondition(verdict, { rule, condition }, { object: judged, value })
    })
    if (holds.every(Boolean)) askChecks(verdict, rules, { judged, targetName: target.name, value })
  }
  return verdict
}

function askChecks(
  verdict: Verdict,
  { property, checks }: PropertyRules,
  { judged, targetName, value }: { judged: object; targetName: string; value: unknown },
): void {
  for (const judging of checks) {
    const { rule } = judging
    const condition = rule.record.validateIf
    const applies =
      condition === undefined ||
      askCondition(verdict, { rule, condition }, { object: judged, value })
    const constraints = rule.record.constraints as unknown[]
    if (applies)
      judgeValue(verdict, judging, { value, constraints, object: judged, property, targetName })
  }
}

function rulesOf(target: Constructor): readonly PropertyRules[] {
  const found = known.get(target)
  if (found !== undefined) return found
  // A plain object, as class-validator has it, puts names that are whole numbers first.
  const byProperty = Object.fromEntries(readRules(target))
  const rules = Object.entries(byProperty).map(([property, own]) => toPropertyRules(property, own))
  known.set(target, rules)
  return rules
}

function toPropertyRules(property: string, rules: readonly Rule[]): PropertyRules {
  return {
    property,
    conditions: rules.filter(({ kind }) => conditionKinds.has(kind)),
    checks: checksInOrder(rules).map(toJudgingRule),
  }
}

const conditionKinds: ReadonlySet<Rule['kind']> = new Set(['condition', 'optional', 'nullable'])
