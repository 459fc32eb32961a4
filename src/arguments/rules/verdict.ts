import { isThenable } from '../../tools/thenable.js'
import type { ValidationArguments, ValidatorConstraintInterface } from 'class-validator'

import type { Condition, Rule } from './class-validator-rules.js'
import { findStricterRule } from './stricter-rules.js'

/** A rule that refused; `index` is the element it refused, for a rule on each. */
export interface Violation {
  readonly rule: Rule
  readonly index: number | undefined
  /** What it refused; never shown. */
  readonly value: unknown
}

/** What the rules of one object said. Violations found by `pending` are added when it resolves. */
export interface Verdict {
  readonly violations: Violation[]
  readonly pending: Promise<void>[]
}

/** A rule, and what is refused on top of it. */
export interface JudgingRule {
  readonly rule: Rule
  readonly refuses: (value: unknown) => boolean
}

/** A rule as it judges values: what is stricter than class-validator is looked up once. */
export function toJudgingRule(rule: Rule): JudgingRule {
  return { rule, refuses: findStricterRule(rule) ?? (() => false) }
}

/** Asks a rule about a value, or about each element of it, and notes what it refuses. */
export function judgeValue(
  verdict: Verdict,
  judging: JudgingRule,
  args: ValidationArguments,
): void {
  const { rule } = judging
  const value: unknown = args.value
  if (!rule.each) judgeOne(verdict, judging, { value, index: undefined, args })
  else if (isList(value)) {
    let index = 0
    for (const element of value.values()) {
      judgeOne(verdict, judging, { value: element, index, args })
      index += 1
    }
  } else verdict.violations.push({ rule, index: undefined, value })
}

/** Asks a condition; one that throws is a violation of its rule, and does not hold. */
export function askCondition(
  verdict: Verdict,
  { rule, condition }: { readonly rule: Rule; readonly condition: Condition },
  { object, value }: { readonly object: object; readonly value: unknown },
): boolean {
  try {
    return condition(object, value)
  } catch {
    verdict.violations.push({ rule, index: undefined, value })
    return false
  }
}

/** What class-validator takes each of; JSON has arrays only, a transform may make the others. */
function isList(value: unknown): value is { values(): Iterable<unknown> } {
  return Array.isArray(value) || value instanceof Set || value instanceof Map
}

interface JudgedValue {
  readonly value: unknown
  readonly index: number | undefined
  readonly args: ValidationArguments
}

function judgeOne(
  verdict: Verdict,
  { rule, refuses }: JudgingRule,
  { value, index, args }: JudgedValue,
): void {
  let isRefused = false
  let pending: Promise<boolean>[] | undefined
  // All are asked, as the executor does.
  for (const validator of rule.validators) {
    const answer = askValidator(validator, value, args)
    if (answer === false) isRefused = true
    else if (answer !== true) (pending ??= []).push(answer)
  }
  if (isRefused || refuses(value)) verdict.violations.push({ rule, index, value })
  else for (const answer of pending ?? []) awaitAnswer(verdict, { rule, index, value }, answer)
}

function askValidator(
  validator: ValidatorConstraintInterface,
  value: unknown,
  args: ValidationArguments,
): boolean | Promise<boolean> {
  try {
    const answer: unknown = validator.validate(value, args)
    return isThenable(answer) ? Promise.resolve(answer).then(Boolean) : Boolean(answer)
  } catch {
    return false
  }
}

function awaitAnswer(verdict: Verdict, violation: Violation, answer: Promise<boolean>): void {
  const refuse = (): void => {
    verdict.violations.push(violation)
  }
  const settled = answer.then((isValid) => {
    if (!isValid) refuse()
  }, refuse)
  verdict.pending.push(settled)
}
