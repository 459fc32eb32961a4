import { joinPath } from '../../errors/argument-path.js'
import type { Violation } from '../rules/verdict.js'
import type { IssueList } from '../input/issue-list.js'
import type { ClassShape } from '../shape/shape.js'
import { wordRule } from '../rules/rule-message.js'

/** The object that rules were asked about. */
export interface JudgedObject {
  readonly shape: ClassShape
  readonly path: string
}

/** Adds an issue for each rule that refused an argument, but one alone where that says it all. */
export function reportViolations(
  issues: IssueList,
  object: JudgedObject,
  violations: readonly Violation[],
): void {
  for (const [at, found] of groupByPath(object, violations)) {
    if (found.some((violation) => isNullRefused(object, violation))) {
      issues.add(at, 'nullNotAllowed', `${at} must not be null.`)
      continue
    }
    for (const { rule, value } of typeRuleFirst(found)) {
      issues.add(at, rule.name, () => wordRule(rule, at, value))
    }
  }
}

type Group = readonly [at: string, violations: readonly Violation[]]

function groupByPath(object: JudgedObject, violations: readonly Violation[]): Iterable<Group> {
  const [only] = violations
  if (only !== undefined && violations.length === 1) return [[pathOf(object, only), violations]]
  const groups = new Map<string, Violation[]>()
  for (const violation of violations) {
    const at = pathOf(object, violation)
    const group = groups.get(at)
    if (group === undefined) groups.set(at, [violation])
    else group.push(violation)
  }
  return groups
}

function pathOf({ shape, path }: JudgedObject, { rule, index }: Violation): string {
  const key = shape.properties.find(({ property }) => property === rule.property)?.key
  const argument = joinPath(path, key ?? rule.property)
  return index === undefined ? argument : joinPath(argument, index)
}

/** A null breaks every rule of an argument; one issue says more than all of them. */
function isNullRefused({ shape }: JudgedObject, { rule, value }: Violation): boolean {
  if (value !== null) return false
  const property = shape.properties.find((candidate) => candidate.property === rule.property)
  return property?.value.kind !== 'transformed'
}

const typeRules: ReadonlySet<string> = new Set([
  'isString',
  'isNumber',
  'isInt',
  'isBoolean',
  'isDate',
  'isObject',
  'isArray',
  'isEnum',
])

/** A value of the wrong type breaks its other rules too; the rule that says so stands first. */
function typeRuleFirst(violations: readonly Violation[]): readonly Violation[] {
  if (violations.length === 1) return violations
  const rank = ({ rule }: Violation): number => (typeRules.has(rule.name) ? 0 : 1)
  return violations.toSorted((one, other) => rank(one) - rank(other))
}
