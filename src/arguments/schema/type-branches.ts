import type { JsonSchema } from '../../schema/json-schema.js'
import { findReferenced } from '../../schema/local-reference.js'
import type { JsonValue } from '../../schema/json.js'
import { instanceKeyword } from '../../tools/type-facts.js'

/** The kinds of JSON values. */
export type JsonKind = 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string'

/** A schema and the document that its references lead into. */
export interface SchemaNode {
  readonly schema: JsonSchema | boolean
  readonly root: JsonSchema
}

/** One alternative of a type: values of one kind. */
export interface Branch {
  readonly kind: JsonKind
  /** The only values, where they are listed. */
  readonly literals: readonly JsonValue[] | undefined
  readonly schema: JsonSchema
  /** True where the schema says nothing of the type, as for `unknown`. */
  readonly isOpen: boolean
}

const kinds: readonly JsonKind[] = ['array', 'boolean', 'null', 'number', 'object', 'string']

/** The alternatives of a type. Never fewer than the schema has: what it forbids by `not` is left in. */
export function branchesOf(node: SchemaNode): readonly Branch[] {
  return readBranches(node, new Set())
}

/** True where a type takes whatever there is. */
export function isOpenType(node: SchemaNode): boolean {
  return branchesOf(node).some(({ isOpen }) => isOpen)
}

/** The kind of a JSON value. */
export function kindOf(value: JsonValue): JsonKind {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value as JsonKind
}

function readBranches(node: SchemaNode, seen: ReadonlySet<unknown>): readonly Branch[] {
  const { schema } = node
  if (schema === false || seen.has(schema)) return []
  if (schema === true) return openBranches({})
  const groups = readGroups(schema, node.root, new Set([...seen, schema]))
  const [first, ...others] = groups
  return first === undefined ? openBranches(schema) : others.reduce(intersect, first)
}

/** What a schema says of the type, one group for each keyword; a value must be in all of them. */
function readGroups(
  schema: JsonSchema,
  root: JsonSchema,
  seen: ReadonlySet<unknown>,
): readonly (readonly Branch[])[] {
  const read = (inner: JsonSchema | boolean): readonly Branch[] =>
    readBranches({ schema: inner, root }, seen)
  const unions = [schema.anyOf, schema.oneOf].filter((list) => list !== undefined)
  const own = ownBranches(schema)
  return [
    ...(own === undefined ? [] : [own]),
    ...(schema.$ref === undefined ? [] : [read(findReferenced(schema.$ref, root) ?? true)]),
    ...unions.map((list) => list.flatMap(read)),
    ...(schema.allOf ?? []).map(read),
  ]
}

function ownBranches(schema: JsonSchema): readonly Branch[] | undefined {
  const literals = schema.const === undefined ? schema.enum : [schema.const]
  if (literals !== undefined) return literalBranches(schema, literals)
  if (schema.type === undefined) return untypedBranches(schema)
  const types = typeof schema.type === 'string' ? [schema.type] : schema.type
  return types.map((type) => toBranch(type === 'integer' ? 'number' : type, schema))
}

/** An object by its members, or an instance that no JSON stands for. */
function untypedBranches(schema: JsonSchema): readonly Branch[] | undefined {
  const isObject = schema.properties !== undefined || schema[instanceKeyword] !== undefined
  return isObject ? [toBranch('object', schema)] : undefined
}

function literalBranches(schema: JsonSchema, literals: readonly JsonValue[]): readonly Branch[] {
  return kinds.flatMap((kind) => {
    const own = literals.filter((literal) => kindOf(literal) === kind)
    return own.length === 0 ? [] : [{ ...toBranch(kind, schema), literals: own }]
  })
}

function toBranch(kind: JsonKind, schema: JsonSchema): Branch {
  return { kind, literals: undefined, schema, isOpen: false }
}

function openBranches(schema: JsonSchema): readonly Branch[] {
  return kinds.map((kind) => ({ ...toBranch(kind, schema), isOpen: true }))
}

function intersect(left: readonly Branch[], right: readonly Branch[]): readonly Branch[] {
  const both = left.flatMap((one) =>
    right.filter(({ kind }) => kind === one.kind).map((other) => joinBranches(one, other)),
  )
  // `string & { __brand: 'Id' }` is a string that carries a mark only the compiler sees.
  return both.length > 0 ? both : [...left, ...right].filter(({ kind }) => kind !== 'object')
}

function joinBranches(left: Branch, right: Branch): Branch {
  const { literals = right.literals } = left
  const known = new Set((right.literals ?? literals)?.map((value) => JSON.stringify(value)))
  const { properties, required } = left.schema
  const schema: JsonSchema = { ...left.schema, ...right.schema }
  return {
    kind: left.kind,
    isOpen: left.isOpen && right.isOpen,
    literals: literals?.filter((value) => known.has(JSON.stringify(value))),
    schema: {
      ...schema,
      ...(properties && { properties: { ...properties, ...right.schema.properties } }),
      ...(required && { required: [...required, ...(right.schema.required ?? [])] }),
    },
  }
}
