import fc, { type Arbitrary } from 'fast-check'

import {
  branchesOf,
  type Branch,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonValue } from '../../../schema/json.js'
import { numberArbitrary } from './number-arbitrary.js'
import { textArbitrary } from './text-arbitrary.js'

/** How deep values of a schema go that refers to itself. */
const maxDepth = 4

/** Values of a schema, as far as its own words say what they are; not every one need be valid. */
function schemaArbitrary(node: SchemaNode, depth = 0): Arbitrary<JsonValue> {
  const branches = branchesOf(node)
  if (branches.length === 0 || branches.some(({ isOpen }) => isOpen)) return anyJson
  const plain = branches.filter(({ kind }) => kind !== 'array' && kind !== 'object')
  const chosen = depth > maxDepth && plain.length > 0 ? plain : branches
  return fc.oneof(...chosen.map((branch) => branchArbitrary(branch, node.root, depth)))
}

const anyJson = fc.jsonValue({ maxDepth: 2 }) as Arbitrary<JsonValue>

function branchArbitrary(branch: Branch, root: JsonSchema, depth: number): Arbitrary<JsonValue> {
  if (branch.literals !== undefined) return fc.constantFrom(...branch.literals)
  switch (branch.kind) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'number':
      return numberArbitrary(branch.schema)
    case 'string':
      return textArbitrary(branch.schema)
    case 'array':
      return arrayArbitrary(branch.schema, root, depth)
    case 'object':
      return objectArbitrary({ schema: branch.schema, root, depth })
  }
}

function arrayArbitrary(schema: JsonSchema, root: JsonSchema, depth: number): Arbitrary<JsonValue> {
  const { prefixItems, items = true, minItems = 0, maxItems = minItems + 8, uniqueItems } = schema
  const inner = (element: JsonSchema | boolean): Arbitrary<JsonValue> =>
    schemaArbitrary({ schema: element, root }, depth + 1)
  if (prefixItems !== undefined) return fc.tuple(...prefixItems.map(inner))
  const maxLength = depth > maxDepth ? minItems : maxItems
  const lengths = { minLength: minItems, maxLength }
  if (uniqueItems !== true) return fc.array(inner(items), lengths)
  return fc.uniqueArray(inner(items), { ...lengths, selector: (value) => JSON.stringify(value) })
}

/** An object of a schema, at some depth. */
export interface ObjectPlace {
  readonly schema: JsonSchema
  readonly root: JsonSchema
  readonly depth: number
}

/** Objects with the members that a schema names; a member may be made in another way. */
export function objectArbitrary(
  { schema, root, depth }: ObjectPlace,
  memberOf: (name: string, made: () => Arbitrary<JsonValue>) => Arbitrary<unknown> = (
    _name,
    made,
  ) => made(),
): Arbitrary<{ [name: string]: JsonValue }> {
  const { properties = {}, required = [], additionalProperties } = schema
  const names = Object.keys(properties).filter(
    (name) => depth <= maxDepth || required.includes(name),
  )
  const members = names.map((name) => {
    const node = { schema: properties[name] ?? true, root }
    return [name, memberOf(name, () => schemaArbitrary(node, depth + 1))] as const
  })
  const named = fc.record(Object.fromEntries(members), {
    requiredKeys: required.filter((name) => names.includes(name)),
    noNullPrototype: true,
  }) as Arbitrary<{ [name: string]: JsonValue }>
  if (typeof additionalProperties !== 'object' || depth > maxDepth) return named
  const others = fc.dictionary(
    fc.string({ maxLength: 12 }),
    schemaArbitrary({ schema: additionalProperties, root }, depth + 1),
    { maxKeys: 4, noNullPrototype: true },
  )
  return fc.tuple(others, named).map(([free, own]) => ({ ...free, ...own }))
}
