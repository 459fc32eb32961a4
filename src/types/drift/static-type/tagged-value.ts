import type { JsonValue } from '../../../schema/json.js'
import { instanceKeyword } from '../../../tools/type-facts.js'

/** Deeper values are not looked at: a transform may make cycles. */
const maxDepth = 16

/**
 * A value of a body as JSON, for a JSON Schema to judge: an instance becomes an object of its own members that also says
 * which classes it is of, most derived first.
 */
export function toTagged(value: unknown, depth = 0): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value
    case 'number':
      return Number.isFinite(value) ? value : 0
    case 'object':
      if (value === null || depth > maxDepth) return null
      return Array.isArray(value)
        ? value.map((element) => toTagged(element, depth + 1))
        : tagObject(value, depth)
    case 'bigint':
      return { [instanceKeyword]: ['BigInt'] }
    case 'function':
      return { [instanceKeyword]: ['Function'] }
    case 'symbol':
      return { [instanceKeyword]: ['Symbol'] }
    case 'undefined':
      return { [instanceKeyword]: [typeof value] }
  }
}

function tagObject(value: object, depth: number): JsonValue {
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => [key, toTagged(member, depth + 1)] as const)
  const classes = classNames(value)
  const tag = classes.length === 0 ? [] : [[instanceKeyword, classes] as const]
  return Object.fromEntries([...members, ...tag])
}

function classNames(value: object): readonly string[] {
  const names: string[] = []
  let prototype = Object.getPrototypeOf(value) as object | null
  while (prototype !== null && prototype !== Object.prototype) {
    names.push(nameOf(prototype))
    prototype = Object.getPrototypeOf(prototype) as object | null
  }
  return names
}

function nameOf(prototype: object): string {
  const { constructor } = prototype
  return typeof constructor === 'function' ? constructor.name : ''
}
