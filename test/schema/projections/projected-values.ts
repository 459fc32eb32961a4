import { compileJsonSchema } from '../../../src/schema/json-schema-validator.js'
import type { JsonSchema } from '../../../src/schema/json-schema.js'

type Node = Readonly<Record<string, unknown>>

/** Whether a schema accepts a value; the `nullable` of Gemini's schemas counts as it is meant. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  return compileJsonSchema(meant(schema) as JsonSchema)(value).length === 0
}

const compiled = new WeakMap<object, unknown>()

function meant(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null) return schema
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const copy = Array.isArray(schema) ? schema.map(meant) : meantObject(schema as Node)
  compiled.set(schema, copy)
  return copy
}

function meantObject(schema: Node): unknown {
  const { nullable, ...rest } = schema
  const entries = Object.entries(rest).map(([key, value]) => [key, meant(value)])
  const copy: unknown = Object.fromEntries(entries)
  if (typeof nullable !== 'boolean' || Object.keys(rest).length === 0) return copy
  return { anyOf: [copy, { type: 'null' }] }
}

/** What a model that is held to a strict schema sends for a value: null for whatever must be there and is not. */
export function asStrictModelSends(schema: JsonSchema, value: unknown): unknown {
  return fill(schema, value, schema)
}

function fill(node: JsonSchema, value: unknown, root: JsonSchema): unknown {
  if (typeof node.$ref === 'string') return fill(resolve(node.$ref, root), value, root)
  if (node.anyOf !== undefined) return fillOneOf(node.anyOf as readonly JsonSchema[], value, root)
  if (Array.isArray(value)) {
    const items = node.items as JsonSchema | undefined
    return items === undefined ? value : value.map((item: unknown) => fill(items, item, root))
  }
  if (typeof value !== 'object' || value === null || node.properties === undefined) return value
  const { required = [], properties } = node
  const own = value as Node
  const entries = Object.keys(own).map((name): [string, unknown] => {
    const property = properties[name]
    return [name, typeof property === 'object' ? fill(property, own[name], root) : own[name]]
  })
  const absent = required.filter((name) => !Object.hasOwn(own, name))
  return Object.fromEntries([...entries, ...absent.map((name) => [name, null])])
}

function fillOneOf(variants: readonly JsonSchema[], value: unknown, root: JsonSchema): unknown {
  for (const variant of variants) {
    const filled = fill(variant, value, root)
    const isEqual = JSON.stringify(Object.keys(Object(filled) as object))
    const self = { ...variant, $defs: root.$defs ?? {} } as JsonSchema
    if (isEqual && accepts(inDocument(self, root), filled)) return filled
  }
  return value
}

/** A part of a document with what its references lead to; `#` is the whole document, which is put there too. */
function inDocument(part: JsonSchema, root: JsonSchema): JsonSchema {
  const text = JSON.stringify(part).replaceAll('"$ref":"#"', '"$ref":"#/$defs/whole document"')
  const whole = JSON.stringify(root).replaceAll('"$ref":"#"', '"$ref":"#/$defs/whole document"')
  const copy = JSON.parse(text) as JsonSchema
  const document = JSON.parse(whole) as JsonSchema
  return { ...copy, $defs: { ...document.$defs, 'whole document': document } }
}

function resolve(reference: string, root: JsonSchema): JsonSchema {
  const name = reference.replace('#/$defs/', '')
  return reference === '#' ? root : ((root.$defs?.[name] ?? {}) as JsonSchema)
}
