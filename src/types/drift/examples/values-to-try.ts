import type { ValueShape } from '../../../arguments/shape/shape.js'
import { canonicalJson } from '../../../schema/canonical-json.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import { exampleTexts } from './example-texts.js'
import { nearMissesOf } from './near-misses.js'
import { examplesOf } from './schema-examples.js'
import {
  branchesOf,
  kindOf,
  type JsonKind,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'

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

/** Values for a place that no shape divides any further: of every kind, of the rules, of the type and nearly of it. */
export function valuesToTry({ shape, type, derived }: ValuePlace): readonly JsonValue[] {
  const isTransformed = shape.kind === 'transformed'
  const isConverted = isTransformed || shape.kind === 'date' || shape.kind === 'bigint'
  const kinds = new Set(branchesOf(derived).map(({ kind }) => kind))
  const takesTexts = isConverted || hasAllOfKind(type, 'text')
  const values = [
    ...anyValues,
    ...examplesOf(derived),
    ...nearMissesOf(type),
    ...examplesOf(type),
    ...(takesTexts ? [] : exampleTexts),
  ]
  // The derived schema is never stricter than admit: a kind it does not have, admit refuses.
  const possible = values
    .filter((value) => isTransformed || kinds.has(kindOf(value)))
    .filter((value) => isConverted || !hasAllOfKind(type, value))
  return [...new Map(possible.map((value) => [canonicalJson(value), value])).values()]
}

const sized: ReadonlySet<JsonKind> = new Set(['array', 'object'])

/** True where the type has every value of the kind of this one, so that none can be too many. */
function hasAllOfKind(type: SchemaNode, value: JsonValue): boolean {
  return branchesOf(type)
    .filter(({ kind }) => kind === kindOf(value) && !sized.has(kind))
    .some(({ literals, schema }) => literals === undefined && !isSpecial(schema))
}

function isSpecial(schema: JsonSchema): boolean {
  return schema.pattern !== undefined || schema[instanceKeyword] !== undefined
}
