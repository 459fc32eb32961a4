import { joinPath } from '../errors/argument-path.js'
import type { JsonObject } from '../schema/json.js'
import type { Admission } from '../tools/tool-definition.js'
import { admitted, refused } from './admitted.js'
import { checkRules, type Verdict, type Violation } from './check-rules.js'
import type { ClassShape, PropertyShape } from './shape.js'
import type { Condition } from './class-validator-rules.js'
import { IssueList } from './issue-list.js'
import { readObject } from './read-arguments.js'
import type { Reading, ReadObject, ReadOptions } from './reading.js'
import { readInput } from './read-input.js'
import { wordRule } from './rule-message.js'

/**
 * Admits input as the arguments a class declares, or refuses it with every reason: first what does not fit the
 * shape, then what class-validator refuses. A promise only where a rule is asynchronous.
 */
export function admitObject(
  shape: ClassShape,
  input: unknown,
  options: ReadOptions,
): Admission | Promise<Admission> {
  const issues = new IssueList()
  const source = readInput(input, options.limits, issues)
  if (source === undefined) return refused(issues)
  const reading: Reading = { options, issues, repaired: [], objects: [] }
  const { json } = readObject(reading, shape, { value: source, path: '' })
  const verdicts = reading.objects.map(({ judged }) => checkRules(judged))
  const finish = (): Admission => {
    reading.objects.forEach((object, index) => {
      reportConditions(issues, object)
      reportViolations(issues, object, verdicts[index])
    })
    return issues.isEmpty ? admitted(json as JsonObject, reading.repaired) : refused(issues)
  }
  const pending = verdicts.flatMap((verdict) => verdict.pending)
  return pending.length === 0 ? finish() : Promise.all(pending).then(finish)
}

function reportViolations(
  issues: IssueList,
  object: ReadObject,
  verdict: Verdict | undefined,
): void {
  const violations = (verdict?.violations ?? []).filter(
    ({ rule }) => !object.settled.has(rule.property),
  )
  for (const [at, found] of groupByPath(object, violations)) {
    if (found.some((violation) => isNullRefused(object, violation))) {
      issues.add(at, 'nullNotAllowed', `${at} must not be null.`)
      continue
    }
    for (const { rule } of typeRuleFirst(found)) issues.add(at, rule.name, wordRule(rule, at))
  }
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

/** A value whose `@ValidateIf` does not hold would reach the body unchecked; it is refused instead. */
function reportConditions(
  issues: IssueList,
  { shape, path, judged, present, settled }: ReadObject,
): void {
  for (const property of shape.properties) {
    if (!present.has(property.property) || settled.has(property.property)) continue
    if (holdsConditions(property, judged) || isNullItsOwnCondition(property, judged)) continue
    const at = joinPath(path, property.key)
    issues.add(
      at,
      'conditionalValidation',
      `${at} is not an argument in this combination. Remove it.`,
    )
  }
}

function holdsConditions(property: PropertyShape, judged: object): boolean {
  return property.rules
    .filter((rule) => rule.kind === 'condition')
    .every((rule) => callCondition(rule.constraints[0] as Condition, judged, property.property))
}

/** True for a null that switches its own condition off: `@ValidateIf((o) => o.note !== null)` is how `null` is allowed. */
function isNullItsOwnCondition(property: PropertyShape, judged: object): boolean {
  if (Reflect.get(judged, property.property) !== null) return false
  const absent: unknown = Object.create(judged, { [property.property]: { value: undefined } })
  return holdsConditions(property, absent as object)
}

/** A condition that throws is reported by its rule, not here. */
function callCondition(condition: Condition, judged: object, property: string): boolean {
  try {
    return condition(judged, Reflect.get(judged, property))
  } catch {
    return true
  }
}
