import type { JsonValue } from '../../schema/json.js'
import { askRules } from '../rules/ask-rules.js'
import { defaultLimits } from '../input/admit-limits.js'
import { admitObject } from './admit-object.js'
import type { PropertyShape } from '../shape/shape.js'
import type { ReadOptions } from './reading.js'

const found = new WeakMap<PropertyShape, { readonly value: JsonValue | undefined }>()

const whileFinding: ReadOptions = {
  optionalNull: 'refuse',
  repairJsonStrings: false,
  limits: defaultLimits,
  judge: askRules,
  findDefault: () => undefined,
}

/**
 * The default of an argument: what its initialiser gives, when that is constant plain JSON and the argument's own rules
 * accept it. Undefined for any other.
 */
export function findDefault(property: PropertyShape): JsonValue | undefined {
  const known = found.get(property)
  if (known !== undefined) return known.value
  const constant = property.initial?.constant
  const value = constant !== undefined && isAccepted(property, constant) ? constant : undefined
  found.set(property, { value })
  return value
}

/** Asks the argument's own rules alone; a rule that answers later does not count as accepting. */
function isAccepted(property: PropertyShape, constant: JsonValue): boolean {
  const alone = { ...property, initial: undefined }
  const byKey = new Map([[property.key, alone]])
  const shape = { target: property.target, properties: [alone], byKey }
  const admission = admitObject(shape, { [property.key]: constant }, whileFinding)
  if ('status' in admission) return admission.status === 'admitted'
  // Nobody waits for this answer, so nobody else catches what it throws.
  admission.catch(() => undefined)
  return false
}
