import { joinPath } from '../../errors/argument-path.js'
import type { Rule } from '../rules/class-validator-rules.js'
import type { Violation } from '../rules/verdict.js'
import type { IssueList } from '../input/issue-list.js'
import type { ClassShape, PropertyShape } from '../shape/shape.js'
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
  const [only] = violations
  if (only !== undefined && violations.length === 1)
    reportGroup(issues, object, { at: pathOf(object, only), found: violations })
  else
    groupByPath(object, violations).forEach((found, at) => {
      reportGroup(issues, object, { at, found })
    })
}

/** What was refused at one path. */
function reportGroup(
  issues: IssueList,
  object: JudgedObject,
  { at, found }: { readonly at: string; readonly found: readonly Violation[] },
): void {
  if (found.some((violation) => isNullRefused(object, violation))) {
    issues.add(at, 'nullNotAllowed', `${at} must not be null.`)
    return
  }
  for (const { rule, value } of typeRuleFirst(found)) {
    issues.add(at, rule.name, () => wordRule(rule, at, value))
  }
}

function groupByPath(
  object: JudgedObject,
  violations: readonly Violation[],
): ReadonlyMap<string, readonly Violation[]> {
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
  const argument = joinPath(path, findProperty(shape, rule)?.key ?? rule.property)
  return index === undefined ? argument : joinPath(argument, index)
}

/** A null breaks every rule of an argument; one issue says more than all of them. */
function isNullRefused({ shape }: JudgedObject, { rule, value }: Violation): boolean {
  return value === null && findProperty(shape, rule)?.value.kind !== 'transformed'
}

function findProperty({ properties }: ClassShape, rule: Rule): PropertyShape | undefined {
  return properties.find(({ property }) => property === rule.property)
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
