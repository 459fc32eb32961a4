// What JSON Schema can say of class-validator's rules: one row for each of its decorators, by the name of the rule.
// The one law: a schema is never stricter than its rule. In doubt it is looser, and says what it leaves open.
import {
  getMetadataStorage,
  type ValidationArguments,
  type ValidatorConstraintInterface,
} from 'class-validator'

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

/**
 * True when a constraint is class-validator's own of that name. A user may register another one under the name of a
 * built-in rule; that must not be translated. The two are told apart by the message they give, so one that repeats
 * the message word for word must check no less.
 */
export function isBuiltInRule(name: string, constraint: ValidatorConstraintInterface): boolean {
  const messages = builtInMessages.get(name) ?? readBuiltInMessages(name)
  builtInMessages.set(name, messages)
  const message = messageOf(() => constraint)
  return message !== undefined && messages.includes(message)
}

const builtInMessages = new Map<string, readonly string[]>()

/** The messages with and without `each`. */
function readBuiltInMessages(name: string): readonly string[] {
  const row = rows.get(name)
  if (row === undefined) return []
  // class-validator scans every class it knows on each validation, so that one class carries all references.
  row.reference()(references.prototype as object, name)
  row.reference({ each: true })(references.prototype as object, name)
  const storage = getMetadataStorage()
  return storage
    .getTargetValidationMetadatas(references, '', false, false)
    .filter(({ propertyName }) => propertyName === name)
    .flatMap(({ constraintCls }) => storage.getTargetValidatorConstraints(constraintCls))
    .map((known) => messageOf(() => known.instance))
    .filter((message) => message !== undefined)
}

function references(): void {
  // Only its prototype is used.
}

/** The container a host gave to class-validator may throw where the constraint is made. */
function messageOf(make: () => ValidatorConstraintInterface): string | undefined {
  try {
    return make().defaultMessage?.(placeholder)
  } catch {
    return undefined
  }
}

const placeholder: ValidationArguments = {
  value: undefined,
  constraints: [],
  object: {},
  property: '',
  targetName: '',
}
