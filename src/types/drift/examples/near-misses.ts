import type { JsonSchema } from '../../../schema/json-schema.js'
import type { JsonArray, JsonObject, JsonValue } from '../../../schema/json.js'
import { examplesOf } from './schema-examples.js'
import {
  branchesOf,
  type Branch,
  type SchemaNode,
} from '../../../arguments/schema/type-branches.js'

/** Values that are nearly of a type, one step from one of it: what a rule that is a little too wide lets through. */
export function nearMissesOf(node: SchemaNode): readonly JsonValue[] {
  return branchesOf(node)
    .filter(({ isOpen }) => !isOpen)
    .flatMap((branch) => branchMisses(branch, node.root))
}

function branchMisses(branch: Branch, root: JsonSchema): readonly JsonValue[] {
  if (branch.literals !== undefined) return branch.literals.flatMap(literalMisses)
  const { kind, schema } = branch
  if (kind === 'array') return arraysLike(examplesOf({ schema: { ...schema, type: kind }, root }))
  if (kind === 'object') return objectsLike(branch, root)
  return []
}

function literalMisses(literal: JsonValue): readonly JsonValue[] {
  if (typeof literal === 'number') return [literal + 1, literal - 1, literal + 0.5]
  if (typeof literal !== 'string') return []
  const last = literal.charCodeAt(literal.length - 1)
  const stem = literal.slice(0, -1)
  const others = literal === '' ? [] : [1, 2].map((step) => stem + String.fromCharCode(last + step))
  return [
    ...others,
    `${literal}x`,
    `${literal}1`,
    stem,
    literal.toUpperCase(),
    literal.toLowerCase(),
  ]
}

function arraysLike(examples: readonly JsonValue[]): readonly JsonValue[] {
  return examples.flatMap((example) => {
    const list = example as JsonArray
    const wrong = list.map((element, index) => list.with(index, otherThan(element)))
    return [list.slice(0, -1), [...list, list[0] ?? 'text'], ...wrong]
  })
}

/** Each named member left out, then with a value of another kind; and one member too many. */
function objectsLike({ schema }: Branch, root: JsonSchema): readonly JsonValue[] {
  const all = { ...schema, type: 'object', required: Object.keys(schema.properties ?? {}) } as const
  return examplesOf({ schema: all, root }).flatMap((example) => {
    const whole = example as JsonObject
    const members = Object.entries(whole)
    const shorter = members.map(([name]) => withoutMember(whole, name))
    const wrong = members.map(([name, value]) => ({ ...whole, [name]: otherThan(value) }))
    return [whole, ...shorter, ...wrong, ...[1, 'text'].map((key) => ({ ...whole, key }))]
  })
}

function withoutMember(whole: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name))
}

function otherThan(value: JsonValue): JsonValue {
  return typeof value === 'string' ? 1 : 'text'
}
