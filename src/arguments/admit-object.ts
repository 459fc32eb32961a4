import { joinPath } from '../errors/argument-path.js'
import type { JsonObject } from '../schema/json.js'
import type { Admission } from '../tools/tool-definition.js'
import { admitted, refused } from './admitted.js'
import { checkRules, type Verdict } from './check-rules.js'
import type { ClassShape, PropertyShape } from './class-shape.js'
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
  { shape, path, settled }: ReadObject,
  verdict: Verdict | undefined,
): void {
  for (const { rule, index } of verdict?.violations ?? []) {
    if (settled.has(rule.property)) continue
    const key = shape.properties.find(({ property }) => property === rule.property)?.key
    const argument = joinPath(path, key ?? rule.property)
    const at = index === undefined ? argument : joinPath(argument, index)
    issues.add(at, rule.name, wordRule(rule, at))
  }
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
