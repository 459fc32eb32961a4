import { deepFreeze } from '../../schema/deep-freeze.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { ReferenceDecorator } from '../rules/built-in-rule.js'

/**
 * How well a schema tells a rule: `exact` accepts what the rule accepts, `looser` more than that, and `absent` has no
 * schema at all. None is ever stricter than its rule.
 */
export type RuleFidelity = 'exact' | 'looser' | 'absent'

/** What a class-validator rule says of one JSON value, as far as JSON Schema can say it. */
export interface RuleSchema {
  readonly fidelity: RuleFidelity
  readonly schema: JsonSchema | undefined
  /** What the schema leaves open; undefined when it is exact. */
  readonly why: string | undefined
}

/** A row of the table of rules: its translation, and the decorator that registers the real one. */
export interface RuleRow {
  readonly translate: (constraints: readonly unknown[]) => RuleSchema
  readonly reference: ReferenceDecorator
}

/** A schema that accepts exactly what the rule accepts, of finite JSON values. */
export function exact(schema: JsonSchema): RuleSchema {
  return Object.freeze({ fidelity: 'exact', schema: deepFreeze(schema), why: undefined })
}

/** A schema that accepts more than the rule. */
export function looser(schema: JsonSchema, why: string): RuleSchema {
  return Object.freeze({ fidelity: 'looser', schema: deepFreeze(schema), why })
}

/** A rule that is not in the schema. */
export function absent(why: string): RuleSchema {
  return Object.freeze({ fidelity: 'absent', schema: undefined, why })
}

/** A string that matches exactly this pattern. The pattern means the same with and without the `u` flag. */
export function exactPattern(pattern: string): RuleSchema {
  return exact({ type: 'string', pattern })
}

/** A string that matches at least this pattern. */
export function looserPattern(pattern: string, why: string): RuleSchema {
  return looser({ type: 'string', pattern }, why)
}

/** A string, and no more is said. */
export function anyString(why: string): RuleSchema {
  return looser({ type: 'string' }, why)
}

/** The row of a rule whose schema does not depend on what its decorator was given. */
export function fixed(reference: RuleRow['reference'], schema: RuleSchema): RuleRow {
  return { reference, translate: () => schema }
}

/** The options object a decorator was given, or an empty one. Its fields are read as class-validator reads them. */
export function optionsOf(constraint: unknown): Readonly<Record<string, unknown>> {
  return typeof constraint === 'object' && constraint !== null
    ? (constraint as Readonly<Record<string, unknown>>)
    : {}
}

/** True for an option that is not given, or as it is by default: validators write their defaults into the object. */
export function isDefault(option: unknown, byDefault: unknown): boolean {
  return option === undefined || option === byDefault
}

/** True for a number that JSON can carry. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** True for a JSON value that `===` compares by value. */
export function isJsonPrimitive(value: unknown): value is string | number | boolean | null {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    isFiniteNumber(value)
  )
}
