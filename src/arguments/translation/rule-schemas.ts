// What JSON Schema can say of class-validator's rules: one row for each of its decorators, by the name of the rule.
// The one law: a schema is never stricter than its rule. In doubt it is looser, and says what it leaves open.
import type { ValidatorConstraintInterface } from 'class-validator'

import { constraintsOfDecorator, isOfDecorator } from '../rules/built-in-rule.js'
import type { RuleRow, RuleSchema } from './rule-schema.js'
import { arrayRules } from './rule-schemas-arrays.js'
import { encodingRules } from './rule-schemas-encodings.js'
import { formatRules } from './rule-schemas-formats.js'
import { numberRules } from './rule-schemas-numbers.js'
import { textRules } from './rule-schemas-text.js'
import { valueRules } from './rule-schemas-values.js'

export { mergeRuleSchemas } from './rule-schema-merge.js'
export type { RuleSchema } from './rule-schema.js'

const rows: ReadonlyMap<string, RuleRow> = new Map(
  [valueRules, numberRules, arrayRules, textRules, encodingRules, formatRules].flatMap(
    Object.entries<RuleRow>,
  ),
)

/** The names of all rules of class-validator that check a value. */
export const ruleNames: readonly string[] = Object.freeze([...rows.keys()])

/**
 * What a rule of class-validator says of one value, given what its decorator was given; undefined for the name of no
 * such rule. Whether a rule of that name is class-validator's own is for `isBuiltInRule` to tell.
 */
export function ruleSchema(name: string, constraints: readonly unknown[]): RuleSchema | undefined {
  return rows.get(name)?.translate(constraints)
}

/** True when a constraint is class-validator's own of that name, and not one that a user registered under it. */
export function isBuiltInRule(name: string, constraint: ValidatorConstraintInterface): boolean {
  const row = rows.get(name)
  return row !== undefined && isOfDecorator(name, constraint, row.reference)
}

/** The constraints that class-validator's own decorator registers under this name; none for a name it has not. */
export function ownConstraints(name: string): readonly ValidatorConstraintInterface[] {
  const row = rows.get(name)
  return row === undefined ? [] : constraintsOfDecorator(name, row.reference)
}
