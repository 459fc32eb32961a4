import type { ValueShape } from '../../../arguments/shape/shape.js'
import type { JsonValue } from '../../../schema/json.js'
import { nearMissesOf } from './near-misses.js'
import { examplesOf } from './schema-examples.js'
import { isOpenType, type SchemaNode } from '../../../arguments/schema/type-branches.js'
import { elementOf, partOfKind, valueOf } from '../static-type/type-parts.js'
import { valuesToTry, type ValuePlace } from './values-to-try.js'

/** A value to try. */
export interface Candidate {
  /** The value for the whole argument. */
  readonly value: JsonValue
  /** Where in it the part stands that is tried: `''`, `[]`, `[0]`, `[*]`, and these joined. */
  readonly at: string
  /** That part. */
  readonly part: JsonValue
  /** The whole argument as it is without the part; where that is not of the type either, the part is not to blame. */
  readonly beside?: JsonValue
}

/**
 * Values for an argument, at each place that rules or a JSON Schema decide on: of its type, nearly of it, of the derived
 * schema, and of every kind. None for the members of nested classes, which are checked for themselves.
 */
export function candidatesFor(place: ValuePlace): readonly Candidate[] {
  const { shape, type } = place
  if (isOpenType(type)) return []
  switch (shape.kind) {
    case 'object':
    case 'discriminated':
      return []
    case 'array':
      return elementCandidates(shape.items, place)
    case 'map':
      return valueCandidates(shape.values, place)
    case 'tuple':
      return tupleCandidates(shape.items, place)
    case 'any':
    case 'bigint':
    case 'date':
    case 'free':
    case 'schema':
    case 'transformed':
      return valuesToTry(place).map(toCandidate)
  }
}

function arrayWholes(derived: SchemaNode): readonly Candidate[] {
  return [[], ...examplesOf(derived).filter((value) => Array.isArray(value))].map(toCandidate)
}

function elementCandidates(items: ValueShape, { type, derived }: ValuePlace): readonly Candidate[] {
  const own = partOfKind(type, 'array')
  const other = partOfKind(derived, 'array')
  if (own === undefined || other === undefined) return arrayWholes(derived)
  // A tuple type has several element types: whole arrays tell more than single elements.
  if (own.schema.prefixItems !== undefined) {
    return [...arrayWholes(derived), ...nearMissesOf(type).map(toCandidate)]
  }
  const element = {
    shape: items,
    type: elementOf(own, type.root),
    derived: elementOf(other, derived.root),
  }
  const { minItems = 1 } = other.schema
  // Where an array must have several elements, its rules may want them different.
  const steps = minItems > 1 ? [0, 1] : [0]
  return candidatesFor(element).flatMap((candidate) =>
    steps.map((step) => lift(candidate, '[]', (value) => padded(value, minItems, step))),
  )
}

/** A candidate for a part as one for the whole. */
function lift(
  { value, at, part, beside }: Candidate,
  step: string,
  wrap: (value: JsonValue) => JsonValue,
): Candidate {
  return {
    ...{ value: wrap(value), at: `${step}${at}`, part },
    ...(beside !== undefined && { beside: wrap(beside) }),
  }
}

/** An array that is long enough for its rules; `step` is how far its elements are apart. */
function padded(value: JsonValue, length: number, step: number): JsonValue {
  const others = Array.from({ length: Math.max(length - 1, 0) }, (_, index) =>
    variantOf(value, step * (index + 1)),
  )
  return [value, ...others]
}

function variantOf(value: JsonValue, step: number): JsonValue {
  if (typeof value === 'number') return value + step
  return typeof value === 'string' ? value + 'x'.repeat(step) : value
}

function valueCandidates(shape: ValueShape, { type, derived }: ValuePlace): readonly Candidate[] {
  const own = partOfKind(type, 'object')
  const other = partOfKind(derived, 'object')
  if (own === undefined || other === undefined) return [toCandidate({})]
  const member = {
    shape,
    type: valueOf(own, type.root),
    derived: valueOf(other, derived.root),
  }
  const values = candidatesFor(member).map((candidate) =>
    lift(candidate, '[*]', (value) => ({ key: value })),
  )
  return own.schema.properties === undefined ? values : [toCandidate({}), ...values]
}

/** A tuple of the derived schema, and the same with each position tried. */
function tupleCandidates(
  items: readonly ValueShape[],
  { type, derived }: ValuePlace,
): readonly Candidate[] {
  const own = partOfKind(type, 'array')
  const other = partOfKind(derived, 'array')
  const [base] = examplesOf(derived)
  if (own === undefined || other === undefined || !Array.isArray(base)) return []
  return items.flatMap((shape, index) => {
    const element = {
      shape,
      type: elementOf(own, type.root, index),
      derived: elementOf(other, derived.root, index),
    }
    const place = (value: JsonValue): JsonValue => base.with(index, value) as JsonValue
    return candidatesFor(element).map((candidate) => ({
      beside: base as JsonValue,
      ...lift(candidate, `[${index.toString()}]`, place),
    }))
  })
}

function toCandidate(value: JsonValue): Candidate {
  return { value, at: '', part: value }
}
