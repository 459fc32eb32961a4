import { IsDivisibleBy, IsEnum, Length, MaxLength } from 'class-validator'

import { isOfDecorator, type ReferenceDecorator } from './built-in-rule.js'
import type { Rule } from './class-validator-rules.js'
import { enumValues } from './enum-values.js'

/** What admit refuses though class-validator accepts it, under the code and in the words of the same rule. */
interface StricterRule {
  readonly reference: ReferenceDecorator
  readonly refuses: (value: unknown, constraints: readonly unknown[]) => boolean
}

/** Each one closes a gap between what the rule says and what it checks. docs/arguments.md lists them with the reason. */
const stricterRules: Readonly<Record<string, StricterRule>> = {
  // A numeric enum maps its values back to names, which are then values of the object, too.
  isEnum: {
    reference: (options) => IsEnum({}, options),
    refuses: (value, [entity]) => isMappedName(value, entity),
  },
  // class-validator does not count the variation selectors U+FE0E and U+FE0F; JSON Schema 2020-12 counts code points.
  isLength: {
    reference: (options) => Length(0, undefined, options),
    refuses: (value, [, max]) => isLonger(value, max),
  },
  maxLength: {
    reference: (options) => MaxLength(0, options),
    refuses: (value, [max]) => isLonger(value, max),
  },
  // Validators of JSON Schema divide, and cannot tell a whole quotient that is written with an exponent.
  isDivisibleBy: {
    reference: (options) => IsDivisibleBy(1, options),
    refuses: (value, [divisor]) => isQuotientTooLarge(value, divisor),
  },
}

/** What a value must not be on top of what the rule itself says; undefined for most rules, and a user's own. */
export function findStricterRule(rule: Rule): ((value: unknown) => boolean) | undefined {
  const stricter = Object.hasOwn(stricterRules, rule.name) ? stricterRules[rule.name] : undefined
  if (stricter === undefined) return undefined
  const isOwn = rule.validators.every((validator) =>
    isOfDecorator(rule.name, validator, stricter.reference),
  )
  return isOwn ? (value) => stricter.refuses(value, rule.constraints) : undefined
}

/** The names of the rules that are stricter than class-validator's. */
export const stricterRuleNames: readonly string[] = Object.freeze(Object.keys(stricterRules))

/** The whole number that `@IsDivisibleBy` divides by: class-validator cuts off what stands behind the point. */
export function wholeDivisor(divisor: unknown): number {
  const whole = typeof divisor === 'number' ? Number.parseInt(divisor.toString(), 10) : 0
  return Number.isNaN(whole) ? 0 : Math.abs(whole)
}

/** The least quotient that JavaScript writes with an exponent. */
const largeQuotient = 1e21

function isMappedName(value: unknown, entity: unknown): boolean {
  if (typeof value !== 'string' || typeof entity !== 'object' || entity === null) return false
  return !enumValues(entity).includes(value)
}

function isLonger(value: unknown, max: unknown): boolean {
  // The units are counted first: a text has no more code points than these.
  return typeof value === 'string' && typeof max === 'number' && value.length > max
    ? hasMoreCodePoints(value, max)
    : false
}

function hasMoreCodePoints(text: string, max: number): boolean {
  let count = 0
  for (let place = 0; place < text.length && count <= max; count += 1)
    place += (text.codePointAt(place) ?? 0) > 0xffff ? 2 : 1
  return count > max
}

function isQuotientTooLarge(value: unknown, divisor: unknown): boolean {
  const whole = wholeDivisor(divisor)
  return typeof value === 'number' && whole > 1 && Math.abs(value / whole) >= largeQuotient
}
