import { joinPath } from '../../errors/argument-path.js'
import type { Condition } from '../rules/class-validator-rules.js'
import type { IssueList } from '../input/issue-list.js'
import type { ReadObject } from './reading.js'
import type { PropertyShape } from '../shape/shape.js'

/** A value whose `@ValidateIf` does not hold would reach the body unchecked; it is refused instead. */
export function reportConditions(
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
  return property.rules.every(
    ({ kind, constraints }) =>
      kind !== 'condition' || callCondition(constraints[0] as Condition, judged, property.property),
  )
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
