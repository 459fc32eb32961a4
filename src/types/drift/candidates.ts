import type { ValueShape } from '../../arguments/shape/shape.js'
import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import type { JsonValue } from '../../schema/json.js'
import { exampleTexts } from './example-texts.js'
import { nearMissesOf } from './near-misses.js'
import { examplesOf } from './schema-examples.js'
import {
  branchesOf,
  elementOf,
  isOpenType,
  kindOf,
  valueOf,
  type Branch,
  type JsonKind,
  type SchemaNode,
} from './type-branches.js'

/** A value to try. */
export interface Candidate {
  /** The value for the whole argument. */
  readonly value: JsonValue
  /** Where in it the part stands that is tried: `''`, `[]`, `[0]`, `[*]`, and these joined. */
  readonly at: string
  /** That part. */
  readonly part: JsonValue
}

/** One place of an argument, as its rules read it, as its type says and as the derived schema says. */
export interface ValuePlace {
  readonly shape: ValueShape
  readonly type: SchemaNode
  readonly derived: SchemaNode
}

const anyValues: readonly JsonValue[] = Object.freeze([
  'text',
  1,
  true,
  '1',
  '2020-01-01T00:00:00Z',
  '',
  0,
  -1,
  1.5,
  false,
  null,
  [],
  ['text'],
  [1],
  [null],
  {},
  { key: 'text' },
  { key: 1 },
])

/**
 * Values for an argument, at each place that rules or a JSON Schema decide on: of its type, nearly of it, of the derived
 * schema, and of every kind. None for the members of nested classes, which are checked for themselves.
 */
export function candidatesFor(place: ValuePlace): readonly Candidate[] {
  const { shape, type, derived } = place
  if (isOpenType(type)) return []
  switch (shape.kind) {
    case 'object':
    case 'discriminated':
      return []
    case 'array':
      return [...arrayWholes(derived), ...elementCandidates(shape.items, place)]
    case 'map':
      return [toCandidate({}), ...valueCandidates(shape.values, place)]
    case 'tuple':
      return tupleCandidates(shape.items, place)
    case 'any':
    case 'bigint':
    case 'date':
    case 'free':
    case 'schema':
    case 'transformed':
      return leafCandidates(place)
  }
}

/** The part of a schema for values of one kind; nothing where there is none, anything where it does not say. */
export function branchOfKind(node: SchemaNode, kind: JsonKind): Branch | undefined {
  const branches = branchesOf(node).filter((branch) => branch.kind === kind)
  return branches.length === 1 ? branches[0] : undefined
}

function leafCandidates({ shape, type, derived }: ValuePlace): readonly Candidate[] {
  const isTransformed = shape.kind === 'transformed'
  const kinds = new Set(branchesOf(derived).map(({ kind }) => kind))
  const takesTexts = isTransformed || branchesOf(type).some(hasAllTexts)
  const values = [
    ...anyValues,
    ...examplesOf(derived),
    ...nearMissesOf(type),
    ...examplesOf(type),
    ...(takesTexts ? [] : exampleTexts),
  ]
  // The derived schema is never stricter than admit: a kind it does not have, admit refuses.
  const possible = values.filter((value) => isTransformed || kinds.has(kindOf(value)))
  return [...new Map(possible.map((value) => [canonicalJson(value), toCandidate(value)])).values()]
}

function hasAllTexts({ kind, literals, schema }: Branch): boolean {
  return kind === 'string' && literals === undefined && schema.pattern === undefined
}

function arrayWholes(derived: SchemaNode): readonly Candidate[] {
  return [[], ...examplesOf(derived).filter((value) => Array.isArray(value))].map(toCandidate)
}

function elementCandidates(items: ValueShape, { type, derived }: ValuePlace): readonly Candidate[] {
  const own = branchOfKind(type, 'array')
  const other = branchOfKind(derived, 'array')
  if (own === undefined || other === undefined) return []
  const element = {
    shape: items,
    type: elementOf(own, type.root),
    derived: elementOf(other, derived.root),
  }
  const { minItems = 1 } = other.schema
  // A tuple type has several element types: whole arrays tell more than single elements.
  if (own.schema.prefixItems !== undefined) return nearMissesOf(type).map(toCandidate)
  return candidatesFor(element).map(({ value, at, part }) => ({
    value: padded(value, minItems, other.schema),
    at: `[]${at}`,
    part,
  }))
}

/** An array that is long enough for its rules. */
function padded(value: JsonValue, length: number, { uniqueItems }: JsonSchema): JsonValue {
  const others = Array.from({ length: Math.max(length - 1, 0) }, (_, index) =>
    uniqueItems === true ? variantOf(value, index + 1) : value,
  )
  return [value, ...others]
}

function variantOf(value: JsonValue, step: number): JsonValue {
  if (typeof value === 'number') return value + step
  return typeof value === 'string' ? value + 'x'.repeat(step) : value
}

function valueCandidates(values: ValueShape, { type, derived }: ValuePlace): readonly Candidate[] {
  const own = branchOfKind(type, 'object')
  const other = branchOfKind(derived, 'object')
  if (own === undefined || other === undefined) return []
  const member = {
    shape: values,
    type: valueOf(own, type.root),
    derived: valueOf(other, derived.root),
  }
  return candidatesFor(member).map(({ value, at, part }) => ({
    value: { key: value },
    at: `[*]${at}`,
    part,
  }))
}

/** A tuple of the derived schema, and the same with each position tried. */
function tupleCandidates(
  items: readonly ValueShape[],
  { type, derived }: ValuePlace,
): readonly Candidate[] {
  const own = branchOfKind(type, 'array')
  const other = branchOfKind(derived, 'array')
  const [base] = examplesOf(derived)
  if (own === undefined || other === undefined || !Array.isArray(base)) return []
  const elements = items.flatMap((shape, index) => {
    const element = {
      shape,
      type: elementOf(own, type.root, index),
      derived: elementOf(other, derived.root, index),
    }
    return candidatesFor(element).map(({ value, at, part }) => ({
      value: base.with(index, value) as JsonValue,
      at: `[${index.toString()}]${at}`,
      part,
    }))
  })
  return [toCandidate(base as JsonValue), ...elements]
}

function toCandidate(value: JsonValue): Candidate {
  return { value, at: '', part: value }
}
