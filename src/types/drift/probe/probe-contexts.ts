import type { ClassShape, PropertyShape } from '../../../arguments/shape/shape.js'
import type { JsonObject, JsonValue } from '../../../schema/json.js'
import { examplesOf } from '../examples/schema-examples.js'
import type { SchemaNode } from '../../../arguments/schema/type-branches.js'

const maxContexts = 60
const maxValues = 8

/** What the types and the rules of the other arguments of a class say, by their properties. */
export type SiblingNodes = (property: PropertyShape) => readonly SchemaNode[]

/**
 * The combinations of other arguments that an argument is tried with. One without conditions needs none; for a
 * `@ValidateIf`, each value of each other argument is tried, alone and beside the first values of the rest.
 */
export function contextsOf(
  property: PropertyShape,
  shape: ClassShape,
  nodesOf: SiblingNodes,
): readonly JsonObject[] {
  if (!hasConditions(property)) return [{}]
  const siblings = shape.properties
    .filter((other) => other !== property)
    .map((other) => ({ key: other.key, values: valuesOf(nodesOf(other)) }))
    .filter(({ values }) => values.length > 0)
  const first = Object.fromEntries(siblings.map(({ key, values }) => [key, values[0] ?? null]))
  const single = siblings.flatMap(({ key, values }) => values.map((value) => ({ [key]: value })))
  const rest = single.map((one) => ({ ...first, ...one }))
  return [{}, ...single, first, ...rest].slice(0, maxContexts)
}

function hasConditions({ rules }: PropertyShape): boolean {
  return rules.some(({ kind, record }) => kind === 'condition' || record.validateIf !== undefined)
}

function valuesOf(nodes: readonly SchemaNode[]): readonly JsonValue[] {
  return [...new Set(nodes.flatMap((node) => examplesOf(node)))].slice(0, maxValues)
}
