import type { JsonSchema } from '../../../schema/json-schema.js'
import {
  branchesOf,
  type Branch,
  type JsonKind,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'

/** What a type says of its values of one kind; undefined where it has none. Several array or object types count as one. */
export function partOfKind(node: SchemaNode, kind: JsonKind): Branch | undefined {
  const [first, ...others] = branchesOf(node).filter((branch) => branch.kind === kind)
  if (first === undefined || others.length === 0) return first
  return { ...first, schema: joinParts([first, ...others]) }
}

/** Arrays of any of the elements, or maps of any of the values. Members by name and by position are not joined. */
function joinParts(branches: readonly Branch[]): JsonSchema {
  const schemas = branches.map(({ schema }) => schema)
  const elements = schemas.flatMap(({ items = true, prefixItems = [] }) => [...prefixItems, items])
  const values = schemas.flatMap(({ additionalProperties = true, properties = {} }) => [
    ...Object.values(properties),
    additionalProperties,
  ])
  return { items: { anyOf: elements }, additionalProperties: { anyOf: values } }
}

/** The type of one position of an array. */
export function elementOf({ schema }: Branch, root: JsonSchema, index = 0): SchemaNode {
  return { schema: schema.prefixItems?.[index] ?? schema.items ?? true, root }
}

/** The type of the members of an object that it does not name. */
export function valueOf({ schema }: Branch, root: JsonSchema): SchemaNode {
  return { schema: schema.additionalProperties ?? true, root }
}

/** The type of a member that an object names; undefined for another one. */
export function memberOf(
  { schema }: Pick<Branch, 'schema'>,
  root: JsonSchema,
  name: string,
): SchemaNode | undefined {
  const { properties = {} } = schema
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined
  return own === undefined ? undefined : { schema: own, root }
}
