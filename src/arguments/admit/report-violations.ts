import { joinPath } from '../../errors/argument-path.js'
import type { Verdict, Violation } from '../rules/verdict.js'
import type { IssueList } from '../input/issue-list.js'
import type { ReadObject } from './reading.js'
import { wordRule } from '../rules/rule-message.js'

/** Adds an issue for each rule that refused an argument, but one alone where that says it all. */
export function reportViolations(
  issues: IssueList,
  object: ReadObject,
  verdict: Verdict | undefined,
): void {
  const violations = (verdict?.violations ?? []).filter(({ rule }) =>
    isAsked(object, rule.property),
  )
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

function isAsked({ shape, settled }: ReadObject, property: string): boolean {
  return !settled.has(property) && shape.properties.some((one) => one.property === property)
}

function groupByPath(
  object: ReadObject,
  violations: readonly Violation[],
): ReadonlyMap<string, readonly Violation[]> {
  const groups = new Map<string, Violation[]>()
  for (const violation of violations) {
    const at = pathOf(object, violation)
    const group = groups.get(at) ?? []
    groups.set(at, group)
    group.push(violation)
  }
  return groups
}

function pathOf({ shape, path }: ReadObject, { rule, index }: Violation): string {
  const key = shape.properties.find(({ property }) => property === rule.property)?.key
  const argument = joinPath(path, key ?? rule.property)
  return index === undefined ? argument : joinPath(argument, index)
}

/** A null breaks every rule of an argument; one issue says more than all of them. */
function isNullRefused(
  { shape, judged, present }: ReadObject,
  { rule, index }: Violation,
): boolean {
  const property = shape.properties.find((candidate) => candidate.property === rule.property)
  if (property?.value.kind === 'transformed' || !present.has(rule.property)) return false
  const value: unknown = Reflect.get(judged, rule.property)
  return (index === undefined ? value : (value as readonly unknown[])[index]) === null
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
  const isOfType = ({ rule }: Violation): boolean => typeRules.has(rule.name)
  return [...violations.filter(isOfType), ...violations.filter((one) => !isOfType(one))]
}
