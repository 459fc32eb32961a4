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
import { branchesOf } from '../../../arguments/schema/type-branches.js'
import { memberOf } from './type-parts.js'

/** Says whether values are in the static type of a property. */
export interface TypeJudge {
  /** Of a value as the body sees it. */
  has(property: string, value: unknown): boolean
  /** Of the JSON it was made from. */
  hasJson(property: string, json: JsonValue): boolean
}

/** Validators of types by what the types say: many arguments have the same one, and compiling takes long. */
export type TypeValidators = Map<string, JsonSchemaValidator>

/** An object type, what its references lead into, and what was compiled before. */
interface JudgedType {
  readonly type: JsonSchema
  readonly root: JsonSchema
  readonly validators: TypeValidators
}

/** What is validated: the value as the body sees it, or the JSON it was made from. */
type JudgedForm = 'instance' | 'json'

const rewrites: Readonly<Record<JudgedForm, (schema: JsonSchema) => JsonSchema>> = {
  instance: asInstance,
  json: (schema) => schema,
}

/** The judge for the members of an object type. */
export function createTypeJudge(judged: JudgedType): TypeJudge {
  const instances = new Map<string, JsonSchemaValidator>()
  const plain = new Map<string, JsonSchemaValidator>()
  return {
    has(property, value) {
      if (value === undefined) return true
      const validate = instances.get(property) ?? compileMember(judged, property, 'instance')
      instances.set(property, validate)
      return validate(toTagged(value)).length === 0
    },
    hasJson(property, json) {
      const validate = plain.get(property) ?? compileMember(judged, property, 'json')
      plain.set(property, validate)
      return validate(json).length === 0
    },
  }
}

function compileMember(
  { type, root, validators }: JudgedType,
  property: string,
  form: JudgedForm,
): JsonSchemaValidator {
  const member = memberOf({ schema: type }, root, property)?.schema ?? true
  const text = canonicalJson(member)
  const definitions = text.includes('"$ref"') ? { $defs: root.$defs ?? {} } : {}
  const key = `${form} ${text} ${canonicalJson(definitions)}`
  const schema = { allOf: [member], ...definitions }
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
