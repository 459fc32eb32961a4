import { canonicalJson } from '../../schema/canonical-json.js'
import type { JsonSchema } from '../../schema/json-schema.js'

/** The property by which the branches of a union are told apart, and each branch by its value of it. */
export interface UnionTag {
  readonly property: string
  readonly branches: ReadonlyMap<string, JsonSchema>
}

/** The tag of a union: a required property with another constant in each branch. Undefined where there is none. */
export function findTag(union: unknown): UnionTag | undefined {
  if (!Array.isArray(union)) return undefined
  const schemas = union.filter(isObjectSchema)
  const [first] = schemas
  if (first === undefined || schemas.length < union.length) return undefined
  for (const property of first.required ?? []) {
    const branches = branchesBy(property, schemas)
    if (branches !== undefined) return { property, branches }
  }
  return undefined
}

function branchesBy(
  property: string,
  schemas: readonly JsonSchema[],
): ReadonlyMap<string, JsonSchema> | undefined {
  const branches = new Map<string, JsonSchema>()
  for (const schema of schemas) {
    const tag = schema.properties?.[property]
    const isTagged = typeof tag === 'object' && 'const' in tag && isRequired(schema, property)
    if (!isTagged) return undefined
    branches.set(canonicalJson(tag.const), schema)
  }
  return branches.size === schemas.length ? branches : undefined
}

function isRequired({ required = [], type }: JsonSchema, property: string): boolean {
  return required.includes(property) && type === 'object'
}

function isObjectSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
