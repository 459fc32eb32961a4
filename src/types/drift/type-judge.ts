import { compileJsonSchema } from '../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../schema/json-schema.js'
import { readMembers } from '../../schema/schema-members.js'
import type { JsonValue } from '../../schema/json.js'
import { instanceKeyword } from '../../tools/type-facts.js'
import { toTagged } from './tagged-value.js'
import { branchesOf } from './type-branches.js'

/** Says whether values are in the static type of a property. */
export interface TypeJudge {
  /** Of a value as the body sees it. */
  has(property: string, value: unknown): boolean
  /** Of the JSON it was made from. */
  hasJson(property: string, json: JsonValue): boolean
}

type Rewrite = (schema: JsonSchema) => JsonSchema

/** The judge for the members of one object type; `root` is what its references lead into. */
export function createTypeJudge(type: JsonSchema, root: JsonSchema): TypeJudge {
  const has = judgeOf(type, root, asInstance)
  const hasJson = judgeOf(type, root, (schema) => schema)
  return {
    has: (property, value) => value === undefined || has({ [property]: toTagged(value) }),
    hasJson: (property, json) => hasJson({ [property]: json }),
  }
}

function judgeOf(
  type: JsonSchema,
  root: JsonSchema,
  rewrite: Rewrite,
): (value: JsonValue) => boolean {
  let validate: ReturnType<typeof compileJsonSchema> | undefined
  return (value) => {
    validate ??= compileJsonSchema(
      rewriteSchema({ properties: type.properties ?? {}, $defs: root.$defs ?? {} }, root, rewrite),
    )
    return validate(value).length === 0
  }
}

function rewriteSchema(schema: JsonSchema, root: JsonSchema, rewrite: Rewrite): JsonSchema {
  const inside = (inner: unknown): unknown =>
    typeof inner === 'object' && inner !== null
      ? rewriteSchema(inner as JsonSchema, root, rewrite)
      : inner
  const members = readMembers(withoutBrands(schema, root), '2020-12').map(
    ({ from, kind, value }): [string, unknown] => {
      if (kind === 'schema') return [from, inside(value)]
      if (kind === 'list') return [from, (value as readonly unknown[]).map(inside)]
      if (kind === 'data') return [from, value]
      const entries = Object.entries(value as object)
      return [from, Object.fromEntries(entries.map(([key, inner]) => [key, inside(inner)]))]
    },
  )
  return rewrite(Object.fromEntries(members))
}

/** Of `string & { __brand: 'Id' }` there is the string alone at run time. */
function withoutBrands(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const plain = schema.allOf?.filter((part) =>
    branchesOf({ schema: part, root }).every(({ kind, isOpen }) => kind !== 'object' && !isOpen),
  )
  return plain === undefined || plain.length === 0 ? schema : { ...schema, allOf: plain }
}

/** What JSON stands for an instance is replaced by the instance; of other instances, private members do not count. */
function asInstance(schema: JsonSchema): JsonSchema {
  const name = schema[instanceKeyword]
  if (typeof name === 'string') return toInstanceSchema(schema, name)
  if (schema.additionalProperties !== false) return schema
  const names = Object.keys(schema.properties ?? {})
  const closed = { propertyNames: names.length === 0 ? false : { enum: names } }
  const isInstance = { required: [instanceKeyword] }
  return { ...schema, additionalProperties: true, if: isInstance, then: true, else: closed }
}

function toInstanceSchema(schema: JsonSchema, name: string): JsonSchema {
  const required = [instanceKeyword]
  if (isGlobalClass(name)) {
    return {
      type: 'object',
      required,
      properties: { [instanceKeyword]: { contains: { const: name } } },
    }
  }
  // The name of a user's class may be another one at run time, so any class with its members will do.
  const { properties = {}, required: own = [] } = schema
  return { type: 'object', required: [...required, ...own], properties }
}

function isGlobalClass(name: string): boolean {
  return typeof Reflect.get(globalThis, name) === 'function'
}
