import { canonicalJson } from '../../../schema/canonical-json.js'
import {
  compileJsonSchema,
  type JsonSchemaValidator,
} from '../../../schema/json-schema-validator.js'
import type { JsonSchema } from '../../../schema/json-schema.js'
import { readMembers } from '../../../schema/schema-members.js'
import type { JsonValue } from '../../../schema/json.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import { toTagged } from './tagged-value.js'
import { branchesOf, type SchemaNode } from '../../../arguments/schema/type-branches.js'

/** Says whether values are in the static type of an argument. */
export interface TypeJudge {
  /** Of a value as the body sees it. */
  has(value: unknown): boolean
  /** Of the JSON it was made from. */
  hasJson(json: JsonValue): boolean
}

/** Validators of types by what the types say: many arguments have the same one, and compiling takes long. */
export type TypeValidators = Map<string, JsonSchemaValidator>

/** What is validated: the value as the body sees it, or the JSON it was made from. */
type JudgedForm = 'instance' | 'json'

const rewrites: Readonly<Record<JudgedForm, (schema: JsonSchema) => JsonSchema>> = {
  instance: asInstance,
  json: (schema) => schema,
}

/** The judge of one type, which keeps what it compiles among the validators. */
export function createTypeJudge(type: SchemaNode, validators: TypeValidators): TypeJudge {
  let instance: JsonSchemaValidator | undefined
  let plain: JsonSchemaValidator | undefined
  return {
    has(value) {
      if (value === undefined) return true
      instance ??= compileType(type, validators, 'instance')
      return instance(toTagged(value)).length === 0
    },
    hasJson(json) {
      plain ??= compileType(type, validators, 'json')
      return plain(json).length === 0
    },
  }
}

function compileType(
  { schema: type, root }: SchemaNode,
  validators: TypeValidators,
  form: JudgedForm,
): JsonSchemaValidator {
  const { $defs } = root
  const text = canonicalJson(type)
  const definitions = $defs !== undefined && text.includes('"$ref"') ? { $defs } : {}
  const key = `${form} ${text} ${canonicalJson(definitions)}`
  const schema = { allOf: [type], ...definitions }
  const validate = validators.get(key) ?? compileJsonSchema(rewriteSchema(schema, root, form))
  validators.set(key, validate)
  return validate
}

function rewriteSchema(schema: JsonSchema, root: JsonSchema, form: JudgedForm): JsonSchema {
  const inside = (inner: unknown): unknown =>
    typeof inner === 'object' && inner !== null
      ? rewriteSchema(inner as JsonSchema, root, form)
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
  return rewrites[form](Object.fromEntries(members))
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
  if (typeof name === 'string') return toInstanceSchema(name)
  if (schema.additionalProperties !== false) return schema
  const closed = {
    properties: anyOf(schema.properties),
    patternProperties: anyOf(schema['patternProperties']),
    additionalProperties: false,
  }
  const isInstance = { required: [instanceKeyword] }
  return { ...schema, additionalProperties: true, if: isInstance, then: true, else: closed }
}

/** The same names or patterns, whatever stands there. */
function anyOf(members: unknown): Readonly<Record<string, true>> {
  return Object.fromEntries(Object.keys(Object(members) as object).map((name) => [name, true]))
}

function toInstanceSchema(name: string): JsonSchema {
  // Every object is one, also one without a class.
  if (name === 'Object') return { type: 'object' }
  const isInstance = { type: 'object', required: [instanceKeyword] } as const
  // The name of a user's class may be another one at run time, so any class will do.
  if (!isGlobalClass(name)) return isInstance
  return { ...isInstance, properties: { [instanceKeyword]: { contains: { const: name } } } }
}

function isGlobalClass(name: string): boolean {
  return typeof Reflect.get(globalThis, name) === 'function'
}
