import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonObject, JsonValue } from '../../../schema/json.js'
import { instanceKeyword } from '../../../tools/type-facts.js'
import { exampleTexts } from './example-texts.js'
import {
  branchesOf,
  type Branch,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'
import { elementOf, memberOf, valueOf } from '../static-type/type-parts.js'

const maxDepth = 4
const maxLength = 200

/** Values of a schema, by its own words: listed values, bounds, the least objects and arrays. Not all need be valid. */
export function examplesOf(node: SchemaNode, depth = 0): readonly JsonValue[] {
  if (depth > maxDepth) return []
  return branchesOf(node)
    .filter(({ isOpen }) => !isOpen)
    .flatMap((branch) => branchExamples(branch, node.root, depth))
}

/** Values of one alternative of a type; none of an instance that no JSON stands for. */
export function branchExamples(branch: Branch, root: JsonSchema, depth = 0): readonly JsonValue[] {
  const isOnlyInstance = branch.schema[instanceKeyword] !== undefined && branch.kind === 'object'
  if (isOnlyInstance && branch.schema.properties === undefined) return []
  if (branch.literals !== undefined) return branch.literals
  switch (branch.kind) {
    case 'null':
      return [null]
    case 'boolean':
      return [true, false]
    case 'number':
      return numberExamples(branch.schema)
    case 'string':
      return textExamples(branch.schema)
    case 'array':
      return [arrayExample(branch, root, depth)]
    case 'object':
      return [objectExample(branch, root, depth)]
  }
}

function numberExamples(schema: JsonSchema): readonly number[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const low = minimum ?? (exclusiveMinimum === undefined ? undefined : exclusiveMinimum + 1)
  const high = maximum ?? (exclusiveMaximum === undefined ? undefined : exclusiveMaximum - 1)
  const own = [low, high, multipleOf].filter((bound) => bound !== undefined)
  const next = [low === undefined ? [] : [low + 1, low + 0.5], high === undefined ? [] : [high - 1]]
  return own.length === 0 ? [1, 0, 1.5, -1] : [...own, ...next.flat()]
}

function textExamples(schema: JsonSchema): readonly string[] {
  const { minLength = 1, maxLength: most, pattern, format } = schema
  if (format === 'date-time') return ['2020-01-01T00:00:00Z']
  const length = Math.min(Math.max(minLength, 1), most ?? maxLength, maxLength)
  const plain = ['x'.repeat(length), '1'.repeat(length)]
  if (pattern === undefined) return plain
  const form = new RegExp(pattern, 'u')
  return [...exampleTexts.filter((text) => form.test(text)), ...plain]
}

function arrayExample(branch: Branch, root: JsonSchema, depth: number): JsonValue {
  const { minItems = 0, prefixItems = [] } = branch.schema
  const length = Math.min(Math.max(minItems, prefixItems.length), maxLength)
  return Array.from({ length }, (_, index) => firstExample(elementOf(branch, root, index), depth))
}

function objectExample(branch: Branch, root: JsonSchema, depth: number): JsonObject {
  const names = branch.schema.required ?? []
  return Object.fromEntries(
    names.map((name) => {
      const member = memberOf(branch, root, name) ?? valueOf(branch, root)
      return [name, firstExample(member, depth)]
    }),
  )
}

function firstExample(node: SchemaNode, depth: number): JsonValue {
  return examplesOf(node, depth + 1)[0] ?? null
}
