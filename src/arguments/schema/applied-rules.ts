import type { JsonSchema } from '../../schema/json-schema.js'
import type { Rule } from '../rules/class-validator-rules.js'
import { isBuiltInRule, ruleSchema } from '../translation/rule-schemas.js'

/** A rule as it applies to one value: `each` when it is for the elements of that value. */
export type AppliedRule = Pick<Rule, 'name' | 'constraints' | 'each'>

/** Rules of class-validator itself that always apply; a user's own, or one with a condition, is left out. */
export function translatableRules(rules: readonly Rule[]): readonly AppliedRule[] {
  return rules.filter(
    (rule) =>
      rule.kind === 'check' &&
      rule.record.validateIf === undefined &&
      rule.validators.every((validator) => isBuiltInRule(rule.name, validator)),
  )
}

/** What the rules say of the value itself. */
export function fragmentsOf(rules: readonly AppliedRule[]): readonly JsonSchema[] {
  return rules
    .filter(({ each }) => !each)
    .map(({ name, constraints }) => ruleSchema(name, constraints)?.schema)
    .filter((schema) => schema !== undefined)
}

/** The rules for each element, as rules of one element. */
export function elementRules(rules: readonly AppliedRule[]): readonly AppliedRule[] {
  return rules
    .filter(({ each }) => each)
    .map(({ name, constraints }) => ({ name, constraints, each: false }))
}
